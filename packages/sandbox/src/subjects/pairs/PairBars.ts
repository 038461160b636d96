/** Minute and day bars of currency pairs, national and crypto. @module */
import * as Market from "@candela/market/Market"
import { dateOfDay, dayNumber, dayOf } from "@candela/market/TimeZone"
import { Array, Effect } from "effect"
import * as Bars from "../bars/StoredBars.js"
import { chosen, minuteDates } from "../../generate/Extent.js"
import type { Generator, World } from "../../generate/Generator.js"
import { dayBar } from "./days.js"
import { tradingDay } from "./hours.js"
import { addMinutes } from "./minutes.js"
import { make } from "./prices.js"
import { cryptoPairs, forexPairs, type Pair } from "./profiles.js"

/** Number of days whose minutes are made at once. */
const daysAtOnce = 40

const write = (
  market: Pair["market"],
  pairs: ReadonlyArray<Pair>,
  { advance, extent, now, random, statements }: World,
) => {
  const held = extent.markets[market]
  if (held === undefined) return Effect.void
  const priceAt = make(random)
  const today = dayOf("UTC", now)
  const first = dayNumber(extent.from)
  const days = Array.makeBy(today - first + 1, (index) => tradingDay(market, first + index)).flatMap((day) =>
    day !== undefined && day.from < now ? [day] : [],
  )
  const dates = days.map(({ date }) => date)
  return Bars.write(statements, {
    market: Market[market],
    tickers: chosen(pairs, held),
    advance,
    writeMinutes: (pair, { flush, minutes }) =>
      Effect.gen(function* () {
        // Only minutes show the trades so far of the day in progress.
        const withMinutes = new Set([...minuteDates(held, pair.ticker, dates), dateOfDay(today)])
        const rows: globalThis.Array<Bars.DayBar> = []
        for (const part of Array.chunksOf(days, daysAtOnce)) {
          for (const day of part) {
            const chance = { priceAt, random: random(pair.ticker, day.day) }
            if (withMinutes.has(day.date)) addMinutes(minutes, pair, day, { ...chance, now })
            else rows.push(dayBar(pair, day, chance))
          }
          yield* flush
        }
        return rows
      }),
  })
}

/** Writes the bars of currency pairs. */
export const generator: Generator = {
  name: "pair bars",
  tables: [Bars.minuteBars, Bars.dayBars],
  needs: [],
  weight: 30,
  write: (world) =>
    Effect.zipRight(
      write("forex", forexPairs, { ...world, advance: (share) => world.advance(share / 2) }),
      write("crypto", cryptoPairs, { ...world, advance: (share) => world.advance((1 + share) / 2) }),
    ),
}
