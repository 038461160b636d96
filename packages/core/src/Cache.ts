/**
 * Keeps answers that cannot change, so that a program that asks again sends nothing. Put the layer between the services and the connection, and choose where the
 * answers are kept:
 *
 * ```ts
 * Stocks.layer.pipe(
 *   Layer.provide(Cache.layerFileSystem("market-data")),
 *   Layer.provide(MarketData.layer({ ... })),
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
 * Not kept are answers that say `DELAYED`, that the schema refuses, or that repeat the key. An answer without rows is kept for a short time only. Where a kept page
 * is refused by a newer schema, or where the cursor of a kept page has expired, the pages are requested anew, once.
 *
 * Answers belong to the base URL and to the API key, or to a name of your own (`partition`). The store holds no key: names of entries depend on a fingerprint of it.
 *
 * A store that fails, or that does not answer within 5 seconds, is as if it were empty; so is any store where `crypto.subtle` is missing, as on pages without HTTPS.
 * An entry that was damaged or half written does not match its digest, and is requested anew.
 *
 * @module
 */
import * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
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
import { Continuations } from "./internal/cache/continuations.js"
import * as Entry from "./internal/cache/entry.js"
import { fingerprintOf } from "./internal/cache/fingerprint.js"
import { Flights } from "./internal/cache/flights.js"
import * as Folder from "./internal/cache/folder.js"
import * as Lifetime from "./internal/cache/lifetime.js"
import { Memory } from "./internal/cache/memory.js"
import * as Pieces from "./internal/cache/pieces.js"
import * as Shelf from "./internal/cache/shelf.js"
import { resolve } from "./internal/http/nextUrl.js"
import type { Deadline } from "./internal/http/service.js"
import * as Monotonic from "./internal/monotonic.js"
import { waitFor } from "./internal/patience.js"
import * as Shards from "./internal/stream/requests.js"
import { MarketData } from "./MarketData.js"
import type { MarketDataError } from "./MarketDataError.js"

/** A cache of answers. */
export class Cache extends Context.Tag("@candela/core/Cache")<Cache, Cache.Service>() {
  /**
   * The connection of the context, which also keeps what cannot change in the `KeyValueStore`: in memory, or in a browser. Such a store cannot list what it holds;
   * several processes that share one can lose track of entries. For files use {@link Cache.layerFileSystem}.
   */
  static readonly layer = (
    options: Cache.Options = {},
  ): Layer.Layer<MarketData | Cache, never, MarketData | KeyValueStore.KeyValueStore> =>
    layerOf(
      Effect.flatMap(KeyValueStore.KeyValueStore, (store) => Shelf.make(store, options.maxSize ?? defaultSize)),
      options,
    )

  /**
   * The connection of the context, which also keeps what cannot change in files of a folder. Several processes may use it, and be killed: the folder never holds
   * more than `maxSize`.
   */
  static readonly layerFileSystem = (
    directory: string,
    options: Cache.Options = {},
  ): Layer.Layer<MarketData | Cache, PlatformError.PlatformError, MarketData | FileSystem.FileSystem> =>
    layerOf(
      Effect.flatMap(FileSystem.FileSystem, (files) => Folder.make(files, directory, options.maxSize ?? defaultSize)),
      options,
    )

  /** What the cache of the context did, and what it holds. */
  static readonly stats: Effect.Effect<Cache.Stats, PlatformError.PlatformError, Cache> = Effect.flatMap(
    Cache,
    ({ stats }) => stats,
  )
}

const defaultSize = 1024 ** 3

const layerOf = <E, R>(open: Effect.Effect<Shelf.Shelf, E, R>, options: Cache.Options) =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const shelf = yield* open
      yield* Effect.addFinalizer(() => Effect.ignore(waitFor(shelf.flush, 1000, () => "late")))
      const service = yield* MarketData
      const { get, stats } = make(service, shelf, options)
      const requests = Pieces.cutting(service.requests ?? Shards.of)
      return Context.make(MarketData, { ...service, get, requests }).pipe(Context.add(Cache, { stats }))
    }),
  )

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
     * How long an answer without rows is kept, of a range that is over: rows may come late, or the plan of the key may not show them yet. Default 1 hour.
     */
    readonly empty?: Duration.DurationInput | undefined
    /**
     * Whose answers these are. By default they belong to the API key, by a fingerprint of it: what one key was refused or got empty says nothing about another.
     * Give a name of your own to share answers between keys that may see the same data, or to keep them when the key changes. In any case they belong to the base
     * URL.
     */
    readonly partition?: string | undefined
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
const version = "2"

/** Upper bound for the pages that are known to continue a final one. A stream asks for each soon after the page before it. */
const mostContinuations = 10_000

/** How long a call waits for the store, and for how long one that hangs is then taken for empty: milliseconds. */
const patience = 5_000
const pause = 60_000

/** What stands around the rows of a document, and how many these are; `undefined` if the endpoint does not accept all of it. */
const contentOf = (endpoint: Endpoint.Any, bytes: Uint8Array, codeGeneration: boolean) => {
  const decoded: Either.Either<
    { readonly envelope: Envelope.List; readonly rows: { readonly length: number } },
    unknown
  > =
    endpoint.kind === "single"
      ? endpoint.decode(bytes)
      : (codeGeneration ? endpoint.decoder : endpoint.decoder.withoutCodeGeneration).lazyRows(bytes)
  return Either.getOrUndefined(decoded)
}

/** Where an answer stands: in this process, and in the store, whose names tell nothing. */
interface Place {
  readonly place: string
  readonly name: Effect.Effect<string, unknown>
}

/** How long an answer may be kept. */
interface Lifetime {
  readonly isFinal: boolean
  /** The end of what is kept for a time only, epoch milliseconds. Nothing is used that ends later. */
  readonly latest: number
}

const make = (service: MarketData.Service, shelf: Shelf.Shelf, options: Cache.Options) => {
  const settling = Duration.toMillis(options.settling ?? "1 day")
  const empty = Duration.toMillis(options.empty ?? "1 hour")
  const memory = new Memory(options.memory ?? 256 * 1024 ** 2)
  const flights = new Flights<MarketDataError>()
  const counts = { hits: 0, misses: 0, evictions: 0 }
  const continuations = new Continuations(mostContinuations)

  let fingerprint: Promise<string> | undefined
  /** Whose answers these are. */
  const partition =
    options.partition === undefined
      ? Effect.map(
          Effect.tryPromise(() => (fingerprint ??= fingerprintOf(service.apiKey, service.baseUrl.origin))),
          (bits) => `key ${bits}`,
        )
      : Effect.succeed(`name ${options.partition}`)

  const placeOf = (endpoint: Endpoint.Any, url: string, isFinal: boolean): Place => ({
    place: `${isFinal} ${endpoint.name} ${url}`,
    name: Effect.flatMap(partition, (partition) =>
      Entry.nameOf(version, partition, service.baseUrl.href, endpoint.name, url, String(isFinal)),
    ),
  })

  /** How long an answer to a URL may be kept; `undefined` if it may not. */
  const lifetimeOf = (endpoint: Endpoint.Any, url: string, now: number) =>
    Effect.map(Lifetime.isFinal(endpoint, url, settling), (isFinal): Lifetime | undefined => {
      if (isFinal || continuations.has(endpoint, url)) return { isFinal: true, latest: now + empty }
      const timeToLive = options.timeToLive?.[endpoint.name]
      return timeToLive === undefined ? undefined : { isFinal, latest: now + Duration.toMillis(timeToLive) }
    })

  /** What a document holds, if it is a whole answer and not a delayed one. */
  const keepable = (endpoint: Endpoint.Any, bytes: Uint8Array) => {
    if (service.redaction.bytes(bytes) !== undefined) return undefined
    const content = contentOf(endpoint, bytes, service.codeGeneration)
    const status = content?.envelope.status
    return status === "DELAYED" || ErrorResponse.isFailureWord(status) ? undefined : content
  }

  let idleUntil = 0
  /** What the store does, in time. A store that hangs is not asked again for a while. */
  const inTime =
    (deadline: Deadline | undefined) =>
    <A, E>(operation: Effect.Effect<A, E>) =>
      Effect.flatMap(Monotonic.now, (now) =>
        now < idleUntil
          ? Effect.fail("the store hung a short time ago")
          : waitFor(operation, Math.min(patience, (deadline?.at ?? Infinity) - now), () => {
              if ((deadline?.at ?? Infinity) - now >= patience) idleUntil = now + patience + pause
              return "the store does not answer in time"
            }),
      )

  /** A store that fails or hangs is as if it were empty. */
  const attempt = <A, E>(what: string, effect: Effect.Effect<A, E>) =>
    Effect.catchAll(effect, (error) =>
      Effect.as(Effect.logDebug(`The cache could not ${what} an answer.`, error), undefined),
    )

  const get: MarketData.Service["get"] = (call) =>
    Effect.gen(function* () {
      const { deadline, endpoint, url } = call
      const now = yield* Clock.currentTimeMillis
      const lifetime = yield* lifetimeOf(endpoint, url, now)
      if (lifetime === undefined) return yield* service.get(call)
      const { isFinal, latest } = lifetime
      const bounded = inTime(deadline)

      /** The document of a place, if it may still be used. */
      const find = ({ name, place }: Place) =>
        Effect.gen(function* () {
          const isValid = (end: number) => end > now && ((isFinal && end === Infinity) || end <= latest)
          const held = memory.get(place)
          if (held !== undefined && isValid(held.until)) {
            yield* shelf.touch(held.name)
            return held.bytes
          }
          memory.delete(place)
          const stored = yield* name
          const sealed = yield* bounded(shelf.get(stored))
          if (Option.isNone(sealed)) return undefined
          const entry = yield* Effect.option(Entry.open(stored, sealed.value))
          // An endpoint may be declared in another way since.
          if (Option.isSome(entry) && isValid(entry.value.until) && keepable(endpoint, entry.value.bytes)) {
            memory.set(place, { ...entry.value, name: stored })
            yield* shelf.touch(stored, sealed.value.length)
            return entry.value.bytes
          }
          yield* bounded(shelf.remove(stored))
          return undefined
        })

      /** Keeps a document in memory and in the store, if it may be kept. */
      const keep = (url: string, bytes: Uint8Array) =>
        Effect.gen(function* () {
          const content = keepable(endpoint, bytes)
          if (content === undefined) return
          if (isFinal) continuations.add(endpoint, url, content.envelope.next_url, false)
          const { name, place } = placeOf(endpoint, url, isFinal)
          const stored = yield* name
          const entry = { bytes, until: isFinal && content.rows.length > 0 ? Infinity : latest }
          memory.set(place, { ...entry, name: stored })
          counts.evictions += yield* bounded(
            Effect.flatMap(Entry.seal(stored, entry), (sealed) => shelf.put(stored, sealed)),
          )
        })

      /** Reads a document that was kept; `undefined` if it is refused. */
      const answerWith = (bytes: Uint8Array) => {
        const answer = call.read({ bytes, requestId: undefined })
        if (Either.isLeft(answer)) return undefined
        counts.hits += 1
        call.span.attribute("candela.cached", true)
        if (isFinal && endpoint.kind === "history")
          continuations.add(endpoint, url, endpoint.decoder.nextUrl(bytes), true)
        return { answer: answer.right, document: bytes }
      }

      const ask = (url: string) =>
        Effect.gen(function* () {
          let document = new Uint8Array()
          const read: typeof call.read = (received) => {
            // A copy: the buffer belongs to whoever reads.
            document = received.bytes.slice()
            return call.read(received)
          }
          const answer = yield* service.get({ ...call, url, read })
          yield* attempt("keep", keep(url, document))
          return { answer, document }
        })

      /**
       * Asks anew for the kept pages that lead to this one, whose cursor the service refuses. Gives where it is now; `undefined` where the pages have changed, and
       * rows would be lost or repeated.
       */
      const renewed = Effect.gen(function* () {
        const pages = continuations.before(endpoint, url)
        let target = pages[0]
        for (const page of pages) {
          if (target === undefined) return undefined
          const kept = yield* attempt("read", find(placeOf(endpoint, page, isFinal)))
          const read = ({ bytes }: { readonly bytes: Uint8Array }) => Either.right(bytes.slice())
          const fresh = yield* service.get({ ...call, buffers: undefined, url: target, read })
          yield* attempt("keep", keep(target, fresh))
          if (kept === undefined || !haveSameRows(kept, fresh)) return undefined
          const next = keepable(endpoint, fresh)?.envelope.next_url
          target = next && resolve(next, target)
        }
        return target
      })

      const request = Effect.suspend(() => {
        counts.misses += 1
        return Effect.catchIf(ask(url), isOfCursor, (error) =>
          Effect.flatMap(renewed, (target) => (target === undefined ? Effect.fail(error) : ask(target))),
        )
      })
      const readOrRequest = (document: Uint8Array | undefined) =>
        Effect.suspend(() => {
          const answer = document && answerWith(document)
          return answer === undefined ? request : Effect.succeed(answer)
        })
      const place = placeOf(endpoint, url, isFinal)
      const lead = Effect.flatMap(attempt("read", find(place)), readOrRequest)
      const until = deadline?.at ?? Infinity
      return (yield* flights.join(place.place, lead, readOrRequest, { patience: until - now, until })).answer
    })

  const timedOut = () => new PlatformError.SystemError({ module: "KeyValueStore", method: "stats", reason: "TimedOut" })
  const stats = Effect.map(waitFor(shelf.size, patience, timedOut), (size) => ({ ...counts, ...size }))
  return { get, stats }
}

/** Whether an error may be of a cursor that has expired. */
const isOfCursor = (error: MarketDataError) =>
  error._tag === "Conflict" || error._tag === "NotFound" || (error._tag === "ServiceError" && error.status === 410)

/** Whether two documents differ at most in where they continue and in the name of their request. */
const haveSameRows = (one: Uint8Array, other: Uint8Array) => {
  const [first, second] = [one, other].map((bytes) => {
    const document: object = JSON.parse(new TextDecoder().decode(bytes))
    return JSON.stringify({ ...document, next_url: undefined, request_id: undefined })
  })
  return first === second
}
