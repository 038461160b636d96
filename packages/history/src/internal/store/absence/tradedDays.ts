/**
 * Days on which the store has bars of a ticker: then there were trades and quotes.
 *
 * @module
 */
import { Stocks } from "@candela/stocks/Stocks"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { StoreError } from "../../../StoreError.js"
import type { Market } from "../../../Universe.js"
import type { Place } from "../commit/place.js"
import type * as Intervals from "../layout/intervals.js"
import * as Names from "../layout/names.js"
import * as Partition from "../partition/partition.js"
import * as Source from "../layout/source.js"
import * as Beside from "./beside.js"

/**
 * Returns the slots in which there are bars of a source's ticker: those of days, else of the first size that has some.
 */
export const of = (
  place: Place,
  { market, ticker }: Source.Source,
  slots: Intervals.Intervals,
): Effect.Effect<Intervals.Intervals, StoreError> =>
  Effect.gen(function* () {
    const sizes = Array.from(yield* place.within(`bars/market=${market}`), (name) =>
      Names.timespanOf(name.replace(/^timespan=/, "")),
    ).filter((size) => size !== undefined)
    const isDay = (size: Names.Span) => size.timespan === "day" && size.multiplier === 1
    for (const size of [...sizes.filter(isDay), ...sizes.filter((size) => !isDay(size))]) {
      // Rows of bars are alike in all markets.
      const universe = { ...size, endpoint: Stocks.endpoints.bars, market: market as Market, tickers: [ticker!] }
      const sources = Either.getOrElse(Source.of(universe), () => [])
      const source = sources.find(({ dataset }) => dataset === "bars")
      if (source === undefined) continue
      const { manifest } = yield* Partition.find(place, source)
      const found = yield* Beside.storedIn(place, source, manifest, slots)
      if (found.length > 0) return found
    }
    return []
  })
