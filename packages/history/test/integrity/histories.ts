/** Clean synthetic histories: a row in every window of every session, as the calendars say. */
import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import { Futures } from "@candela/futures/Futures"
import { Stocks } from "@candela/stocks/Stocks"
import * as Calendar from "@candela/market/Calendar"
import * as Market from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { dateOfDay, dayMillis, dayNumber, offsetAt } from "@candela/market/TimeZone"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Integrity from "@candela/history/Integrity"
import { FastCheck as fc } from "effect"

const hour = 3_600_000

/** A bar of any market, with a number for its instant. */
export interface Row {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly transactions: number
  readonly vwap: number
}

/** A day of a history: its date in the market, and its rows in order. */
export interface Day {
  readonly date: string
  readonly rows: ReadonlyArray<Row>
}

/** How a market's histories are asked for, and where its rows lie. */
export interface Kind {
  readonly name: string
  readonly endpoint: Endpoint.AnyRows
  readonly request: (from: string, to: string) => object
  /** The instants of a day's rows, given its number; none where the market is closed. */
  readonly instants: (day: number) => ReadonlyArray<number>
  /** An instant on a day at which the market is closed though its calendar has the day, or none. */
  readonly night?: (day: number) => number
  /** A row as the endpoint has it. */
  readonly row: (row: Row) => object
}

const every = (from: number, to: number, step: number) =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) => from + index * step)

const sessionOf = (day: number) => Calendar.session(dateOfDay(day))

const bars = (timespan: string, multiplier: number, from: string, to: string) =>
  ({ multiplier, timespan, from, to, adjusted: false }) as const

/** Milliseconds since midnight of New York's Sunday. */
const ofNewYorkWeek = (instant: number) => {
  const local = instant + offsetAt("America/New_York", instant) + 4 * dayMillis
  return local % (7 * dayMillis)
}
const isForexOpen = (instant: number) => {
  const time = ofNewYorkWeek(instant)
  return time >= 17 * hour && time < 5 * dayMillis + 17 * hour
}

const isFuturesDay = (day: number) => Market.futures.weekdays.includes((day + 4) % 7)

const same = (row: Row): object => row

export const kinds: ReadonlyArray<Kind> = [
  {
    name: "half hours of a stock",
    endpoint: Stocks.endpoints.bars,
    request: (from, to) => ({ stocksTicker: "AAPL", ...bars("minute", 30, from, to) }),
    instants: (day) => {
      const session = sessionOf(day)
      return session === undefined ? [] : every(session.open - hour, session.close + hour, hour / 2)
    },
    night: (day) => sessionOf(day)!.midnight + 3 * hour,
    row: same,
  },
  {
    name: "days of a stock",
    endpoint: Stocks.endpoints.bars,
    request: (from, to) => ({ stocksTicker: "AAPL", ...bars("day", 1, from, to) }),
    instants: (day) => (sessionOf(day)?.midnight === undefined ? [] : [sessionOf(day)!.midnight]),
    row: same,
  },
  {
    name: "hours of a currency pair",
    endpoint: Forex.endpoints.bars,
    request: (from, to) => ({ forexTicker: "C:EURUSD", ...bars("hour", 1, from, to) }),
    instants: (day) => every(day * dayMillis, (day + 1) * dayMillis, hour).filter(isForexOpen),
    row: same,
  },
  {
    name: "hours of a cryptocurrency",
    endpoint: Crypto.endpoints.bars,
    request: (from, to) => ({ cryptoTicker: "X:BTCUSD", ...bars("hour", 1, from, to) }),
    instants: (day) => every(day * dayMillis, (day + 1) * dayMillis, hour),
    row: same,
  },
  {
    name: "quarters of an hour of a futures contract",
    endpoint: Futures.endpoints.bars,
    request: (from, to) => ({
      ticker: "ESU5",
      resolution: "15min",
      // A session opens on the evening before.
      "window_start.gte": new Date(Session.open(Market.futures, dayNumber(from))),
      "window_start.lt": new Date(Session.close(Market.futures, dayNumber(to))),
      sort: "window_start.asc",
    }),
    instants: (day) =>
      isFuturesDay(day) ? every(Session.open(Market.futures, day), Session.close(Market.futures, day), hour / 4) : [],
    night: (day) => Session.close(Market.futures, day) + hour / 4,
    row: ({ close, high, low, open, timestamp, transactions, volume }) => ({
      ...{ open, high, low, close, volume, transactions },
      ticker: "ESU5",
      window_start: BigInt(timestamp) * 1_000_000n,
    }),
  },
]

/** Numbers from 0 to 1 that follow from a seed. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

const round = (value: number) => Math.round(value * 100) / 100

/** Prices walk by at most half a percent a row. */
const walk = (random: () => number) => {
  let price = 100
  return (timestamp: number): Row => {
    const open = price
    const close = (price = round(Math.max(20, price * (1 + (random() - 0.5) / 100))))
    const high = round(Math.max(open, close) + random() / 10)
    const low = round(Math.min(open, close) - random() / 10)
    const vwap = round(low + (high - low) * random())
    return { timestamp, open, high, low, close, vwap, volume: Math.ceil(random() * 1000), transactions: 3 }
  }
}

/** A history without a fault, over so many calendar days from a date. */
export const clean = ({ instants }: Kind, from: string, days: number, seed: number): ReadonlyArray<Day> => {
  const next = walk(randomFrom(seed))
  return Array.from({ length: days }, (_, index) => dayNumber(from) + index)
    .map((day) => ({ date: dateOfDay(day), rows: instants(day).map(next) }))
    .filter(({ rows }) => rows.length > 0)
}

/** Weeks around holidays, early closes and changes of the clock, and some without any. */
export const starts = fc.constantFrom(
  "2024-02-26",
  "2024-11-18",
  "2024-03-04",
  "2025-06-02",
  "2024-10-28",
  "2024-06-24",
)

/** The last date of so many calendar days. */
export const lastDate = (from: string, days: number) => dateOfDay(dayNumber(from) + days - 1)

/** The days of a report that are not available, with their reasons: `2025-06-03 degraded duplicate`. */
export const faults = ({ tickers }: Integrity.Report): ReadonlyArray<string> =>
  tickers.flatMap(({ days }) =>
    days
      .filter(({ status }) => status !== "available")
      .map(({ date, findings, status }) => [date, status, ...findings.map(({ reason }) => reason)].join(" ")),
  )

/** All rows of some days, in order. */
export const flat = (days: ReadonlyArray<Day>): ReadonlyArray<Row> => days.flatMap(({ rows }) => rows)
