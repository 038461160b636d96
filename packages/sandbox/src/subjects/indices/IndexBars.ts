/**
 * Minute and day bars of indices: the value of a basket of stocks in the regular session. They have no volume. @module
 */
import { stocks } from "@candela/market/Market"
import { dayNumber } from "@candela/market/TimeZone"
import { Array, Effect } from "effect"
import * as Calendar from "@candela/market/Calendar"
import { round, roundSql } from "../../numbers/Rounding.js"
import type { Store } from "../../store/Store.js"
import * as Bars from "../bars/StoredBars.js"
import { chosen, minuteDates } from "../../generate/Extent.js"
import type { Generator, World } from "../../generate/Generator.js"
import { type Index, indices } from "./profiles.js"
import * as StockBars from "../stocks/StockBars.js"
import { profiles } from "../companies/profiles.js"

/** Decimals of a level. */
const decimals = 2

/** Amounts are summed in whole millionths: a sum of fractions would depend on their order. */
const millionths = (amount: string) => `(1e6 * (${amount}))::BIGINT`
const level = (sum: string) => roundSql(`((${sum}) / 1e6)`, decimals)

/** A level uses the last price of each member in the session, or its first one until it has traded. */
const minutesSql = `
  WITH trades AS (
    SELECT open, t, units, o, c, lag(c) OVER (PARTITION BY ticker, open ORDER BY t) AS before
    FROM minute_bars JOIN basket USING (ticker) JOIN basket_minutes USING (t)
  ), changes AS (
    SELECT open, t, sum(${millionths("units * (c - coalesce(before, o))")}) AS change,
      sum(${millionths("units * o")}) FILTER (before IS NULL) AS start
    FROM trades GROUP BY open, t
  ), sums AS (
    SELECT t, change, sum(start) OVER (PARTITION BY open) + sum(change) OVER (PARTITION BY open ORDER BY t) AS worth FROM changes
  ), levels AS (
    SELECT t, ${level("worth - change")} AS o, ${level("worth")} AS c FROM sums
  )
  INSERT INTO minute_bars BY NAME
  SELECT $1 AS ticker, t, o, greatest(o, c) AS h, least(o, c) AS l, c, 0 AS v FROM levels ORDER BY t`

interface Day {
  readonly date: string
  readonly t: number
  readonly o: number
  readonly c: number
}

const daysSql = `
  SELECT date, t::DOUBLE AS t, sum(units * session_open ORDER BY ticker) AS o,
    sum(units * session_close ORDER BY ticker) AS c
  FROM day_bars JOIN basket USING (ticker) GROUP BY date, t ORDER BY date`

/** Bar of a whole day without minutes. */
const dayBar = ({ ticker, volatility }: Index, { date, t, ...level }: Day, random: World["random"]): Bars.DayBar => {
  const chance = random(ticker, dayNumber(date))
  const reach = () => volatility * level.o * 0.4 * Math.abs(chance.normal())
  const o = round(level.o, decimals)
  const c = round(level.c, decimals)
  const h = round(Math.max(o, c) + reach(), decimals)
  const l = round(Math.min(o, c) - reach(), decimals)
  const session = { session_open: o, session_high: h, session_low: l, session_close: c }
  return { ticker, date, t, o, h, l, c, v: 0, vw: null, n: null, ...session, pre_market: null, after_hours: null }
}

/** Number of shares of each member that make up one index. */
const basketOf = ({ level, members }: Index, { markets }: World["extent"]) => {
  const held = chosen(profiles, markets.stocks).filter(({ ticker }) => members.includes(ticker))
  return {
    ticker: held.map(({ ticker }) => ticker),
    units: held.map(({ price }) => level / held.length / price),
  }
}

const minute = 60_000

/**
 * Writes the input of an index to temporary tables, which end with the connection. Minutes are
 * joined by equality, which is fast.
 */
const prepare = (
  statements: Store.Statements,
  basket: ReturnType<typeof basketOf>,
  sessions: ReadonlyArray<Calendar.Session>,
) =>
  Effect.gen(function* () {
    yield* statements.run("CREATE OR REPLACE TEMP TABLE basket (ticker VARCHAR, units DOUBLE)")
    yield* statements.append("basket", basket)
    const minutes = sessions.flatMap(({ close, open }) =>
      Array.makeBy((close - open) / minute, (index) => ({ t: open + index * minute, open })),
    )
    yield* statements.run("CREATE OR REPLACE TEMP TABLE basket_minutes (t BIGINT, open BIGINT)")
    yield* statements.append("basket_minutes", {
      t: minutes.map(({ t }) => t),
      open: minutes.map(({ open }) => open),
    })
  })

/** Writes the bars of indices. */
export const generator: Generator = {
  name: "index bars",
  tables: [Bars.minuteBars, Bars.dayBars],
  needs: [StockBars.generator],
  weight: 5,
  write: ({ advance, extent, now, random, statements, today }) => {
    const market = extent.markets.indices
    if (market === undefined) return Effect.void
    const sessions = Calendar.sessions(extent.from, today).filter(({ open }) => open < now)
    const dates = sessions.map(({ date }) => date)
    const inProgress = sessions.filter(({ close }) => close > now).map(({ date }) => date)
    return Bars.write(statements, {
      market: stocks,
      tickers: chosen(indices, market),
      advance,
      writeMinutes: (index) =>
        Effect.gen(function* () {
          const withMinutes = new Set([...minuteDates(market, index.ticker, dates), ...inProgress])
          yield* prepare(
            statements,
            basketOf(index, extent),
            sessions.filter(({ date }) => withMinutes.has(date)),
          )
          yield* statements.run(minutesSql, [index.ticker])
          const days = yield* statements.query<Day>(daysSql)
          return days.filter(({ date }) => !withMinutes.has(date)).map((day) => dayBar(index, day, random))
        }),
    })
  },
}
