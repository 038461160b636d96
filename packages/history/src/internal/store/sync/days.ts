/**
 * Daily bars of many stocks, from the summaries of trading days.
 *
 * @module
 */
import * as Columns from "@candela/core/Columns"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Calendar from "@candela/market/Calendar"
import type { DailyBar } from "@candela/market/DailyMarketSummary"
import { Stocks } from "@candela/stocks/Stocks"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Ask from "./ask.js"
import type { Piece } from "../layout/format.js"
import type { Source } from "../layout/source.js"

/**
 * Whether bars of single tickers may be available although a day's summary is not: the key's plan
 * lacks it, or a row of any stock is invalid.
 */
// protects: Where the summary of a day cannot be had, the bars of its tickers can.
// mutant: "goes on ticker by ticker where ": error.reason === "NotEntitled" → false
export const isOfSummary = (error: MarketDataError): boolean =>
  error._tag === "Unauthorized"
    ? error.reason === "NotEntitled"
    : error._tag === "NotFound" || error._tag === "DecodeError"

/** Rows of stocks on a day. */
interface Day {
  /** Number of rows of the whole market. */
  readonly all: number
  readonly bars: Piece
  /** Row of each stock plus 1; 0 without a row. */
  readonly rows: Int32Array
  /** Unexpected further rows of a stock. */
  readonly others: ReadonlyArray<readonly [stock: number, row: number]>
}

/**
 * Fetches the rows of stocks on a day, in the form of `stocks.bars`: their time is the midnight at
 * the start of the day.
 */
const dayOf = (numbers: ReadonlyMap<string, number>, { date, midnight }: Calendar.Session) =>
  Effect.map(
    Stream.runCollect(Ask.rows(Stocks.endpoints.dailyMarketSummary, { date, adjusted: false, include_otc: true })),
    (answers) =>
      Chunk.toReadonlyArray(answers as Chunk.Chunk<unknown> as Chunk.Chunk<Columns.Columns<DailyBar>>).map(
        (answer): Day => {
          const names = answer.columns.ticker as ReadonlyArray<string>
          const wanted = names.flatMap((name, index) => (numbers.has(name) ? [index] : []))
          const rows = new Int32Array(numbers.size)
          const others: Array<readonly [number, number]> = []
          wanted.forEach((index, row) => {
            const stock = numbers.get(names[index]!)!
            if (rows[stock] === 0) rows[stock] = row + 1
            else others.push([stock, row])
          })
          const ranges = wanted.map((index) => [index, index + 1] as const)
          const { columns, length, present } = Columns.ranges(answer, ranges)
          const { ticker: _, ...values } = columns
          const timestamp = new Float64Array(length).fill(midnight)
          // protects: A bar of the summary of a day has the time of a bar of its ticker.
          // mutant: "writes the same files by day as by ticker": { ...values, timestamp } → values
          const bars = Columns.make(Stocks.endpoints.bars.row, { length, columns: { ...values, timestamp }, present })
          return { all: answer.length, bars: bars as unknown as Piece, rows, others }
        },
      ),
  )

/**
 * Number of days without any row at the start of a history from which they are taken for days
 * before the service's records.
 */
const beforeRecords = 5

/**
 * Returns the days without any row that contradict the calendar, of the first days of a history:
 * more than five at their start are before the service's records.
 */
export const expected = (
  days: ReadonlyArray<Calendar.Session>,
  empty: ReadonlyArray<Calendar.Session>,
): ReadonlyArray<Calendar.Session> => {
  const first = days.findIndex((day) => !empty.includes(day))
  const leading = first === -1 ? days.length : first
  return leading > beforeRecords ? empty.slice(leading) : empty
}

/** Result of fetching days. */
export interface Fetched {
  /** Returns the rows of a ticker, in the order of the days. */
  readonly rowsOf: (ticker: string) => ReadonlyArray<Piece>
  /** Days on which the market was open and no stock has a row. */
  readonly empty: ReadonlyArray<Calendar.Session>
}

/** Options of fetching days. */
export interface FetchOptions {
  readonly concurrency: number
  /**
   * Whether to ask again at once for days on which no stock has a row: the service answers so now and then by mistake.
   */
  readonly again: boolean
}

/** Fetches the rows of sources on some days. All of them are held in memory, as columns. */
export const fetch = (
  sources: ReadonlyArray<Source>,
  sessions: ReadonlyArray<Calendar.Session>,
  { again, concurrency }: FetchOptions,
): Effect.Effect<Fetched, MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const numbers = new Map(sources.map(({ ticker }, index) => [ticker!, index]))
    const isEmpty = (day: ReadonlyArray<Day>) => day.every(({ all }) => all === 0)
    const found = yield* Effect.forEach(
      sessions,
      (session) =>
        Effect.flatMap(dayOf(numbers, session), (day) =>
          again && isEmpty(day) ? dayOf(numbers, session) : Effect.succeed(day),
        ),
      { concurrency },
    )
    const days = found.flat()
    const rowsOf = (ticker: string) => {
      const stock = numbers.get(ticker)!
      const parts: Array<Piece> = []
      const rows: Array<number> = []
      for (const day of days) {
        const own = day.rows[stock]! > 0 ? [day.rows[stock]! - 1] : []
        for (const row of [...own, ...day.others.flatMap(([other, row]) => (other === stock ? [row] : []))]) {
          parts.push(day.bars)
          rows.push(row)
        }
      }
      return rows.length === 0 ? [] : [Columns.gather(parts, rows)]
    }
    return { rowsOf, empty: sessions.filter((_, index) => isEmpty(found[index]!)) }
  })
