/** Answers about bars, the same in all markets. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { Conflict } from "@candela/core/MarketDataError"
import type * as BarParams from "@candela/market/Bars"
import { instants } from "@candela/market/BarRange"
import type { Market } from "@candela/market/Market"
import * as Window from "@candela/market/Window"
import { Effect } from "effect"
import * as Bars from "../subjects/bars/Bars.js"
import * as DailySummary from "../subjects/bars/DailySummary.js"
import * as PreviousDay from "../subjects/bars/PreviousDay.js"
import type { BarTables } from "../subjects/bars/Reader.js"
import type { Context } from "../query/Context.js"

/** Request for the bars of a ticker. */
export interface BarsAsked extends Endpoint.ValuesOf<typeof BarParams.params> {
  readonly ticker: string
  /** Whether the bars have a volume. Default true. */
  readonly hasVolume?: boolean
  /** Where they are read from. Default: from the ticker's own. */
  readonly tables?: BarTables
}

/** Returns the end of the last bar's window of a range (epoch milliseconds), which may lie after the range. */
// protects: A bar whose window the delay touches is called delayed, also if the range ended before.
// mutant: "a plan's delay shows in the status where it touches the time that an answer depends on, and only there":
// Window.next({ ...range, zone }, instants({ ...range, zone }).to) → instants({ ...range, zone }).to
export const until =
  ({ zone }: Market) =>
  (range: Pick<BarsAsked, "from" | "multiplier" | "timespan" | "to">): number =>
    Window.next({ ...range, zone }, instants({ ...range, zone }).to)

/** Answers a request for bars of a market. */
export const answer = (market: Market, { ticker, ...range }: BarsAsked, { endpoint, history, visible }: Context) =>
  Effect.gen(function* () {
    const { zone } = market
    const { from, to } = instants({ ...range, zone })
    if (from > to) {
      return yield* new Conflict({
        endpoint,
        detail: `"from" must be no later than "to", but ${range.from} is after ${range.to}.`,
      })
    }
    const seen = { now: visible, history }
    const { next, queryCount, results, resultsCount } = yield* Bars.page({ ...range, ...seen, ticker, market })
    return {
      rows: { json: results, length: resultsCount },
      envelope: { ticker, adjusted: range.adjusted, queryCount, resultsCount },
      next: next && { params: next },
    }
  })

/** Answers a request for the previous day of a ticker, with one bar or none. */
export const previousDay = (
  market: Market,
  { adjusted, tables, ticker }: Pick<BarsAsked, "adjusted" | "tables" | "ticker">,
  { history, present: now, visible }: Context,
) =>
  Effect.map(PreviousDay.read({ ticker, market, adjusted, now, visible, history, tables }), (bar) => {
    const rows = bar === undefined ? [] : [bar]
    return { rows, envelope: { ticker, adjusted, queryCount: rows.length, resultsCount: rows.length } }
  })

/** Answers requests for the day of a market. */
export const summary =
  (of: DailySummary.SummaryMarket) =>
  (
    asked: { readonly adjusted: boolean; readonly date: string; readonly include_otc?: boolean },
    { visible }: Pick<Context, "visible">,
  ) => {
    const { adjusted, date, include_otc: includeOtc = false } = asked
    return Effect.map(DailySummary.summary({ of, adjusted, date, includeOtc, now: visible }), (rows) => ({
      rows,
      envelope: { adjusted, queryCount: rows.length, resultsCount: rows.length },
    }))
  }
