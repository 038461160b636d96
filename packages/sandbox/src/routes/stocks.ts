/**
 * The routes of U.S. stocks.
 *
 * @module
 */
import { Conflict, NotFound } from "@candela/core/MarketDataError"
import { instants } from "@candela/market/BarRange"
import { stocks } from "@candela/market/Market"
import { Stocks } from "@candela/stocks/Stocks"
import { Effect } from "effect"
import * as Bars from "../bars/Bars.js"
import * as DailySummary from "../bars/DailySummary.js"
import * as BalanceSheets from "../generate/BalanceSheets.js"
import * as Dividends from "../generate/Dividends.js"
import * as ListQuery from "../ListQuery.js"
import * as Route from "../Route.js"
import type { Store } from "../Store.js"
import * as Subscription from "../Subscription.js"

const { zone } = stocks

const { balanceSheets, bars, dailyMarketSummary, dividends, openClose, previousDayBar } = Stocks.endpoints

const historyOf = ({ now, subscription }: Route.Context) => Subscription.firstInstant(subscription, zone, now)

const barsRoute = Route.of(bars, ({ stocksTicker: ticker, ...range }, key) =>
  Effect.gen(function* () {
    const { from, to } = instants({ ...range, zone })
    if (from > to) {
      return yield* new Conflict({
        endpoint: bars.name,
        detail: `"from" must be not after "to", but ${range.from} is after ${range.to}.`,
      })
    }
    yield* Subscription.requireHistory(key, { endpoint: bars.name, zone, from })
    const seen = { now: key.visible, history: historyOf(key) }
    const { next, queryCount, results, resultsCount } = yield* Bars.page({ ...range, ...seen, ticker, market: stocks })
    return {
      rows: { json: results, length: resultsCount },
      envelope: { ticker, adjusted: range.adjusted, queryCount, resultsCount },
      next: next && { params: next },
    }
  }),
)

const dailyMarketSummaryRoute = Route.of(dailyMarketSummary, ({ adjusted, date, include_otc: includeOtc }, key) =>
  Effect.gen(function* () {
    yield* Subscription.requireHistory(key, { endpoint: dailyMarketSummary.name, zone, from: date })
    const rows = yield* DailySummary.summary({ adjusted, date, includeOtc, now: key.visible })
    return { rows, envelope: { adjusted, queryCount: rows.length, resultsCount: rows.length } }
  }),
)

const openCloseRoute = Route.of(openClose, ({ adjusted, date, stocksTicker: ticker }, key) =>
  Effect.gen(function* () {
    yield* Subscription.requireHistory(key, { endpoint: openClose.name, zone, from: date })
    const day = yield* DailySummary.openClose({ ticker, adjusted, date, now: key.visible })
    return day === undefined
      ? yield* new NotFound({ endpoint: openClose.name, detail: "Data not found." })
      : { status: key.status, ...day }
  }),
)

const previousDayBarRoute = Route.of(previousDayBar, ({ adjusted, stocksTicker: ticker }, key) =>
  Effect.map(
    DailySummary.previousDay({ ticker, adjusted, now: key.now, visible: key.visible, history: historyOf(key) }),
    (bar) => {
      const rows = bar === undefined ? [] : [bar]
      return { rows, envelope: { ticker, adjusted, queryCount: rows.length, resultsCount: rows.length } }
    },
  ),
)

const dividendsRoute = Route.of(dividends, ListQuery.of(dividends, Dividends.table, { visible: "declaration_date" }))

const balanceSheetsRoute = Route.of(
  balanceSheets,
  ListQuery.of(balanceSheets, BalanceSheets.table, {
    columns: { min_ticker: "list_min(tickers)", max_ticker: "list_max(tickers)" },
    visible: "filing_date",
  }),
)

/** The routes of U.S. stocks. */
export const routes: ReadonlyArray<Route.Route<Store>> = [
  barsRoute,
  dailyMarketSummaryRoute,
  openCloseRoute,
  previousDayBarRoute,
  dividendsRoute,
  balanceSheetsRoute,
]
