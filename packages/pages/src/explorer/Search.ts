/**
 * Search for tickers.
 *
 * @module
 */
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Futures } from "@candela/futures/Futures"
import { Reference } from "@candela/reference/Reference"
import * as Effect from "effect/Effect"
import { marketNames, type MarketName } from "./View.js"

/** Found ticker with its market and name. */
export interface Found {
  readonly market: MarketName
  readonly ticker: string
  readonly name: string
}

type Search<A> = Effect.Effect<A, MarketDataError, Reference | Futures>

const most = 20
const marketsOfReference = { stocks: "stocks", forex: "fx", crypto: "crypto" } as const

const contracts = (request: Futures.ContractsRequest): Search<ReadonlyArray<Found>> =>
  Effect.gen(function* () {
    const futures = yield* Futures
    const { results } = yield* futures.contracts(request)
    return results.map(({ name = "", ticker = "" }): Found => ({ market: "futures", ticker, name }))
  })

const tickers = (
  market: keyof typeof marketsOfReference,
  request: Reference.TickersRequest,
): Search<ReadonlyArray<Found>> =>
  Effect.gen(function* () {
    const reference = yield* Reference
    const { results } = yield* reference.tickers({ market: marketsOfReference[market], limit: most, ...request })
    return results.map(({ name = "", ticker = "" }): Found => ({ market, ticker, name }))
  })

const contains = (terms: string) => {
  const words = terms.toLowerCase().split(/\s+/)
  return ({ name, ticker }: Found) => words.every((word) => `${ticker} ${name}`.toLowerCase().includes(word))
}

const findIn = (market: MarketName, terms: string) =>
  market === "futures"
    ? Effect.map(contracts({ active: true, type: "single", sort: "ticker.asc", limit: 1000 }), (found) =>
        found.filter(contains(terms)),
      )
    : tickers(market, { search: terms })

/**
 * Ranks a result: the ticker itself, what has exactly this name, what begins with the terms, all others. The prefix of
 * a pair is ignored, and of several pairs the one in dollars comes first: `bitcoin` is X:BTCUSD, and no fund with the
 * word in its name.
 */
export const rank = (terms: string, { name, ticker }: Found): number => {
  const own = ticker.replace(/^[CX]:/, "")
  const wanted = terms.toUpperCase().replace(/^[CX]:/, "")
  const named = name.toUpperCase()
  if (own === wanted) return 0
  // A pair is named after both currencies: "Bitcoin - United States Dollar".
  if (named === wanted || named.split(" - ")[0] === wanted) return own.endsWith("USD") ? 1 : 2
  if (own.startsWith(wanted)) return 3
  return named.startsWith(wanted) ? 4 : 5
}

/**
 * Finds up to 20 tickers of all markets whose ticker or name contains all terms, those of one
 * market before others; without terms the first of that market.
 */
export const find = (market: MarketName, text: string): Search<ReadonlyArray<Found>> => {
  const terms = text.trim()
  const others = terms === "" ? [] : marketNames.filter((name) => name !== market)
  const found = Effect.forEach([market, ...others], (name) => findIn(name, terms), { concurrency: "unbounded" })
  return Effect.map(found, (found) =>
    found
      .flat()
      .toSorted((a, b) => rank(terms, a) - rank(terms, b))
      .slice(0, most),
  )
}

/** Returns the name of a ticker, listed or delisted; `undefined` if the market has no such ticker. */
export const nameOf = (market: MarketName, ticker: string): Search<string | undefined> => {
  const found =
    market === "futures"
      ? contracts({ ticker, limit: 1 })
      : Effect.map(
          Effect.forEach([true, false], (active) => tickers(market, { ticker, active })),
          (found) => found.flat(),
        )
  return Effect.map(found, ([one]) => one?.name)
}
