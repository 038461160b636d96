/**
 * What the document shows as examples: small requests, and what the sandbox answers to them. The same data set gives the same answers.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import * as ErrorResponse from "@candela/core/ErrorResponse"
import { ServiceError } from "@candela/core/MarketDataError"
import * as Request from "@candela/core/Request"
import { Effect, Either } from "effect"
import { Dataset } from "../Dataset.js"
import { parse, type Json } from "../internal/exactJson.js"
import type * as Rate from "../Rate.js"
import * as Routes from "../Routes.js"
import * as Service from "../Service.js"
import type { Store } from "../Store.js"
import type * as Failure from "./Failure.js"

/** What is asked: the parameters of a URL by their names. */
type Asked = Readonly<Record<string, Json>>

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
  readonly answers: Readonly<Record<string, Example>>
  readonly failures: Readonly<Record<Failure.Name, Failure.Answered>>
}

const range = { multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-30" }
const euro = { from: "EUR", to: "USD" }
const bitcoin = { cryptoTicker: "X:BTCUSD" }
const pair = { fxTicker: "C:EURUSD" }
const apple = { stocksTicker: "AAPL" }

/** What is asked of an endpoint, beside a page of two rows. Those that are not here have no required parameter. */
const requests: Readonly<Record<string, Asked>> = {
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

/** A request that the service refuses. */
interface Refused {
  /** Path and query. */
  readonly url: string
  readonly key?: string
  readonly rate?: Rate.Rate
}

const openClose = "/v1/open-close/AAPL/2025-06-27"

/** One request for each error that a request can bring about. */
const refused: Readonly<Record<Exclude<Failure.Name, "ServiceError">, Refused>> = {
  BadResolution: { url: "/futures/v1/aggs/ESU5?resolution=61min" },
  Unauthorized: { url: openClose, key: "" },
  NotEntitled: { url: "/v1/open-close/AAPL/2003-09-10", key: "basic" },
  NotFound: { url: "/v1/open-close/NONE/2025-06-27" },
  Conflict: { url: "/stocks/v1/dividends?limit=5001" },
  RateLimited: { url: openClose, rate: { limit: 1, interval: "1 minute" } },
}

const origin = "http://127.0.0.1:8787"

/** Asks a service of its own, so that an answer does not depend on the requests before it: some times, for the last answer. */
const ask = ({ key = "sandbox", rate, url }: Refused, times = 1) =>
  Effect.gen(function* () {
    const { now, seed } = yield* Dataset
    const keys = { sandbox: "business", basic: "basic" } as const
    const service = yield* Service.make({ routes: Routes.all, keys, now: Effect.succeed(now), seed, rate })
    const request = { method: "GET", url: new URL(origin + url), headers: { authorization: `Bearer ${key}` } }
    const answered = yield* Effect.all(Array.from({ length: times }, () => service.handle(request)))
    return answered.at(-1)!
  })

const read = ({ body, status }: ErrorResponse.Response): Failure.Answered => ({
  status,
  body: parse(body) as Failure.Answered["body"],
})

const exampleOf = (endpoint: Endpoint.Any) => {
  const request = requestOf(endpoint)
  const url = Either.getOrThrow(Request.url(endpoint, request))
  return Effect.flatMap(ask({ url }), (response) =>
    response.status === 200
      ? Effect.succeed([endpoint.name, { request, url, body: read(response).body }] as const)
      : Effect.dieMessage(`The example of ${endpoint.name} is answered with ${response.body}`),
  )
}

/** The answer to a failure of the service, which no request brings about. */
const failed = ErrorResponse.toResponse(
  new ServiceError({ endpoint: "", status: 500, detail: "The sandbox failed to answer; its log says why." }),
  "0".repeat(32),
)

/** Asks for all examples. */
export const all: Effect.Effect<Examples, never, Dataset | Store> = Effect.gen(function* () {
  const answers = yield* Effect.forEach(Routes.all, ({ endpoint }) => exampleOf(endpoint))
  const failures = yield* Effect.all(
    Object.fromEntries(
      Object.entries(refused).map(([name, request]) => [name, Effect.map(ask(request, request.rate ? 2 : 1), read)]),
    ),
  )
  return {
    answers: Object.fromEntries(answers) as Examples["answers"],
    failures: { ...(failures as Examples["failures"]), ServiceError: read(failed) },
  }
})
