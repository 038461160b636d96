/**
 * Daily bars of many stocks, from the summaries of trading days.
 *
 * @module
 */
import * as Columns from "@candela/core/Columns"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Calendar from "@candela/market/Calendar"
import type { DailyBar } from "@candela/stocks/DailySummary"
import { Stocks } from "@candela/stocks/Stocks"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Ask from "./ask.js"
import type { Piece } from "./format.js"
import type { Source } from "./source.js"

/** Whether bars of single tickers may be available although a day's summary is not: the key's plan lacks it, or a row of any stock is invalid. */
export const isOfSummary = (error: MarketDataError): boolean =>
  error._tag === "Unauthorized"
    ? error.reason === "NotEntitled"
    : error._tag === "NotFound" || error._tag === "DecodeError"

/** Rows of stocks on a day. */
interface Day {
  readonly bars: Piece
  /** Row of each stock plus 1; 0 without a row. */
  readonly rows: Int32Array
  /** Unexpected further rows of a stock. */
  readonly others: ReadonlyArray<readonly [stock: number, row: number]>
}

/** Fetches the rows of stocks on a day, in the form of `stocks.bars`: their time is the midnight at the start of the day. */
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
          const bars = Columns.make(Stocks.endpoints.bars.row, { length, columns: { ...values, timestamp }, present })
          return { bars: bars as unknown as Piece, rows, others }
        },
      ),
  )

/** Fetches the rows of sources on some days, by ticker, in the order of the days. All of them are held in memory, as columns. */
export const fetch = (
  sources: ReadonlyArray<Source>,
  sessions: ReadonlyArray<Calendar.Session>,
  concurrency: number,
): Effect.Effect<(ticker: string) => ReadonlyArray<Piece>, MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const numbers = new Map(sources.map(({ ticker }, index) => [ticker!, index]))
    const days = (yield* Effect.forEach(sessions, (session) => dayOf(numbers, session), { concurrency })).flat()
    return (ticker) => {
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
  })
