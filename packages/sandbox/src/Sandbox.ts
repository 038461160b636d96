/**
 * The service of the specification without an account or network: on a port, or in the same process without a port.
 *
 * The symbols and company names in its data sets are real; **every price and volume is synthetic**, made by a
 * deterministic generator. The same data set, seed and clock give the same bytes. Imported data are served unchanged.
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const stocks = yield* Stocks
 *   const june = { from: "2025-06-01", to: "2025-06-30" }
 *   return yield* stocks.bars({ stocksTicker: "AAPL", multiplier: 1, timespan: "day", ...june })
 * }).pipe(Effect.provide(Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
 * ```
 *
 * @module
 */
import * as Admission from "@candela/core/internal/Admission"
import * as Connections from "@candela/core/Connection"
import type { InvalidOption } from "@candela/core/InvalidOption"
import { MarketData } from "@candela/core/MarketData"
import { stocks } from "@candela/market/Market"
import { dayOf, startOfDay } from "@candela/market/TimeZone"
import * as Faults from "@candela/testing/Faults"
import * as Lapses from "@candela/testing/Lapses"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Socket from "@effect/platform/Socket"
import { Clock, Config, Context, DateTime, Duration, Effect, Layer, Option, type Scope } from "effect"
import * as Dataset from "./dataset/Dataset.js"
import { directory } from "./internal/DatasetDirectory.js"
import * as Answer from "./http/answer.js"
import * as Dated from "./http/dated.js"
import * as Health from "./http/Health.js"
import * as Import from "./import/Import.js"
import * as Conditional from "./http/conditional.js"
import { type MarketTickers, tickersByMarket } from "./subjects/tickers/tickersByMarket.js"
import { folder } from "./Package.js"
import * as OpenRoute from "./http/OpenRoute.js"
import * as InProcess from "./live/InProcess.js"
import * as Live from "./live/Live.js"
import * as LiveChannel from "./live/LiveOptions.js"
import * as Pages from "./http/Pages.js"
import * as Present from "./live/Present.js"
import * as Lapsing from "./http/lapsing.js"
import type * as Rate from "./http/Rate.js"
import * as RequestLog from "./http/RequestLog.js"
import { all as routes } from "./routes/Routes.js"
import * as Server from "./http/Server.js"
import * as Service from "./http/Service.js"
import { Store, type StoreError } from "./store/Store.js"
import { Lateness } from "./subjects/bars/Lateness.js"
import type * as Subscription from "./access/Subscription.js"

/** A sandbox that listens on a port. */
export class Sandbox extends Context.Tag("@candela/sandbox/Sandbox")<Sandbox, Sandbox.Service>() {
  /** A sandbox on a port, by default a free one of 127.0.0.1. It listens once its data are ready. */
  static readonly layerServer = (
    options: Sandbox.ServerOptions = {},
  ): Layer.Layer<Sandbox, Sandbox.Error | Server.ListenError> => Layer.scoped(Sandbox, serve(options))

  /**
   * A sandbox in the same process, as an `HttpClient` that answers every request, whatever the
   * host. Handlers run in the fiber of the caller: they use its clock and are interrupted with it.
   */
  static readonly layerHttpClient = (
    options: Sandbox.Options = {},
  ): Layer.Layer<HttpClient.HttpClient, Sandbox.Error> =>
    Layer.scoped(HttpClient.HttpClient, Effect.map(open(options), clientOf))

  /**
   * A sandbox in the same process, as an `HttpClient` and as a constructor of sockets to its live channel, whatever the
   * host of their URLs. Both have one present, which runs by the clock of the layer: a `TestClock` in a test.
   *
   * ```ts
   * const Live = StocksLive.layer.pipe(
   *   Layer.provide([
   *     LiveConnection.layer({ url: "ws://sandbox", apiKey: "sandbox" }),
   *     MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox" }),
   *   ]),
   *   Layer.provide(Sandbox.liveLayer({ live: { speed: 1 } })),
   * )
   * ```
   */
  static readonly liveLayer = (
    options: Sandbox.Options = {},
  ): Layer.Layer<HttpClient.HttpClient | Socket.WebSocketConstructor, Sandbox.Error> =>
    Layer.scopedContext(
      Effect.map(open(options), (opened) =>
        Context.make(HttpClient.HttpClient, clientOf(opened)).pipe(
          Context.add(Socket.WebSocketConstructor, InProcess.make(opened.live)),
        ),
      ),
    )

  /** Market-data connection to a sandbox in the same process. The services of the domains need nothing else. */
  static readonly layer = (
    options: Sandbox.Options & Omit<MarketData.Settings, "gzip"> & { readonly apiKey?: string | undefined } = {},
  ): Layer.Layer<MarketData, Sandbox.Error> =>
    MarketData.layerOn({ ...options, gzip: false }).pipe(
      Layer.provide([Layer.effect(Connections.Connection, connection(options)), Sandbox.layerHttpClient(options)]),
    )
}

/** Types of the sandbox. */
export declare namespace Sandbox {
  /** Sandbox that listens on a port. */
  interface Service {
    /** Base URL: `http://127.0.0.1:41234`. */
    readonly baseUrl: string
    /** First of its keys; `none` without keys. */
    readonly apiKey: string
    /** Imported files, in the order of the options. */
    readonly imported: ReadonlyArray<Import.Imported>
    /** Tickers of each market that has any, read on demand. */
    readonly tickers: Effect.Effect<ReadonlyArray<MarketTickers>, StoreError>
  }

  /** Options of a sandbox. */
  interface Options {
    /** The data set: its prices and volumes are synthetic. Default `small`. */
    readonly dataset?: Dataset.Name | undefined
    /** Seed of the data; another one gives other prices. Default 1. */
    readonly seed?: number | undefined
    /**
     * The sandbox's present, as an instant (epoch milliseconds or a `DateTime`) at which its data
     * end, or `"wall"`: the time of Effect's `Clock`. Default 2025-06-30 16:00 New York.
     */
    readonly now?: number | DateTime.DateTime | "wall" | undefined
    /** Known keys, each with its plan. Default: the key `sandbox` with the plan `business`. */
    readonly keys?: Readonly<Record<string, Subscription.Name>> | undefined
    /**
     * Maximum number of requests per key in a span of time, or `"plan"`: 5 a minute for keys of the
     * plan `basic`. More are answered with 429 and a `Retry-After`. Default unlimited.
     */
    readonly rate?: Rate.Rate | "plan" | undefined
    /** Delay of each answer, as over a long distance. Default none. */
    readonly latency?: Duration.DurationInput | undefined
    /** Log of the answered requests, without keys. Default none. */
    readonly log?: RequestLog.Log | undefined
    /**
     * Probability of each fault on requests for data: `{ "503": 0.05 }`. The seed of the data
     * determines the faults. Default none.
     */
    readonly faults?: Faults.Options["faults"] | undefined
    /**
     * Lapses in the answers to requests for data, and when they occur:
     * `{ Empty: "once", DoubledDay: 0.1 }`. Their content is wrong on purpose, as the service's now
     * and then is. The seed of the data determines them. Default none.
     */
    readonly lapses?: Lapses.Occurrences | undefined
    /**
     * The live channel, and the running of the sandbox's clock. Without it the clock stands where `now` is fixed: the
     * live channel acknowledges, and has no events.
     */
    readonly live?: LiveOptions | undefined
    /** Files of a user's own bars. */
    readonly imports?: ReadonlyArray<Import.Options> | undefined
    /**
     * Called while the data set is made, at most a hundred times, with the share that is done: from
     * 0 to 1. Never called if the data set exists.
     */
    readonly onProgress?: ((share: number) => Effect.Effect<void>) | undefined
    /**
     * Directory of the data sets, each of which is made once. Default: that of the variable
     * `CANDELA_SANDBOX_DATA`, which a build server can keep between runs, else `candela/sandbox` in
     * the user's cache (`~/.cache` on Linux), which all programs of a user share.
     */
    readonly directory?: string | undefined
  }

  /** Options of the live channel. */
  export import LiveOptions = LiveChannel.LiveOptions

  /** Options of a sandbox that listens on a port. */
  interface ServerOptions extends Options, Omit<Server.Options, "record"> {}

  /** Errors in preparing the data of a sandbox, and of options of its live channel that cannot be. */
  type Error = Dataset.DatasetError | Import.ImportError | InvalidOption | StoreError
}

/** Default keys. */
export const defaultKeys: Readonly<Record<string, Subscription.Name>> = { sandbox: "business" }

/** The OpenAPI document, and the AsyncAPI document of the live channel. */
const documents = [
  OpenRoute.file("/openapi.json", new URL("openapi.json", folder), "application/json"),
  OpenRoute.file("/asyncapi.json", new URL("asyncapi.json", folder), "application/json"),
]

/** Placeholder host, never resolved: the sandbox's client answers every request itself. */
const inProcess = "http://sandbox"

const firstKey = ({ keys = defaultKeys }: Sandbox.Options) => Object.keys(keys)[0] ?? "none"

/** Connection of a client in the same process. Errors name the key's source as its user wrote it. */
const connection = ({ apiKey, ...options }: Sandbox.Options & { readonly apiKey?: string | undefined }) =>
  Effect.map(
    Connections.make(
      { baseUrl: inProcess, apiKey: apiKey ?? firstKey(options) },
      Connections.sourcesIn("Sandbox.layer"),
    ),
    (connection) => ({
      ...connection,
      keyFrom:
        apiKey === undefined ? "keys of Sandbox.layer" : "apiKey of Sandbox.layer, which must be one of its keys",
    }),
  )

/** With a running clock the data extend to the end of the stock market's day; a restart on another day adds to them. */
const endOfDay = (now: number) => startOfDay(stocks.zone, dayOf(stocks.zone, now) + 1)

const dataEnd = (now: Sandbox.Options["now"]): Effect.Effect<number | undefined> =>
  now === undefined || typeof now === "number"
    ? Effect.succeed(now)
    : now === "wall"
      ? Effect.map(Clock.currentTimeMillis, endOfDay)
      : Effect.succeed(DateTime.toEpochMillis(now))

interface Opened extends Pick<Sandbox.Service, "imported" | "tickers"> {
  readonly service: Service.Service
  readonly live: Live.Live
  readonly record: RequestLog.Recorder
  readonly faults: Faults.Service | undefined
}

const variables = ["CANDELA_SANDBOX_DATA", "XDG_CACHE_HOME", "LOCALAPPDATA"]

/** Default directory of data sets. */
const defaultDirectory = Effect.map(
  Effect.forEach(variables, (name) => Effect.option(Config.string(name))),
  (values) => directory((name) => Option.getOrUndefined(values[variables.indexOf(name)]!)),
)

/** Share of late minutes where the clock runs. */
const usuallyLate = 0.02

/** The present: of the clock, at the end of the data, or running towards it. */
const presentOf = ({ live, now }: Sandbox.Options, end: number): Effect.Effect<Present.Present> =>
  now === "wall"
    ? Effect.map(Effect.clock, (clock) => Present.wall(clock, end))
    : live === undefined
      ? Effect.succeed(Present.standing(end))
      : Present.make(live, end)

/** Makes the data, unless they exist, and the service on them. */
const open = (options: Sandbox.Options): Effect.Effect<Opened, Sandbox.Error, Scope.Scope> =>
  Effect.gen(function* () {
    const { dataset = "small", imports = [] } = options
    yield* LiveChannel.check(options.live ?? {})
    const { store, ...info } = yield* Dataset.ready(dataset, {
      directory: options.directory ?? (yield* defaultDirectory),
      seed: options.seed,
      now: yield* dataEnd(options.now),
      writable: imports.length > 0,
      onProgress: options.onProgress,
    })
    const imported = yield* Effect.provideService(Effect.forEach(imports, Import.bars), Store, store)
    const { name, seed } = info
    const present = yield* presentOf(options, info.now)
    const lag = Duration.toMillis(options.live?.lag ?? 0)
    const clock = options.now === "wall" ? "wall" : options.live === undefined ? "fixed" : "running"
    const now =
      clock === "wall"
        ? Effect.map(Clock.currentTimeMillis, (now) => now - lag)
        : Effect.sync(() => present.now() - lag)
    const lateness = { seed, share: options.live === undefined ? 0 : (options.live.late ?? usuallyLate) }
    const openRoutes = [
      Health.route({ dataset: name, seed, clock, now, imported: imported.map(({ ticker }) => ticker) }),
      ...documents,
      ...Pages.routes(),
    ]
    const made = Service.make({
      routes,
      open: openRoutes,
      keys: options.keys ?? defaultKeys,
      now,
      seed,
      rate: options.rate,
    })
    const ground = Context.make(Store, store).pipe(Context.add(Lateness, lateness))
    const dated = Dated.by(now, yield* Effect.provide(made, ground))
    const live = yield* Effect.provide(
      Live.make({ present, seed, keys: options.keys ?? defaultKeys }, options.live),
      ground,
    )
    const isOpen = (url: URL) => openRoutes.some(({ path }) => path === url.pathname)
    const { faults, lapses } = options
    const service = lapses === undefined ? dated : Lapsing.alter(dated, yield* Lapses.make({ seed, lapses }), isOpen)
    return {
      service: delayed(Conditional.allow(service), options.latency),
      live,
      faults: faults && sparing(isOpen, yield* Faults.make({ seed, faults })),
      record: options.log === undefined ? RequestLog.silent : RequestLog.make(routes, options.log),
      imported,
      tickers: store.remember(tickersByMarket),
    }
  })

const clientOf = ({ faults, record, service }: Opened): HttpClient.HttpClient => {
  const client = toHttpClient({ handle: (request) => record(request, service.handle(request)) })
  return faults === undefined ? client : Faults.wrap(client, faults)
}

/** Faults that spare requests without need of a key. */
const sparing = (isOpen: (url: URL) => boolean, faults: Faults.Service): Faults.Service => ({
  ...faults,
  next: (url) => (isOpen(url) ? undefined : faults.next(url)),
})

const delayed = (service: Service.Service, latency: Sandbox.Options["latency"]): Service.Service =>
  latency === undefined ? service : { handle: (request) => Effect.delay(service.handle(request), latency) }

const serve = (options: Sandbox.ServerOptions) =>
  Effect.gen(function* () {
    const { faults, live, record, service, ...opened } = yield* open(options)
    const url = yield* Server.serve(service, { ...options, record }, faults, live)
    return { baseUrl: url.origin, apiKey: firstKey(options), ...opened }
  })

/**
 * A client that runs each request's admission itself: a request counts as sent when its handler
 * begins, however long the answer takes.
 */
const toHttpClient = (service: Service.Service): HttpClient.HttpClient =>
  Admission.offering(
    Answer.offering(
      HttpClient.make((request, url) =>
        Admission.admit(({ enter, left }) =>
          enter.pipe(
            Effect.zipRight(Effect.sync(left)),
            Effect.zipRight(service.handle({ method: request.method, url, headers: request.headers })),
            Effect.map((response) => Answer.of(request, response)),
          ),
        ),
      ),
    ),
  )
