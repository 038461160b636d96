/**
 * Keeps responses that cannot change, so that repeated calls send nothing. Put the layer between
 * the services and the connection, and choose the store of the responses:
 *
 * ```ts
 * Stocks.layer.pipe(
 *   Layer.provide(Cache.layerFileSystem("market-data")),
 *   Layer.provide(MarketData.layer({ ... })),
 *   Layer.provide(NodeContext.layer),
 * )
 * ```
 *
 * Responses that an endpoint declares to be final (`Endpoint.Estimate`) are kept for ever: unadjusted
 * bars, and quotes, of ranges that have ended. Nothing else is kept, except for the endpoints in
 * `timeToLive`. The cache is checked first: a hit needs no permit of the rate limit and no retry. Cached
 * responses are decoded like received ones. Concurrent fibers with the same request share one request.
 *
 * Streams of such histories are cut at fixed instants, into pieces of a page or two, but of at
 * least a day. So a range from 2023 until now takes all past pieces from the cache, and requests
 * only the last one, on any day. A call for one page is sent unchanged.
 *
 * The most recently used responses are also held in memory, uncompressed (`memory`): repeated reads
 * of a history cost only their decoding.
 *
 * Responses with the status `DELAYED` are kept if their range ended before the plan's delay, too (`delay`):
 * such a plan may say `DELAYED` of every response. The end of a range is compared with this machine's clock
 * and with the service's, its `Date` header. Responses that are rejected by the schema, or repeat the key,
 * are not kept. A response without rows is kept for a short time only. If a kept page is rejected by a
 * newer schema, or the cursor of a kept page has expired, the pages are requested again, once.
 *
 * Responses belong to the base URL and the API key, or to a name of your own (`partition`). The
 * store contains no key: entry names depend on its fingerprint.
 *
 * A store that fails, or does not respond within 5 seconds, counts as empty; so does any store without `crypto.subtle`,
 * as on pages without HTTPS. A damaged or partially written entry does not match its digest, and is requested again.
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
import * as Record from "effect/Record"
import type * as Scope from "effect/Scope"
import type { Decoded } from "./declare/Decoder.js"
import type * as Envelope from "./declare/Envelope.js"
import * as ErrorResponse from "./internal/ErrorResponse.js"
import * as Accounts from "./internal/accounts.js"
import * as Entry from "./internal/cache/entry.js"
import { fingerprintOf } from "./internal/cache/fingerprint.js"
import { Flights } from "./internal/cache/flights.js"
import * as Folder from "./internal/cache/folder.js"
import { Memory } from "./internal/cache/memory.js"
import * as Pieces from "./internal/cache/pieces.js"
import * as Shelf from "./internal/cache/shelf.js"
import type { StepAnswer, Deadline, PageRows, StepOptions } from "./internal/http/service.js"
import * as Monotonic from "./internal/monotonic.js"
import * as OptionCheck from "./internal/OptionCheck.js"
import { waitFor } from "./internal/patience.js"
import type { InvalidOption } from "./InvalidOption.js"
import { MarketData } from "./MarketData.js"
import type { MarketDataError } from "./MarketDataError.js"
import * as Step from "./internal/Step.js"

/** Cache of responses. */
export class Cache extends Context.Tag("@candela/core/Cache")<Cache, Cache.Service>() {
  /** Makes the services of {@link Cache.layer}, for `Effect.provide`. */
  static readonly make = (
    options: Cache.Options = {},
  ): Effect.Effect<
    Context.Context<MarketData | Cache>,
    InvalidOption,
    MarketData | KeyValueStore.KeyValueStore | Scope.Scope
  > =>
    servicesOf(options, (maxSize) => Effect.flatMap(KeyValueStore.KeyValueStore, (store) => Shelf.make(store, maxSize)))

  /** Makes the services of {@link Cache.layerFileSystem}, for `Effect.provide`. */
  static readonly makeFileSystem = (
    directory: string,
    options: Cache.Options = {},
  ): Effect.Effect<
    Context.Context<MarketData | Cache>,
    InvalidOption | PlatformError.PlatformError,
    MarketData | FileSystem.FileSystem | Scope.Scope
  > =>
    servicesOf(options, (maxSize) =>
      Effect.flatMap(FileSystem.FileSystem, (files) => Folder.make(files, directory, maxSize)),
    )

  /**
   * Connection of the context that also keeps final responses in the `KeyValueStore`: in memory, or in a
   * browser. Such a store cannot list its entries; several processes that share one can lose track of them.
   * For files use {@link Cache.layerFileSystem}. Fails with `InvalidOption` if a size or a duration is none.
   */
  static readonly layer = (
    options: Cache.Options = {},
  ): Layer.Layer<MarketData | Cache, InvalidOption, MarketData | KeyValueStore.KeyValueStore> =>
    Layer.scopedContext(Cache.make(options))

  /**
   * Connection of the context that also keeps final responses in files of a folder. Several
   * processes may use it, and be killed: the folder never exceeds `maxSize`.
   */
  static readonly layerFileSystem = (
    directory: string,
    options: Cache.Options = {},
  ): Layer.Layer<MarketData | Cache, InvalidOption | PlatformError.PlatformError, MarketData | FileSystem.FileSystem> =>
    Layer.scopedContext(Cache.makeFileSystem(directory, options))

  /** Statistics of the cache of the context. */
  static readonly stats: Effect.Effect<Cache.Stats, PlatformError.PlatformError, Cache> = Effect.flatMap(
    Cache,
    ({ stats }) => stats,
  )
}

const servicesOf = <E, R>(options: Cache.Options, open: (maxSize: number) => Effect.Effect<Shelf.Shelf, E, R>) =>
  Effect.gen(function* () {
    const read = yield* readOptions(options)
    const shelf = yield* open(read.maxSize)
    yield* Effect.addFinalizer(() => Effect.ignore(waitFor(shelf.flush, 1000, () => "late")))
    const service = yield* Accounts.taken(MarketData)
    const { get, stats } = make(service, shelf, read)
    return Context.make(MarketData, { ...service, get, steps: Pieces.cutting(service.steps) }).pipe(
      Context.add(Cache, { stats }),
    )
  })

/** Options with their defaults. */
type Read = Effect.Effect.Success<ReturnType<typeof readOptions>>

const readOptions = (options: Cache.Options) => {
  const time = (name: keyof Cache.Options, value: Duration.DurationInput) =>
    Effect.map(OptionCheck.duration(`${name} of Cache`, value), Duration.toMillis)
  return Effect.all({
    timeToLive: Effect.all(Record.map(options.timeToLive ?? {}, (value) => time("timeToLive", value))),
    // protects: What may still change is not kept.
    // mutant: "less than the settling time ago": time("settling", options.settling ?? "1 day") → Effect.succeed(0)
    settling: time("settling", options.settling ?? "1 day"),
    delay: time("delay", options.delay ?? "8 hours"),
    empty: time("empty", options.empty ?? "1 hour"),
    memory: OptionCheck.size("memory of Cache", options.memory ?? 256 * 1024 ** 2),
    maxSize: OptionCheck.size("maxSize of Cache", options.maxSize ?? 1024 ** 3),
    partition: Effect.succeed(options.partition),
  })
}

/** Types of the cache. */
export declare namespace Cache {
  /** Options of a cache. */
  interface Options {
    /**
     * Lifetime of responses that are not final, by endpoint name: `{ "reference.tickers": "1 day" }`.
     * Pages of one history can then be from different times. Default: not kept.
     */
    readonly timeToLive?: Readonly<Record<string, Duration.DurationInput>> | undefined
    /**
     * Time after the end of its range in which a response may still change, due to delays and
     * corrections of the service. Default 1 day.
     */
    readonly settling?: Duration.DurationInput | undefined
    /**
     * Longest delay of the key's plan, added to `settling` for responses with the status `DELAYED`.
     * Default 8 hours, the delay of the service's lowest plan.
     */
    readonly delay?: Duration.DurationInput | undefined
    /**
     * Lifetime of a response without rows for a range that has ended: rows may come late, or the
     * key's plan may not include them yet. Default 1 hour.
     */
    readonly empty?: Duration.DurationInput | undefined
    /**
     * Owner of the responses. Default: the API key, by its fingerprint, as a rejected or empty response for
     * one key says nothing about another. Set a name of your own to share responses between keys with access
     * to the same data, or to keep them when the key changes. Responses always belong to the base URL.
     */
    readonly partition?: string | undefined
    /**
     * Maximum number of bytes of responses that are also held in memory, uncompressed: calls for them cost
     * little more than decoding. Default 256 MiB: the pages of some two million bars, about ten years of a
     * stock's minutes. 0 disables it. Repeated reads from the beginning of a larger history gain nothing.
     */
    readonly memory?: number | undefined
    /**
     * Maximum size of the responses in the store, compressed bytes. The least recently used ones
     * are evicted first. Default 1 GiB.
     */
    readonly maxSize?: number | undefined
  }

  /** Statistics of a cache since its layer was built, and the size of its store. */
  interface Stats {
    /** Number of responses from the cache. */
    readonly hits: number
    /** Number of cacheable responses that had to be requested. */
    readonly misses: number
    /** Number of responses evicted to make room. */
    readonly evictions: number
    /** Number of responses in the store. */
    readonly entries: number
    /** Size of the responses in the store, compressed bytes. */
    readonly bytes: number
  }

  /** The cache of a connection. */
  interface Service {
    /** Statistics of the cache. Fails if the store does. */
    readonly stats: Effect.Effect<Stats, PlatformError.PlatformError>
  }
}

/** Version of the stored format. Entries of other versions are not found. */
const version = "3"

/** Maximum wait of a call for the store, and the time for which a hanging store then counts as empty, milliseconds. */
const patience = 5_000
const pause = 60_000

/** Location of a response: in this process, and in the store, whose names reveal nothing. */
interface Place {
  readonly place: string
  readonly name: Effect.Effect<string, unknown>
}

/** Lifetime of a response. */
interface Lifetime {
  readonly isFinal: boolean
  /** Expiry of responses that are not kept for ever, epoch milliseconds. Entries that expire later are not used. */
  readonly latest: number
}

/** A decoded response and its document, which may be kept and is shared with concurrent fibers that request it. */
interface Found<R> {
  readonly decoded: Decoded<Envelope.List, R>
  readonly requestId: string | undefined
  readonly document: Uint8Array
}

const make = (service: MarketData.Service, shelf: Shelf.Shelf, options: Read) => {
  const { apiKey, baseUrl, redaction } = service.connection
  const { delay, empty, settling } = options
  const memory = new Memory(options.memory)
  const flights = new Flights<MarketDataError>()
  const counts = { hits: 0, misses: 0, evictions: 0 }
  /** Steps with responses from the cache: their cursors may have expired. */
  const fromCache = new WeakSet<Step.Step>()

  let fingerprint: Promise<string> | undefined
  /** Owner of the responses. */
  const partition =
    options.partition === undefined
      ? Effect.map(
          Effect.tryPromise(() => (fingerprint ??= fingerprintOf(apiKey, baseUrl.origin))),
          // protects: What one key was refused or got empty says nothing about another.
          // mutant: "say nothing about another key": }`, → .length}`,
          (bits) => `key ${bits}`,
        )
      : Effect.succeed(`name ${options.partition}`)

  const placeOf = ({ endpoint, path }: Step.Step, isFinal: boolean): Place => ({
    place: `${isFinal} ${endpoint.name} ${path}`,
    name: Effect.flatMap(partition, (partition) =>
      Entry.nameOf(version, partition, baseUrl.href, endpoint.name, path, String(isFinal)),
    ),
  })

  /** Lifetime of the response to a step; `undefined` if it may not be kept. */
  const lifetimeOf = (step: Step.Step, now: number) =>
    Effect.map(Step.isFinal(step, now - settling), (isFinal): Lifetime | undefined => {
      if (isFinal) return { isFinal, latest: now + empty }
      const timeToLive = options.timeToLive[step.endpoint.name]
      return timeToLive === undefined ? undefined : { isFinal, latest: now + timeToLive }
    })

  /**
   * Whether a response is complete, by the service's clock too, none of its rows is delayed, and it
   * can be used without comparing it with its request again.
   */
  const isKeepable = <R>(
    step: Step.Step,
    { decoded: { envelope, invalid, repeated }, document }: Found<R>,
    isFinal: boolean,
  ) =>
    Effect.gen(function* () {
      // protects: An answer with repeated rows is not kept: a cache would give them all.
      // mutant: "that repeats rows is not kept by a cache": without repeated === undefined &&
      // protects: An answer that repeats the key is not kept.
      // mutant: "of an answer that repeats the key": redaction.bytes(document) === undefined → document.length > 0
      const isWhole =
        !ErrorResponse.isFailureWord(envelope.status) &&
        invalid === undefined &&
        repeated === undefined &&
        redaction.bytes(document) === undefined
      const isDelayed = envelope.status === "DELAYED"
      // protects: Delayed data without a range are not kept.
      // mutant: "of delayed data of a list": without && !isDelayed
      if (!isWhole || !isFinal) return isWhole && !isDelayed
      const now = yield* Clock.currentTimeMillis
      // protects: Delayed data are not kept before the delay has passed.
      // mutant: "of delayed data, whose range ended less than": (isDelayed ? delay : 0) → 0
      // protects: A clock that is ahead of the service's keeps nothing that may change.
      // mutant: "that has not ended by the clock of the service": without (yield* service.serviceTime) ??
      const ended = Math.min(now, (yield* service.serviceTime) ?? now) - settling - (isDelayed ? delay : 0)
      return yield* Step.isFinal(step, ended)
    })

  let idleUntil = 0
  /** Bounds an operation of the store in time. A hanging store is not used again for a while. */
  // protects: A store that hangs does not hold a call past its deadline.
  // mutant: "does not hold a call past its deadline": Math.min(patience, (deadline?.at ?? Infinity) - now) → patience
  const inTime =
    (deadline: Deadline | undefined) =>
    <A, E>(operation: Effect.Effect<A, E>) =>
      Effect.flatMap(Monotonic.now, (now) =>
        now < idleUntil
          ? Effect.fail("the store hung a short time ago")
          : waitFor(operation, Math.min(patience, (deadline?.at ?? Infinity) - now), () => {
              // protects: A store that hangs is not waited for again and again.
              // mutant: "and then not for a while: ": now + patience + pause → 0
              if ((deadline?.at ?? Infinity) - now >= patience) idleUntil = now + patience + pause
              return "the store does not respond in time"
            }),
      )

  /** A failing or hanging store counts as empty. */
  const attempt = <A, E>(what: string, effect: Effect.Effect<A, E>) =>
    Effect.catchAll(effect, (error) =>
      Effect.as(Effect.logDebug(`The cache could not ${what} a response.`, error), undefined),
    )

  const get = <R extends PageRows>(
    first: Step.Step,
    call: StepOptions<R>,
  ): Effect.Effect<StepAnswer<R>, MarketDataError> =>
    Effect.gen(function* () {
      const { deadline } = call
      const now = yield* Clock.currentTimeMillis
      const lifetime = yield* lifetimeOf(first, now)
      if (lifetime === undefined) return yield* service.get(first, call)
      const { isFinal, latest } = lifetime
      const bounded = inTime(deadline)

      /** Finds the document of a place, if it may still be used. */
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
          if (Option.isSome(entry) && isValid(entry.value.until)) {
            memory.set(place, { ...entry.value, name: stored })
            yield* shelf.touch(stored, sealed.value.length)
            return entry.value.bytes
          }
          yield* bounded(shelf.remove(stored))
          return undefined
        })

      /** Stores a response in memory and in the store, if it may be kept. */
      const keep = (step: Step.Step, found: Found<PageRows>) =>
        Effect.gen(function* () {
          if (!(yield* isKeepable(step, found, isFinal))) return
          const { name, place } = placeOf(step, isFinal)
          const stored = yield* name
          // protects: An answer without rows is kept for a short time only.
          // mutant: "keeps an answer without rows for an hour": without && found.decoded.rows.length > 0
          const entry = { bytes: found.document, until: isFinal && found.decoded.rows.length > 0 ? Infinity : latest }
          memory.set(place, { ...entry, name: stored })
          counts.evictions += yield* bounded(
            Effect.flatMap(Entry.seal(stored, entry), (sealed) => shelf.put(stored, sealed)),
          )
        })

      /** Decodes a kept document; `undefined` if it is rejected because the declaration of the endpoint has changed. */
      const read = (document: Uint8Array): Found<R> | undefined => {
        const decoded = call.decode(document, call.skipping)
        // protects: A kept page that a newer schema refuses is requested anew.
        // mutant: "where a newer schema refuses them": ) || decoded.right.invalid !== undefined) return undefined → ))
        // throw decoded.left
        if (Either.isLeft(decoded) || decoded.right.invalid !== undefined) return undefined
        call.onDocument?.(document)
        counts.hits += 1
        fromCache.add(first)
        call.span.attribute("candela.cached", true)
        return { decoded: decoded.right, requestId: undefined, document }
      }

      const ask = (step: Step.Step) =>
        Effect.gen(function* () {
          let document = new Uint8Array()
          const onDocument = (bytes: Uint8Array) => {
            // A copy, because the buffer of the bytes is reused.
            document = bytes.slice()
            call.onDocument?.(bytes)
          }
          const { page, requestId } = yield* service.get(step, { ...call, postpone: false, onDocument })
          const found: Found<R> = { decoded: yield* page, requestId, document }
          yield* attempt("keep", keep(step, found))
          return found
        })

      /**
       * Requests the kept pages before this one again, whose cursor the service rejects. Returns
       * its new step; `undefined` if the pages have changed and rows would be lost or repeated.
       */
      const renewed = Effect.gen(function* () {
        let step: Step.Step | undefined
        if (first.previous === undefined || !fromCache.has(first.previous)) return undefined
        for (const old of Step.before(first)) {
          step ??= old
          const kept = yield* attempt("read", find(placeOf(old, isFinal)))
          const { decoded, document } = yield* ask(step)
          // protects: Old pages of a history are not mixed with new ones.
          // mutant: "fails rather than to mix old pages with new ones": without || !haveSameRows(kept, document)
          if (kept === undefined || !haveSameRows(kept, document)) return undefined
          const { next_url: next } = decoded.envelope
          step = next === undefined ? undefined : Step.next(step, next)
          if (step === undefined) return undefined
        }
        return step
      })

      const request = Effect.suspend(() => {
        counts.misses += 1
        // protects: A history goes on where the cursor of a kept page has expired.
        // mutant: "goes on where the cursor of the kept page ": ask(step → Effect.fail(error
        return Effect.catchIf(ask(first), isOfCursor, (error) =>
          Effect.flatMap(renewed, (step) => (step === undefined ? Effect.fail(error) : ask(step))),
        )
      })
      const readOrRequest = (document: Uint8Array | undefined) =>
        Effect.suspend(() => {
          const found = document && read(document)
          return found === undefined ? request : Effect.succeed(found)
        })
      const place = placeOf(first, isFinal)
      const lead = Effect.flatMap(attempt("read", find(place)), readOrRequest)
      const until = deadline?.at ?? Infinity
      const { decoded, requestId } = yield* flights.join(place.place, lead, readOrRequest, {
        patience: until - now,
        until,
      })
      return { next: decoded.envelope.next_url, requestId, page: Effect.succeed(decoded) }
    })

  const timedOut = () => new PlatformError.SystemError({ module: "KeyValueStore", method: "stats", reason: "TimedOut" })
  const stats = Effect.map(waitFor(shelf.size, patience, timedOut), (size) => ({ ...counts, ...size }))
  return { get, stats }
}

/** Whether an error may come from an expired cursor. */
const isOfCursor = (error: MarketDataError) =>
  error._tag === "Conflict" || error._tag === "NotFound" || (error._tag === "ServiceError" && error.status === 410)

/** Whether two documents differ at most in `next_url` and `request_id`. */
const haveSameRows = (one: Uint8Array, other: Uint8Array) => {
  const [first, second] = [one, other].map((bytes) => {
    const document: object = JSON.parse(new TextDecoder().decode(bytes))
    return JSON.stringify({ ...document, next_url: undefined, request_id: undefined })
  })
  return first === second
}
