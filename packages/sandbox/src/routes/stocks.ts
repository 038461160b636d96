/** The routes of U.S. stocks. @module */
import { NotFound } from "@candela/core/MarketDataError"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks/Stocks"
import { Effect } from "effect"
import * as DailySummary from "../subjects/bars/DailySummary.js"
import * as BalanceSheets from "../subjects/companies/BalanceSheets.js"
import * as CashFlowStatements from "../subjects/companies/CashFlowStatements.js"
import * as Dividends from "../subjects/dividends/Dividends.js"
import * as News from "../subjects/news/News.js"
import * as Ratios from "../subjects/ratios/Ratios.js"
import * as ListQuery from "../query/ListQuery.js"
import * as Route from "./Route.js"
import * as StockSnapshots from "../subjects/snapshots/StockSnapshots.js"
import type { Store } from "../store/Store.js"
import * as Subscription from "../access/Subscription.js"
import * as Bars from "./bars.js"

const { zone } = stocks

const {
  balanceSheets,
  bars,
  cashFlowStatements,
  dailyMarketSummary,
  dividends,
  dividendsV3,
  movers,
  news,
  openClose,
  previousDayBar,
  ratios,
  snapshot,
  snapshots,
} = Stocks.endpoints

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

const dividendsRoute = ListQuery.route(dividends, Dividends.table)

const dividendsV3Route = ListQuery.route(dividendsV3, Dividends.tableV3, { from: () => Dividends.rowsV3 })

const statements = { columns: { min_ticker: "list_min(tickers)", max_ticker: "list_max(tickers)" } }

const balanceSheetsRoute = ListQuery.route(balanceSheets, BalanceSheets.table, statements)

const cashFlowStatementsRoute = ListQuery.route(cashFlowStatements, CashFlowStatements.table, statements)

const ratiosRoute = ListQuery.route(ratios, Ratios.table, {
  // A day's close is known when the day is over.
  where: (_, bind, { now }) => [`date = (SELECT max(date) FROM ratios WHERE date < ${bind(dateOf(zone, now))})`],
})

const newsRoute = ListQuery.route(news, News.table, {
  columns: { ticker: "tickers", published_utc: "published" },
  instants: { published_utc: { zone: "UTC", unit: "millis" } },
  where: (_, bind, { now }) => [`published <= ${bind(BigInt(now))}`],
})

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
  dividendsV3Route,
  balanceSheetsRoute,
  moversRoute,
  snapshotRoute,
  snapshotsRoute,
  cashFlowStatementsRoute,
  ratiosRoute,
  newsRoute,
]
