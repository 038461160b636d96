/**
 * Tickers of a market that a person may mean.
 *
 * @module
 */
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Futures } from "@candela/futures/Futures"
import { Reference } from "@candela/reference/Reference"
import * as Effect from "effect/Effect"
import type { MarketName } from "./View.js"

/** A ticker and the name that stands behind it. */
export interface Found {
  readonly ticker: string
  readonly name: string
}

const most = 20
const marketsOfReference = { stocks: "stocks", forex: "fx", crypto: "crypto" } as const

const contracts = Effect.gen(function* () {
  const futures = yield* Futures
  const { results } = yield* futures.contracts({ active: true, type: "single", sort: "ticker.asc", limit: 1000 })
  return results.map(({ name = "", ticker = "" }): Found => ({ ticker, name }))
})

const contains = (terms: string) => {
  const words = terms.toLowerCase().split(/\s+/)
  return ({ name, ticker }: Found) => words.every((word) => `${ticker} ${name}`.toLowerCase().includes(word))
}

const tickers = (market: keyof typeof marketsOfReference, terms: string) =>
  Effect.gen(function* () {
    const reference = yield* Reference
    const { results } = yield* reference.tickers({ market: marketsOfReference[market], search: terms, limit: most })
    return results.map(({ name = "", ticker = "" }): Found => ({ ticker, name }))
  })

/** 0 for the ticker itself, 1 for one that begins with the terms, 2 for all others. A pair's prefix counts for nothing. */
const rank = (terms: string, { ticker }: Found): number => {
  const own = ticker.replace(/^[CX]:/, "")
  const wanted = terms.toUpperCase().replace(/^[CX]:/, "")
  return own === wanted ? 0 : own.startsWith(wanted) ? 1 : 2
}

/** At most 20 tickers of a market whose ticker or name holds all terms; with no terms the first of the market. */
export const find = (
  market: MarketName,
  text: string,
): Effect.Effect<ReadonlyArray<Found>, MarketDataError, Reference | Futures> => {
  const terms = text.trim()
  const all: Effect.Effect<ReadonlyArray<Found>, MarketDataError, Reference | Futures> = market === "futures"
    ? Effect.map(contracts, (found) => found.filter(contains(terms)))
    : tickers(market, terms)
  return Effect.map(all, (found) => found.toSorted((a, b) => rank(terms, a) - rank(terms, b)).slice(0, most))
}

/** The name that stands behind a ticker; empty where the service knows none. */
export const nameOf = (
  market: MarketName,
  ticker: string,
): Effect.Effect<string, MarketDataError, Reference | Futures> =>
  Effect.map(find(market, ticker), (found) => found.find((one) => one.ticker === ticker)?.name ?? "")
