/**
 * A database in memory with hand-made rows.
 */
import { dateOf, type Zone } from "@candela/market/TimeZone"
import type { BaseBar } from "@candela/sandbox/bars/BaseBar"
import { Store } from "@candela/sandbox/Store"
import * as Tables from "@candela/sandbox/Tables"
import { Effect } from "effect"
import type { SplitRow } from "./reference.js"

/** A day's row: a bar with what is known of the regular session. */
export interface DayRow extends BaseBar {
  readonly session?: readonly [open: number, high: number, low: number, close: number]
  readonly preMarket?: number
  readonly afterHours?: number
}

/** What the tables hold of a ticker. */
export interface TickerRows {
  readonly ticker: string
  readonly zone?: Zone
  readonly market?: string
  readonly otc?: boolean
  readonly minutes?: ReadonlyArray<BaseBar>
  readonly days?: ReadonlyArray<DayRow>
  readonly splits?: ReadonlyArray<SplitRow>
}

const column = <Row, A>(rows: ReadonlyArray<Row>, get: (row: Row) => A) => rows.map(get)

const barColumns = (rows: ReadonlyArray<BaseBar>) =>
  (["o", "h", "l", "c", "v", "vw", "n"] as const).map((key) => column(rows, (row) => row[key]))

/** Makes the tables and writes the rows. */
export const write = (tickers: ReadonlyArray<TickerRows>) =>
  Effect.gen(function* () {
    const store = yield* Store
    yield* Effect.forEach(Tables.all, (statement) => store.run(statement))
    for (const { days = [], market = "stocks", minutes = [], otc = false, splits = [], ticker, zone } of tickers) {
      const same = <Row>(rows: ReadonlyArray<Row>) => column(rows, () => ticker)
      yield* store.run(
        "INSERT INTO tickers (ticker, name, market, otc, active, synthetic) VALUES ($1, $1, $2, $3, true, true)",
        [ticker, market, otc],
      )
      for (const { date, from, to } of splits) {
        yield* store.run("INSERT INTO splits VALUES ($1, $2::DATE, $3, $4)", [ticker, date, from, to])
      }
      if (minutes.length > 0) {
        yield* store.append("minute_bars", [same(minutes), column(minutes, (row) => row.t), ...barColumns(minutes)])
      }
      if (days.length > 0) {
        yield* store.append("day_bars", [
          same(days),
          column(days, (row) => dateOf(zone ?? "America/New_York", row.t)),
          column(days, (row) => row.t),
          ...barColumns(days),
          ...[0, 1, 2, 3].map((index) => column(days, (row) => row.session?.[index] ?? null)),
          column(days, (row) => row.preMarket ?? null),
          column(days, (row) => row.afterHours ?? null),
        ])
      }
    }
  })
