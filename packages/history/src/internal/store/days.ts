/**
 * Daily bars of many stocks, of the summaries of trading days.
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

/** Whether the bars of single tickers may be had although the summary of a day is not: the key's plan lacks it, or a row of any stock is wrong. */
export const isOfSummary = (error: MarketDataError): boolean =>
  error._tag === "Unauthorized"
    ? error.reason === "NotEntitled"
    : error._tag === "NotFound" || error._tag === "DecodeError"

/** Where the rows of a ticker are: row `rows[i]` of `parts[i]`. */
interface Places {
  readonly parts: Array<Piece>
  readonly rows: Array<number>
}

/** The rows of some stocks on a day, as those of `stocks.bars` are: their time is the midnight with which the day begins. */
const dayOf = (tickers: ReadonlySet<string>, { date, midnight }: Calendar.Session) =>
  Effect.map(
    Stream.runCollect(Ask.rows(Stocks.endpoints.dailyMarketSummary, { date, adjusted: false, include_otc: true })),
    (answers) =>
      Chunk.toReadonlyArray(answers as Chunk.Chunk<unknown> as Chunk.Chunk<Columns.Columns<DailyBar>>).map((bars) => {
        const names = bars.columns.ticker as ReadonlyArray<string>
        const wanted = names.flatMap((name, index) => (tickers.has(name) ? [index] : []))
        const { columns, length, present } = Columns.gather(
          wanted.map(() => bars),
          wanted,
        )
        const { ticker: _, ...values } = columns
        const timestamp = new Float64Array(length).fill(midnight)
        const piece = Columns.make(Stocks.endpoints.bars.row, { length, columns: { ...values, timestamp }, present })
        return { names: wanted.map((index) => names[index]!), piece: piece as unknown as Piece }
      }),
  )

/** The rows of sources on some days, by their tickers, in the order of the days. All of them are held, in columns. */
export const fetch = (
  sources: ReadonlyArray<Source>,
  sessions: ReadonlyArray<Calendar.Session>,
  concurrency: number,
): Effect.Effect<(ticker: string) => ReadonlyArray<Piece>, MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const places = new Map<string, Places>(sources.map(({ ticker }) => [ticker!, { parts: [], rows: [] }]))
    const tickers = new Set(places.keys())
    const days = yield* Effect.forEach(sessions, (session) => dayOf(tickers, session), { concurrency })
    for (const { names, piece } of days.flat()) {
      names.forEach((name, row) => {
        const { parts, rows } = places.get(name)!
        parts.push(piece)
        rows.push(row)
      })
    }
    return (ticker) => {
      const { parts, rows } = places.get(ticker)!
      return rows.length === 0 ? [] : [Columns.gather(parts, rows)]
    }
  })
