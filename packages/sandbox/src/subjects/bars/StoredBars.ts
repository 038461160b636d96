/**
 * Stored bars of all markets: minutes and days. Prices and volumes are stored as traded; splits are
 * applied on request. @module
 */
import * as Field from "@candela/core/declare/Field"
import type { Market } from "@candela/market/Market"
import { Effect, Schema } from "effect"
import type { World } from "../../generate/Generator.js"
import type { Store, StoreError } from "../../store/Store.js"
import * as Table from "../../store/Table.js"
import { aggregateDays } from "./aggregateDays.js"

const bar = {
  ticker: Field.required(Schema.String),
  /** Epoch milliseconds. */
  t: Field.required(Schema.Int),
  o: Field.required(Schema.Number),
  h: Field.required(Schema.Number),
  l: Field.required(Schema.Number),
  c: Field.required(Schema.Number),
  v: Field.required(Schema.Number),
  /** Null when missing in imported data. */
  vw: Field.required(Schema.NullOr(Schema.Number)),
  /** Null when missing in imported data. */
  n: Field.required(Schema.NullOr(Schema.Int)),
}

/** Stored bar of a minute with trades. `t` is the minute's start. */
export interface MinuteBar extends Field.Row<typeof bar> {}

/** Table with one row per minute with trades, ordered by ticker and time. */
export const minuteBars = Table.of("minute_bars", { row: Field.struct(bar), key: ["ticker", "t"] })

/** Minute bars by columns, to which a generator adds. */
export interface MinuteColumns {
  readonly ticker: Array<string>
  readonly t: Array<number>
  readonly o: Array<number>
  readonly h: Array<number>
  readonly l: Array<number>
  readonly c: Array<number>
  readonly v: Array<number>
  readonly vw: Array<number>
  readonly n: Array<number>
}

/** Empty columns of minute bars. */
export const emptyMinutes = (): MinuteColumns => ({
  ticker: [],
  t: [],
  o: [],
  h: [],
  l: [],
  c: [],
  v: [],
  vw: [],
  n: [],
})

const { ticker, ...values } = bar
const price = Schema.NullOr(Schema.Number)
const dayBar = {
  ticker,
  /** Date in the market's zone. */
  date: Field.required(Schema.String),
  ...values,
  /** `vw` before rounding, for its adjustment; absent when `vw` is stored unrounded. */
  exact_vw: Field.optional(Schema.Number),
  session_open: Field.required(price),
  session_high: Field.required(price),
  session_low: Field.required(price),
  session_close: Field.required(price),
  pre_market: Field.required(price),
  after_hours: Field.required(price),
}

/**
 * Stored bar of a day with trades. `t` is the market's local midnight. `o` to `n` cover all trades of the
 * day; `session_*` cover the regular session (stocks: 09:30 to 16:00, 13:00 on an early close), null when it
 * had no trade, when it is unknown (imported days), and in markets without one. `pre_market` is the first
 * trade before the session, `after_hours` the last one after it. The bar of a day with minutes is their
 * aggregation: `v` and `n` their sums, `vw` is `sum(v * vw) / sum(v)`, rounded; `exact_vw` is not rounded.
 */
export interface DayBar extends Field.Row<typeof dayBar> {}

/** Table with one row per day with trades, ordered by ticker and date. */
export const dayBars = Table.of("day_bars", { row: Field.struct(dayBar), key: ["ticker", "date"] })

/** Number of minutes per write: writing a few rows costs as much as writing thousands. */
const rowsAtOnce = 30_000

/** Minutes to be written. */
export interface Waiting {
  /** Minutes of a ticker are added here, in the order of time. */
  readonly minutes: MinuteColumns
  /** Writes them once they are many. Run it after each part, so that the event loop turns. */
  readonly flush: Effect.Effect<void, StoreError>
}

/**
 * Writes the bars of a market, ticker by ticker, and tells `advance` each. `writeMinutes` adds a ticker's
 * minutes and returns the bars of its days without minutes; the other days are aggregated from the minutes.
 */
export const write = <A extends { readonly ticker: string }>(
  statements: Store.Statements,
  options: {
    readonly market: Market
    readonly tickers: ReadonlyArray<A>
    readonly advance: World["advance"]
    readonly writeMinutes: (ticker: A, waiting: Waiting) => Effect.Effect<ReadonlyArray<DayBar>, StoreError>
  },
): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    const { advance, market, tickers, writeMinutes } = options
    yield* statements.run("CREATE OR REPLACE TEMP TABLE unordered_days AS FROM day_bars LIMIT 0")
    const minutes = emptyMinutes()
    const writeAll = Effect.map(minuteBars.appendColumns(statements, minutes), () => {
      for (const column of Object.values(minutes)) column.length = 0
    })
    const flush = Effect.suspend(() => (minutes.t.length < rowsAtOnce ? Effect.void : writeAll))
    const days = yield* Effect.forEach(tickers, (ticker, index) =>
      Effect.zipRight(advance(index / tickers.length), writeMinutes(ticker, { minutes, flush })),
    )
    yield* writeAll
    yield* dayBars.append(statements, days.flat(), "unordered_days")
    const names = [...new Set(tickers.map(({ ticker }) => ticker))]
    yield* aggregateDays(statements, { market, tickers: names, into: "unordered_days" })
    yield* statements.run("INSERT INTO day_bars FROM unordered_days ORDER BY ticker, date")
  })
