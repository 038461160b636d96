/** One call of the client to a hostile service, made in a child process, and its result. */
import { MarketData } from "@candela/core/MarketData"
import { isMarketDataError, type MarketDataError } from "@candela/core/MarketDataError"
import * as Retry from "@candela/core/Retry"
import { Forex } from "@candela/forex/Forex"
import * as NodeClient from "@candela/node/NodeClient"
import { Stocks } from "@candela/stocks/Stocks"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Cause, Clock, Effect, Exit, Layer, Stream } from "effect"
import { createHash, type Hash } from "node:crypto"

/** The calls: each way to get rows, through each of the decoder's paths, and a single value. */
export const calls = [
  "bars",
  "bars.pages",
  "bars.stream",
  "bars.columns",
  "dividends",
  "dividends.stream",
  "quotes",
  "quotes.columns",
  "openClose",
] as const

/** The name of a call. */
export type CallName = (typeof calls)[number]

/** Call to make, with its options. */
export interface Trial {
  /** Below which path of the server: it tells the server what to answer. */
  readonly path: string
  /** Called method. */
  readonly call: CallName
  /** `HttpClient` to use. */
  readonly client: "fetch" | "node"
  /** Whether decoders may be compiled. */
  readonly codeGeneration: boolean
  /** `timeout` of the layer, in milliseconds. Default: the layer's. */
  readonly timeout?: number | undefined
  /** `maxBodySize` of the layer. Default: the layer's. */
  readonly maxBodySize?: number | undefined
}

/** The result of a trial. */
export interface TrialReport {
  /** The rows or the value that came, as {@link digest}; or the tag of the error, with its reason if it has one. */
  readonly came: { readonly rows: string } | { readonly error: string } | { readonly untyped: string }
  /** The length of the error's message. */
  readonly message: number
  /** Duration, milliseconds. */
  readonly milliseconds: number
}

/** A trial in words. */
export const describe = ({ call, client, codeGeneration, path }: Trial): string =>
  `${call} of ${path} by ${client}${codeGeneration ? "" : " without code generation"}`

const feed = (hash: Hash, value: unknown): void => {
  if (Array.isArray(value)) {
    hash.update("[")
    for (const item of value) feed(hash, item)
    hash.update("]")
  } else if (typeof value === "object" && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value)
    hash.update(prototype === Object.prototype ? "{" : "an object of another prototype {")
    for (const key of Object.keys(value).sort()) {
      hash.update(`${JSON.stringify(key)}:`)
      feed(hash, (value as Record<string, unknown>)[key])
    }
    hash.update("}")
  } else hash.update(typeof value === "string" ? JSON.stringify(value) : `${typeof value} ${String(value)};`)
}

/** A digest of a value that does not depend on the order of fields. */
export const digest = (value: unknown): string => {
  const hash = createHash("sha256")
  feed(hash, value)
  return hash.digest("hex")
}

const range = { stocksTicker: "AAPL", from: "2024-01-02", to: "2024-01-03", multiplier: 1, timespan: "minute" } as const
const quotes = { fxTicker: "C:EURUSD", "timestamp.gte": "2024-03-04", "timestamp.lte": "2024-03-04" } as const

const collect = <A, E, R>(stream: Stream.Stream<A, E, R>) => Effect.map(Stream.runCollect(stream), (all) => [...all])

/** Makes a call, and gives its rows or its value. */
const call = (name: CallName): Effect.Effect<unknown, MarketDataError, Stocks | Forex> =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const forex = yield* Forex
    switch (name) {
      case "bars":
        return (yield* stocks.bars(range)).results
      case "bars.pages":
        return (yield* collect(stocks.bars.pages(range))).flatMap(({ results }) => results)
      case "bars.stream":
        return yield* collect(stocks.bars.stream(range, { prefetch: 1 }))
      case "bars.columns":
        return (yield* collect(stocks.bars.columns(range))).flatMap((columns) => columns.toRows())
      case "dividends":
        return (yield* stocks.dividends({ ticker: "AAPL" })).results
      case "dividends.stream":
        return yield* collect(stocks.dividends.stream({ ticker: "AAPL" }))
      case "quotes":
        return (yield* forex.quotes(quotes)).results
      case "quotes.columns":
        return (yield* collect(forex.quotes.columns(quotes))).flatMap((columns) => columns.toRows())
      case "openClose":
        return yield* stocks.openClose({ stocksTicker: "AAPL", date: "2024-01-02" })
    }
  })

const errorOf = (cause: Cause.Cause<unknown>): Pick<TrialReport, "came" | "message"> => {
  const error = Cause.squash(cause)
  if (Cause.isDie(cause) || !isMarketDataError(error))
    return { came: { untyped: String(error).slice(0, 500) }, message: 0 }
  const tag = error._tag === "TransportError" ? `${error._tag} ${error.reason}` : error._tag
  return { came: { error: tag }, message: error.message.length }
}

/** Makes the call of a trial once and returns its result. It never fails. */
export const run = (baseUrl: string, trial: Trial): Effect.Effect<TrialReport> => {
  const { codeGeneration, maxBodySize, path, timeout } = trial
  const connection = Layer.orDie(
    MarketData.layer({
      baseUrl: baseUrl + path,
      apiKey: "torture",
      retry: Retry.none,
      ...{ codeGeneration, maxBodySize, timeout },
    }),
  )
  return Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const exit = yield* Effect.exit(Effect.map(call(trial.call), digest))
    const end = yield* Clock.currentTimeMillis
    const came = Exit.match(exit, {
      onSuccess: (rows): Pick<TrialReport, "came" | "message"> => ({ came: { rows }, message: 0 }),
      onFailure: errorOf,
    })
    return { ...came, milliseconds: end - start }
  }).pipe(
    Effect.provide(Layer.mergeAll(Stocks.layer, Forex.layer)),
    Effect.provide(connection),
    Effect.provide(trial.client === "fetch" ? FetchHttpClient.layer : NodeClient.layer),
  )
}
