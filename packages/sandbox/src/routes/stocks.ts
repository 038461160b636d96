/**
 * The routes of U.S. stocks.
 *
 * @module
 */
import { NotFound } from "@candela/core/MarketDataError"
import { stocks } from "@candela/market/Market"
import { Stocks } from "@candela/stocks/Stocks"
import { Effect } from "effect"
import * as DailySummary from "../bars/DailySummary.js"
import * as BalanceSheets from "../generate/BalanceSheets.js"
import * as Dividends from "../generate/Dividends.js"
import * as ListQuery from "../ListQuery.js"
import * as Route from "../Route.js"
import * as StockSnapshots from "../snapshots/StockSnapshots.js"
import type { Store } from "../Store.js"
import * as Subscription from "../Subscription.js"
import * as Bars from "./bars.js"

const { zone } = stocks

const { balanceSheets, bars, dailyMarketSummary, dividends, movers, openClose, previousDayBar, snapshot, snapshots } =
  Stocks.endpoints

const barsRoute = Route.of(bars, ({ stocksTicker: ticker, ...range }, key) =>
  Bars.answer(bars, stocks, { ticker, ...range }, key),
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
  Bars.previousDay(stocks, { ticker, adjusted }, key),
)

const dividendsRoute = Route.of(dividends, ListQuery.of(dividends, Dividends.table, { visible: "declaration_date" }), {
  delayed: false,
})

const balanceSheetsRoute = Route.of(
  balanceSheets,
  ListQuery.of(balanceSheets, BalanceSheets.table, {
    columns: { min_ticker: "list_min(tickers)", max_ticker: "list_max(tickers)" },
    visible: "filing_date",
  }),
  { delayed: false },
)

const snapshotsOf = (includeOtc: boolean) => (includeOtc ? StockSnapshots.all : StockSnapshots.listed)

const moversRoute = Route.of(movers, ({ direction, include_otc: includeOtc }, key) =>
  Route.rows(snapshotsOf(includeOtc).movers(direction, key)),
)

const snapshotRoute = Route.of(snapshot, ({ stocksTicker }, key) => StockSnapshots.all.one(snapshot, stocksTicker, key))

const snapshotsRoute = Route.of(snapshots, ({ include_otc: includeOtc, tickers }, key) =>
  Route.rows(snapshotsOf(includeOtc).several(tickers, key)),
)

/** The routes of U.S. stocks. */
export const routes: ReadonlyArray<Route.Route<Store>> = [
  barsRoute,
  dailyMarketSummaryRoute,
  openCloseRoute,
  previousDayBarRoute,
  dividendsRoute,
  balanceSheetsRoute,
  moversRoute,
  snapshotRoute,
  snapshotsRoute,
]
