/**
 * Keeps answers that cannot change, so that a program that asks again sends nothing. Put the layer between the services and the connection, and choose where the
 * answers are kept:
 *
 * ```ts
 * Stocks.layer.pipe(
 *   Layer.provide(Cache.layer()),
 *   Layer.provide(MarketData.layer({ ... })),
 *   Layer.provide(KeyValueStore.layerFileSystem("market-data")),
 *   Layer.provide(NodeContext.layer),
 * )
 * ```
 *
 * Kept for ever is what an endpoint declares to be final (`Endpoint.Estimate`): unadjusted bars, and quotes, of ranges that have ended. Nothing else is kept, but
 * for the endpoints that `timeToLive` names. An answer is looked up before anything else: it waits for no permit of the rate limit and is not retried. What was
 * kept is decoded as what is received. Fibers that ask for the same answer at once send one request: the others wait for it.
 *
 * Streams of such histories are cut at fixed instants, into pieces of a page or two, but of at least a day. So a range from 2023 until now takes each piece that has
 * ended from the cache, and requests only the last one, whatever day it is. A call that gives one page is sent as it is written.
 *
 * The answers that were used last are also held in memory, uncompressed (`memory`): a program that reads a history again and again spends its time on decoding.
 *
 * Not kept are answers that say `DELAYED`, that the schema refuses, or that repeat the key. A store that fails is as if it were empty. Files are not written in one
 * step: an entry that was half written when a process died, or that another process is writing, does not match its digest, and is requested anew.
 *
 * @module
 */
import type * as PlatformError from "@effect/platform/Error"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Endpoint from "./Endpoint.js"
import type * as Envelope from "./Envelope.js"
import * as ErrorResponse from "./ErrorResponse.js"
import * as Entry from "./internal/cache/entry.js"
import { Flights } from "./internal/cache/flights.js"
import * as Lifetime from "./internal/cache/lifetime.js"
import { Memory } from "./internal/cache/memory.js"
import * as Pieces from "./internal/cache/pieces.js"
import * as Shelf from "./internal/cache/shelf.js"
import { resolve } from "./internal/http/nextUrl.js"
import * as Shards from "./internal/stream/requests.js"
import { MarketData } from "./MarketData.js"

/** A cache of answers. */
export class Cache extends Context.Tag("@candela/core/Cache")<Cache, Cache.Service>() {
  /** The connection of the context, which also keeps what cannot change. */
  static readonly layer = (
    options: Cache.Options = {},
  ): Layer.Layer<MarketData | Cache, never, MarketData | KeyValueStore.KeyValueStore> =>
    Layer.scopedContext(
      Effect.gen(function* () {
        const { maxSize = 1024 ** 3 } = options
        const shelf = yield* Shelf.make(yield* KeyValueStore.KeyValueStore, maxSize)
        yield* Effect.addFinalizer(() => Effect.ignore(shelf.flush))
        const service = yield* MarketData
        const { get, stats } = make(service, shelf, { ...options, maxSize })
        const requests = Pieces.cutting(service.requests ?? Shards.of)
        return Context.make(MarketData, { ...service, get, requests }).pipe(Context.add(Cache, { stats }))
      }),
    )

  /** What the cache of the context did, and what it holds. */
  static readonly stats: Effect.Effect<Cache.Stats, PlatformError.PlatformError, Cache> = Effect.flatMap(
    Cache,
    ({ stats }) => stats,
  )
}

/** Types of the cache. */
export declare namespace Cache {
  /** What is kept, and how much of it. */
  interface Options {
    /**
     * How long answers of an endpoint are kept that are not final, by the endpoint's name: `{ "reference.tickers": "1 day" }`. Pages of one history can then be
     * from different times. Default: not at all.
     */
    readonly timeToLive?: Readonly<Record<string, Duration.DurationInput>> | undefined
    /** How long after the end of its range an answer may still change, by delays and corrections of the service. Default 1 day. */
    readonly settling?: Duration.DurationInput | undefined
    /**
     * The most bytes of answers that are also held in memory, uncompressed: a call for one of them costs its decoding and hardly more. Default 256 MiB: the pages
     * of some two million bars, about ten years of a stock's minutes. 0 holds none. A history that is larger than that gains nothing from it when it is read
     * from its beginning again and again.
     */
    readonly memory?: number | undefined
    /** The most bytes that the answers take up in the store, compressed. Those that were not used for longest leave first. Default 1 GiB. */
    readonly maxSize?: number | undefined
  }

  /** What the cache did since its layer was built, and what its store holds. */
  interface Stats {
    /** Answers that came from the cache. */
    readonly hits: number
    /** Answers that may be kept, and had to be requested. */
    readonly misses: number
    /** Answers that left because others needed the room. */
    readonly evictions: number
    /** Answers in the store. */
    readonly entries: number
    /** Their size in bytes, compressed. */
    readonly bytes: number
  }

  /** The cache of a connection. */
  interface Service {
    /** What the cache did, and what it holds. Fails if the store does. */
    readonly stats: Effect.Effect<Stats, PlatformError.PlatformError>
  }
}

/** The version of what is stored. Entries of another one are not found. */
const version = "1"

/** Upper bound for the pages that are known to continue a final one. A stream asks for each soon after the page before it. */
const mostContinuations = 10_000

/** What stands around the rows of a document; `undefined` if the endpoint does not accept all of it. */
const envelopeOf = (endpoint: Endpoint.Any, bytes: Uint8Array, codeGeneration: boolean): Envelope.List | undefined => {
  const decoded: Either.Either<{ readonly envelope: Envelope.List }, unknown> =
    endpoint.kind === "single"
      ? endpoint.decode(bytes)
      : (codeGeneration ? endpoint.decoder : endpoint.decoder.withoutCodeGeneration).lazyRows(bytes)
  return Either.isRight(decoded) ? decoded.right.envelope : undefined
}

/** Where an answer stands: in this process, and in the store, whose names tell nothing. */
interface Place {
  readonly place: string
  readonly name: Effect.Effect<string, unknown>
}

const make = (
  service: MarketData.Service,
  shelf: Shelf.Shelf,
  options: Cache.Options & { readonly maxSize: number },
) => {
  const settling = Duration.toMillis(options.settling ?? "1 day")
  const memory = new Memory(options.memory ?? 256 * 1024 ** 2)
  const flights = new Flights()
  const counts = { hits: 0, misses: 0, evictions: 0 }
  /** Endpoints and URLs of pages that continue a final one. Their URLs hold a cursor in place of the range. */
  const continuations = new Set<string>()
  const placeOf = (endpoint: Endpoint.Any, url: string) => `${endpoint.name} ${url}`
  const continueAt = (endpoint: Endpoint.Any, url: string, next: string | undefined) => {
    const target = next && resolve(next, url)
    if (!target) return
    continuations.add(placeOf(endpoint, target))
    if (continuations.size > mostContinuations) continuations.delete(continuations.values().next().value!)
  }

  /** Until when an answer to a URL may be kept; `undefined` if it may not. */
  const untilOf = (endpoint: Endpoint.Any, url: string, now: number) =>
    Effect.map(Lifetime.isFinal(endpoint, url, settling), (isFinal) => {
      if (isFinal || continuations.has(placeOf(endpoint, url))) return Infinity
      const timeToLive = options.timeToLive?.[endpoint.name]
      return timeToLive === undefined ? undefined : now + Duration.toMillis(timeToLive)
    })

  /** The document of a place, if it may be kept until then. What was kept for a time does not become final. */
  const find = ({ name, place }: Place, until: number, now: number) =>
    Effect.gen(function* () {
      const isValid = (end: number) => end > now && (until === Infinity ? end === Infinity : end <= until)
      const held = memory.get(place)
      if (held !== undefined && isValid(held.until)) {
        yield* shelf.touch(held.name)
        return held.bytes
      }
      memory.delete(place)
      const stored = yield* name
      const sealed = yield* shelf.get(stored)
      if (Option.isNone(sealed)) return undefined
      const entry = yield* Effect.option(Entry.open(stored, sealed.value))
      if (Option.isSome(entry) && isValid(entry.value.until)) {
        memory.set(place, { ...entry.value, name: stored })
        yield* shelf.touch(stored, sealed.value.length)
        return entry.value.bytes
      }
      yield* shelf.remove(stored)
      return undefined
    })

  /** Keeps an entry in memory and in the store. */
  const keep = ({ name, place }: Place, entry: Entry.Entry) =>
    Effect.gen(function* () {
      const stored = yield* name
      memory.set(place, { ...entry, name: stored })
      const sealed = yield* Entry.seal(stored, entry)
      if (sealed.length <= options.maxSize) counts.evictions += yield* shelf.put(stored, sealed)
    })

  /** What stands around the rows of a document, if it is a whole answer and not a delayed one. */
  const keepable = (endpoint: Endpoint.Any, bytes: Uint8Array) => {
    if (service.redaction.bytes(bytes) !== undefined) return undefined
    const envelope = envelopeOf(endpoint, bytes, service.codeGeneration)
    const { status } = envelope ?? {}
    return status === "DELAYED" || ErrorResponse.isFailureWord(status) ? undefined : envelope
  }

  /** A store that fails is as if it were empty. */
  const attempt = <A, E>(what: string, effect: Effect.Effect<A, E>) =>
    Effect.catchAll(effect, (error) =>
      Effect.as(Effect.logDebug(`The cache could not ${what} an answer.`, error), undefined),
    )

  const get: MarketData.Service["get"] = (call) =>
    Effect.gen(function* () {
      const { deadline, endpoint, url } = call
      const now = yield* Clock.currentTimeMillis
      const until = yield* untilOf(endpoint, url, now)
      if (until === undefined) return yield* service.get(call)
      const place: Place = {
        place: placeOf(endpoint, url),
        name: Entry.nameOf(version, service.baseUrl.href, endpoint.name, url),
      }

      /** Reads a document that was kept; `undefined` if it is refused. */
      const answerWith = (bytes: Uint8Array) => {
        const answer = call.read({ bytes, requestId: undefined })
        if (Either.isLeft(answer)) return undefined
        counts.hits += 1
        call.span.attribute("candela.cached", true)
        if (until === Infinity && endpoint.kind === "history")
          continueAt(endpoint, url, endpoint.decoder.nextUrl(bytes))
        return { answer: answer.right, document: bytes }
      }
      const request = Effect.gen(function* () {
        counts.misses += 1
        let bytes = new Uint8Array()
        const read: typeof call.read = (received) => {
          // A copy: the buffer belongs to whoever reads.
          bytes = received.bytes.slice()
          return call.read(received)
        }
        const answer = yield* service.get({ ...call, read })
        const envelope = keepable(endpoint, bytes)
        if (envelope === undefined) return { answer, document: undefined }
        if (until === Infinity) continueAt(endpoint, url, envelope.next_url)
        yield* attempt("keep", keep(place, { bytes, until }))
        return { answer, document: bytes }
      })
      const readOrRequest = (document: Uint8Array | undefined) =>
        Effect.gen(function* () {
          return (document && answerWith(document)) ?? (yield* request)
        })
      const lead = Effect.flatMap(attempt("read", find(place, until, now)), readOrRequest)
      const patience = deadline === undefined ? Infinity : deadline.at - now
      return (yield* flights.join(place.place, lead, readOrRequest, patience)).answer
    })

  const stats = Effect.map(shelf.size, (size) => ({ ...counts, ...size }))
  return { get, stats }
}
