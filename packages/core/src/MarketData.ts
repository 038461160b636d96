/**
 * Connection to a market-data service: URL, API key, and sending of requests. All services of an
 * application share one `MarketData` layer, and with it the rate limit.
 *
 * @module
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as Config from "effect/Config"
import type { ConfigError } from "effect/ConfigError"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Accounts from "./internal/accounts.js"
import * as Configuration from "./internal/configuration.js"
import * as Connections from "./Connection.js"
import { Connection } from "./Connection.js"
import type { Decoded } from "./declare/Decoder.js"
import type * as Endpoint from "./declare/Endpoint.js"
import type * as Envelope from "./declare/Envelope.js"
import { decode, isEnd, type Result } from "./internal/http/decode.js"
import * as Gate from "./internal/http/gate.js"
import type * as Http from "./internal/http/service.js"
import * as Spans from "./internal/http/spans.js"
import * as Transport from "./internal/http/transport.js"
import * as Stopwatch from "./internal/http/stopwatch.js"
import * as Monotonic from "./internal/monotonic.js"
import * as NoRows from "./internal/stream/noRows.js"
import { inOneGo } from "./internal/inOneGo.js"
import type { InvalidOption } from "./InvalidOption.js"
import type * as Method from "./Method.js"
import { PaginationError, RateLimited, TimeoutError, TransportError, type MarketDataError } from "./MarketDataError.js"
import type * as RateLimit from "./RateLimit.js"
import * as Retry from "./Retry.js"
import type { Permit } from "./internal/Semaphore.js"
import * as Step from "./internal/Step.js"
import * as Telemetry from "./Telemetry.js"
import * as TimeLimit from "./internal/TimeLimit.js"

/** Connection to a market-data service. */
export class MarketData extends Context.Tag("@candela/core/MarketData")<MarketData, MarketData.Service>() {
  /** Makes the connection of {@link MarketData.layer}. */
  static readonly make = (
    options: MarketData.Options,
  ): Effect.Effect<MarketData.Service, InvalidOption, HttpClient.HttpClient | Scope.Scope> =>
    Effect.flatMap(Connections.make(options, Connections.sourcesIn("MarketData.make")), (connection) =>
      Effect.provideService(make(options), Connection, connection),
    )

  /**
   * Connection with the given options. Fails with `InvalidOption` if the base URL is not an absolute `http`
   * or `https` URL, if the key is not valid in an HTTP header, or if a number of the rate limit is not.
   *
   * ```ts
   * MarketData.layer({ baseUrl: "http://127.0.0.1:8787", apiKey: Redacted.make("..."), rateLimit: RateLimit.free })
   * ```
   */
  static readonly layer = (
    options: MarketData.Options,
  ): Layer.Layer<MarketData | Connection, InvalidOption, HttpClient.HttpClient> =>
    layerOf(options, Connections.sourcesIn("MarketData.layer"))

  /**
   * {@link MarketData.layer} with options from the configuration of a program, by default its environment. Each
   * option, or a part of it, may be a `Config`. Base URL and key come from `MARKET_DATA_URL` and
   * `MARKET_DATA_API_KEY`, unless others are given. Fails with one `ConfigError` that names all missing variables.
   *
   * ```ts
   * MarketData.layerConfig()
   * MarketData.layerConfig({
   *   timeout: Config.duration("TIMEOUT"),
   *   retryBudget: { share: Config.number("RETRY_SHARE") },
   *   rateLimit: Config.integer("REQUESTS_PER_MINUTE").pipe(
   *     Config.map((limit) => RateLimit.make({ limit, interval: "1 minute" })),
   *   ),
   * })
   * ```
   */
  static readonly layerConfig = (
    options: Config.Config.Wrap<MarketData.Options> | MarketData.ConfigOptions = {},
  ): Layer.Layer<MarketData | Connection, ConfigError | InvalidOption, HttpClient.HttpClient> =>
    Layer.unwrapEffect(Effect.map(Configuration.read<MarketData.Options>(options), (read) => layerOf(...read)))

  /** Connection on the `Connection` of the context, which other channels to the service may share. */
  static readonly layerOn = (
    settings: MarketData.Settings = {},
  ): Layer.Layer<MarketData, InvalidOption, Connection | HttpClient.HttpClient> =>
    Layer.scoped(MarketData, make(settings))
}

const layerOf = (options: MarketData.Options, sources: Connection.Sources) =>
  Layer.provideMerge(MarketData.layerOn(options), Connections.layerOf(Connections.make(options, sources)))

/** Types of the connection. */
export declare namespace MarketData {
  /** Options of sending, retries and the rate limit. */
  interface Settings extends Transport.Settings {
    /** Default retry policy; an option of a call or stream overrides it. Default: `Retry.standard`. */
    readonly retry?: Retry.Policy | undefined
    /**
     * Number of retries that the layer may make. Default: a fifth of its calls, and 10 in reserve.
     * When they are used up, a call fails with its error, marked `notRetried`. Retries after a 429
     * are not counted: its pause holds back all requests.
     */
    readonly retryBudget?: Retry.BudgetOptions | undefined
    /**
     * Number of requests per interval: `RateLimit.free`,
     * `RateLimit.make({ limit: 100, interval: "1 second" })`. Default: no limit. A 429 always pauses all
     * requests: until its `Retry-After`, or else for the longest interval, or the delay of the retry policy if
     * that is longer. With a client that does not report the time of sending, such as `fetch`, a request counts
     * from the arrival of its response's headers, or from one second after its start if that is earlier.
     */
    readonly rateLimit?: RateLimit.RateLimit | undefined
    /**
     * Default total time limit of a call, including waits and retries; an option of the call overrides
     * it, with `Duration.infinity` for none. It does not apply to streams, whose time is also their
     * consumer's, and depends on how much they are asked for: give each its own. Default: no limit.
     */
    readonly deadline?: Method.CallOptions["deadline"]
    /**
     * Default treatment of invalid rows in calls: they fail the call, or are omitted and reported. Default `"fail"`.
     */
    readonly onInvalidRow?: Method.CallOptions["onInvalidRow"]
    /**
     * Whether decoders may be compiled with `new Function`. Set to false under a Content-Security-Policy. Default true.
     */
    readonly codeGeneration?: boolean | undefined
  }

  /** Options of `MarketData.layer`. */
  interface Options extends Settings, Connection.Options {}

  /** Options of `MarketData.layerConfig`. */
  type ConfigOptions = Configuration.Wrap<Options>

  /** Service below the domain services. */
  interface Service extends Http.HttpService {}
}

/** Makes the service on the connection of the context. */
const make = (
  options: MarketData.Settings,
): Effect.Effect<MarketData.Service, InvalidOption, Connection | HttpClient.HttpClient | Scope.Scope> =>
  Effect.gen(function* () {
    const connection = yield* Accounts.taken(Connection)
    const { codeGeneration = true, deadline, onInvalidRow, retry: policy = Retry.standard } = options
    const { baseUrl, keyFrom, redaction, urlFrom } = connection
    const budget = Retry.budget(options.retryBudget)
    const gate = yield* Gate.make(options.rateLimit, options.transformClient && Infinity)
    const transport = yield* Transport.make(connection, gate, options)
    /** Removes the key from an error, and adds the setting of a rejected key or a wrong URL. */
    const presentable = (error: MarketDataError): MarketDataError =>
      redaction.error(
        error,
        error._tag === "Unauthorized"
          ? { keyFrom }
          : error._tag === "TransportError" || "foreign" in error
            ? { origin: baseUrl.origin, urlFrom }
            : undefined,
      )
    const closed = Effect.unsafeMakeLatch()
    let isClosed = false
    yield* Effect.addFinalizer(() => {
      isClosed = true
      // protects: A layer that closes ends its calls.
      // mutant: "ends its calls at once": closed.open → Effect.void
      return closed.open
    })
    const closedError = (endpoint: Endpoint.Any) =>
      new TransportError({ endpoint: endpoint.name, reason: "Closed", detail: "the MarketData layer is closed" })

    /**
     * Requests a step until `read` accepts the response, an error is final, or the retries are used up.
     * `failure` is the error of an earlier attempt: the retry policy decides whether there is another one.
     */
    const request = <A>(
      step: Step.Step,
      { buffers, deadline, onDocument, retry = policy, span }: Http.StepOptions<Http.PageRows>,
      read: (received: Transport.Received) => Either.Either<A, MarketDataError>,
      failure?: MarketDataError,
    ): Effect.Effect<A, MarketDataError> =>
      Effect.uninterruptibleMask((restore) => {
        const { endpoint } = step
        const until = deadline?.at ?? Infinity
        let stopwatch: Stopwatch.Stopwatch | undefined
        const expired = (reason?: string) =>
          new TimeoutError({ endpoint: endpoint.name, timeout: deadline!.timeout, ...(reason && { reason }) })
        // protects: A call whose deadline comes before its place in the rate limit ends at once.
        // mutant: "ends the call at once": >= until → < 0
        const refusal: Gate.Refuse = ({ isTooLong, milliseconds, reason, until: end }) =>
          end >= until
            ? expired(reason)
            : isTooLong
              ? new RateLimited({ endpoint: endpoint.name, detail: reason, retryAfter: Duration.millis(milliseconds) })
              : undefined
        /** Fails when the deadline passes, with the reason if the request has not been sent. */
        const late = () =>
          Effect.flatMap(gate.delay(), ({ reason }) => expired(stopwatch?.isRunning() ? undefined : reason))
        const answer = (turn?: Permit) => {
          const endTurn = () => turn?.release()
          let attempt = 0
          const place = gate.place()
          const sends = Spans.sends(span, connection, step)
          const left = Effect.sync(() => {
            sends.end(Exit.interrupt(FiberId.none))
            place.release()
            endTurn()
          })
          const once = Effect.gen(function* () {
            if (isClosed) return yield* closedError(endpoint)
            if ((yield* Monotonic.now) >= until) return yield* expired()
            attempt += 1
            if (attempt === 1 && failure !== undefined) return yield* Effect.fail(failure)
            span.attribute("candela.attempts", attempt)
            if (attempt > 1) yield* Telemetry.update(Telemetry.retries, endpoint, 1)
            stopwatch = Stopwatch.make(endTurn)
            yield* Effect.uninterruptibleMask(place.take)
            // protects: A request is sent again beside the retry policy in the first attempt alone.
            // mutant: "in the first attempt alone": attempt === 1 → true
            return yield* transport({ step, span, sends, stopwatch, refusal, buffers, resend: attempt === 1 }).pipe(
              Effect.ensuring(Effect.sync(endTurn)),
              Effect.tapBoth({
                onFailure: (error) => Effect.sync(() => error._tag === "RateLimited" || place.release()),
                onSuccess: () => Effect.sync(() => (place.release(), gate.succeeded())),
              }),
              Effect.flatMap((received) => {
                onDocument?.(received.bytes)
                const result = read(received)
                if (Either.isRight(result)) sends.end(Exit.void)
                return result
              }),
              Effect.mapError((error) => {
                const shown = presentable(error)
                sends.end(Exit.fail(shown))
                return shown
              }),
            )
          })
          const deadlinePasses =
            deadline &&
            Monotonic.now.pipe(
              Effect.flatMap((now) => Effect.sleep(until - now)),
              Effect.flatMap(late),
            )
          const closing = Effect.flatMap(closed.await, () => closedError(endpoint))
          budget.earn()
          // Interrupted before its fibers have started, a race waits for them forever.
          const race = Effect.raceFirst(
            Retry.retry(retry, { budget, until, pause: gate.pause })(once),
            // protects: A call ends at its deadline, and its request with it.
            // mutant: "ends a call, with its request": without deadlinePasses ? inOneGo(Effect.raceFirst(closing,
            // deadlinePasses)) :
            Effect.interruptible(deadlinePasses ? inOneGo(Effect.raceFirst(closing, deadlinePasses)) : closing),
          )
          // protects: Timeout and deadline of a call hold in a region that cannot be interrupted.
          // mutant: "the timeout and the deadline end": TimeLimit.enforced(Effect.withParentSpan(inOneGo(race), span) →
          // Effect.withParentSpan(inOneGo(race), span
          return Effect.ensuring(restore(TimeLimit.enforced(Effect.withParentSpan(inOneGo(race), span))), left)
        }
        // A call waits for its turn once: its retries precede calls that have not begun.
        return failure ? answer() : Effect.flatMap(gate.turn(restore, span, refusal, until, late), answer)
      })

    const get: MarketData.Service["get"] = <R extends Http.PageRows>(step: Step.Step, call: Http.StepOptions<R>) => {
      const { endpoint } = step
      const { buffers, postpone } = call
      const read = (received: Transport.Received): Result<R> => {
        const result = decode(connection, step, call, received)
        buffers?.release(received.bytes)
        return result
      }
      const postponed = (received: Transport.Received, next: string): Http.StepAnswer<R> => {
        const readAgain = (received: Transport.Received) =>
          Either.flatMap(read(received), (decoded): Result<R> =>
            decoded.envelope.next_url === next
              ? Either.right(decoded)
              : Either.left(
                  new PaginationError({
                    endpoint: endpoint.name,
                    page: step.page,
                    detail: "its next_url has two values. Start again from the last row",
                  }),
                ),
          )
        let result: Result<R> | undefined
        const page = Effect.suspend((): Effect.Effect<Decoded<Envelope.List, R>, MarketDataError> => {
          result ??= readAgain(received)
          // protects: A page that was cut is requested again, also when its next_url was looked at first.
          // mutant: "a page that is cut after a row is retried": "TransportError" → "TimeoutError"
          return Either.isLeft(result) && result.left._tag === "TransportError"
            ? request(step, call, readAgain, result.left)
            : result
        })
        return { next, requestId: received.requestId, page }
      }
      let isLast = false
      let isEmpty = false
      const once = request(step, call, (received) => {
        isLast = isEnd(step, received)
        isEmpty = false
        const next = postpone ? nextUrlOf(endpoint, received.bytes) : undefined
        return next === undefined
          ? Either.map(read(received), (decoded): Http.StepAnswer<R> => {
              const { next_url } = decoded.envelope
              isEmpty = decoded.rows.length === 0 && decoded.invalid === undefined && !next_url
              return { next: next_url, requestId: received.requestId, page: Effect.succeed(decoded) }
            })
          : Either.right(postponed(received, next))
      })
      // The service sends `{}` as a last page, but also, now and then, instead of one; and answers
      // without rows where it has some.
      return Effect.flatMap(once, (answer) => {
        // protects: An empty document ends a stream only when it comes a second time.
        // mutant: "an empty document ends a stream when it comes a second time": never
        if (isLast) return once
        if (!isEmpty) return Effect.succeed(answer)
        // protects: An answer without rows where some are expected is asked for again, once.
        // mutant: "is asked for again, once, as": ? once → && endpoint.name === "" ? once
        return Effect.flatMap(NoRows.isDoubtful(step, transport.serviceTime), (doubtful) =>
          doubtful ? once : Effect.succeed(answer),
        )
      })
    }
    return {
      connection,
      get,
      steps: Step.ofStream,
      codeGeneration,
      deadline,
      onInvalidRow,
      serviceTime: transport.serviceTime,
    }
  }).pipe(Accounts.made(MarketData))

/** Whether the last byte, except white space, closes an object. A truncated body almost never does. */
const endsAsObject = (bytes: Uint8Array): boolean => bytes.findLast((byte) => byte > 0x20) === 0x7d

/** Returns the `next_url` of a document, if found without decoding it. */
const nextUrlOf = (endpoint: Endpoint.Any, bytes: Uint8Array): string | undefined =>
  endpoint.kind !== "single" && endsAsObject(bytes) ? endpoint.decoder.nextUrl(bytes) : undefined
