/**
 * What the document shows as examples: small requests, and what the sandbox answers to them. The same data set gives the same answers.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Request from "@candela/core/Request"
import { Effect, Either, Logger, LogLevel, Record } from "effect"
import { Dataset } from "../dataset/Dataset.js"
import { parse, type Json } from "../json/exactJson.js"
import type * as Rate from "../http/Rate.js"
import * as Routes from "../routes/Routes.js"
import * as Service from "../http/Service.js"
import type { Store } from "../store/Store.js"
import type * as Failure from "./Failure.js"

/** What is asked: the parameters of a URL by their names. */
type Asked = { readonly [parameter: string]: Json }

/** A request with its answer. */
export interface Example {
  readonly request: Asked
  /** Path and query. */
  readonly url: string
  /** The answer's document. */
  readonly body: { readonly [key: string]: Json }
}

/** The examples of a document. */
export interface Examples {
  /** By the names of the endpoints. */
  readonly answers: { readonly [endpoint: string]: Example }
  readonly failures: { readonly [name in Failure.Name]: Failure.Answered }
}

const range = { multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-30" }
const euro = { from: "EUR", to: "USD" }
const bitcoin = { cryptoTicker: "X:BTCUSD" }
const pair = { fxTicker: "C:EURUSD" }
const apple = { stocksTicker: "AAPL" }

/** What is asked of an endpoint, beside a page of two rows. Those that are not here have no required parameter. */
const requests: { readonly [endpoint: string]: Asked } = {
  "crypto.bars": { ...bitcoin, ...range },
  "crypto.ema": bitcoin,
  "crypto.macd": bitcoin,
  "crypto.movers": { direction: "gainers" },
  "crypto.previousDayBar": bitcoin,
  "crypto.rsi": bitcoin,
  "crypto.sma": bitcoin,
  "crypto.snapshot": { ticker: "X:BTCUSD" },
  "crypto.snapshots": { tickers: ["X:BTCUSD", "X:ETHUSD"] },
  "crypto.trades": { from: "BTC", to: "USD", date: "2025-06-27" },
  "forex.bars": { forexTicker: "C:EURUSD", ...range },
  "forex.conversion": { ...euro, amount: 100 },
  "forex.ema": pair,
  "forex.lastQuote": euro,
  "forex.macd": pair,
  "forex.movers": { direction: "losers" },
  "forex.previousDayBar": { forexTicker: "C:EURUSD" },
  "forex.quotes": pair,
  "forex.rsi": pair,
  "forex.sma": pair,
  "forex.snapshot": { ticker: "C:EURUSD" },
  "forex.snapshots": { tickers: ["C:EURUSD", "C:GBPUSD"] },
  "futures.bars": { ticker: "ESU5", resolution: "1session" },
  "reference.ticker": { ticker: "AAPL" },
  "snapshots.list": { "ticker.any_of": ["AAPL", "X:BTCUSD"] },
  "stocks.bars": { ...apple, ...range },
  "stocks.dailyMarketSummary": { date: "2025-06-27" },
  "stocks.movers": { direction: "gainers" },
  "stocks.openClose": { ...apple, date: "2025-06-27" },
  "stocks.previousDayBar": apple,
  "stocks.snapshot": apple,
  "stocks.snapshots": { tickers: ["AAPL", "MSFT"] },
}

const requestOf = (endpoint: Endpoint.Any): Asked => {
  const limit = Request.nameOf(endpoint, "Limit")
  return { ...requests[endpoint.name], ...(limit === undefined ? {} : { [limit]: 2 }) }
}

/** How a service is asked. */
interface Asking {
  /** Path and query. */
  readonly url: string
  readonly key?: string
  readonly rate?: Rate.Rate
  readonly routes?: typeof Routes.all
}

const openClose = "/v1/open-close/AAPL/2025-06-27"

/** One request for each error. */
const refused: { readonly [name in Failure.Name]: Asking } = {
  BadResolution: { url: "/futures/v1/aggs/ESU5?resolution=61min" },
  Unauthorized: { url: openClose, key: "" },
  NotEntitled: { url: "/v1/open-close/AAPL/2003-09-10", key: "basic" },
  NotFound: { url: "/v1/open-close/NONE/2025-06-27" },
  Conflict: { url: "/stocks/v1/dividends?limit=5001" },
  RateLimited: { url: openClose, rate: { limit: 1, interval: "1 minute" } },
  ServiceError: {
    url: openClose,
    routes: Routes.all.map((route) => ({ ...route, handle: () => Effect.dieMessage("an example") })),
  },
}

const origin = "http://127.0.0.1:8787"

/** Asks a service of its own, so that an answer does not depend on the requests before it. With a rate it is asked twice: the second time is too often. */
const ask = ({ key = "sandbox", rate, routes = Routes.all, url }: Asking) =>
  Effect.gen(function* () {
    const { now, seed } = yield* Dataset
    const keys = { sandbox: "business", basic: "basic" } as const
    const service = yield* Service.make({ routes, keys, now: Effect.succeed(now), seed, rate })
    const request = { method: "GET", url: new URL(origin + url), headers: { authorization: `Bearer ${key}` } }
    if (rate !== undefined) yield* service.handle(request)
    const { body, status } = yield* service.handle(request)
    return { status, body: parse(body) as Failure.Answered["body"] }
  }).pipe(Logger.withMinimumLogLevel(LogLevel.None))

const exampleOf = (endpoint: Endpoint.Any) => {
  const request = requestOf(endpoint)
  const url = Either.getOrThrow(Request.url(endpoint, request))
  return Effect.flatMap(ask({ url }), ({ body, status }) =>
    status === 200
      ? Effect.succeed([endpoint.name, { request, url, body }] as const)
      : Effect.dieMessage(`The example of ${endpoint.name} is answered with ${status}`),
  )
}

/** Asks for all examples. */
export const all: Effect.Effect<Examples, never, Dataset | Store> = Effect.gen(function* () {
  const answers = yield* Effect.forEach(Routes.all, ({ endpoint }) => exampleOf(endpoint))
  const failures = yield* Effect.all(Record.map(refused, ask))
  return { answers: Object.fromEntries(answers) as Examples["answers"], failures }
})
