/** The routes of U.S. stocks. @module */
import { NotFound } from "@candela/core/MarketDataError"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Tick from "@candela/market/Tick"
import { Stocks } from "@candela/stocks/Stocks"
import { Effect } from "effect"
import type { Context } from "../query/Context.js"
import type { BaseBar } from "../subjects/bars/BaseBar.js"
import * as DailySummary from "../subjects/bars/DailySummary.js"
import * as BalanceSheets from "../subjects/companies/BalanceSheets.js"
import * as CashFlowStatements from "../subjects/companies/CashFlowStatements.js"
import * as Financials from "../subjects/companies/Financials.js"
import * as Dividends from "../subjects/dividends/Dividends.js"
import * as IncomeStatements from "../subjects/companies/IncomeStatements.js"
import * as News from "../subjects/news/News.js"
import * as Ratios from "../subjects/ratios/Ratios.js"
import * as ListQuery from "../query/ListQuery.js"
import * as Route from "./Route.js"
import * as FreeFloat from "../subjects/shorts/FreeFloat.js"
import * as ShortInterest from "../subjects/shorts/ShortInterest.js"
import * as ShortVolume from "../subjects/shorts/ShortVolume.js"
import * as Splits from "../subjects/splits/Splits.js"
import * as StockSnapshots from "../subjects/snapshots/StockSnapshots.js"
import * as Summaries from "../subjects/snapshots/Summaries.js"
import * as Bars from "./bars.js"
import * as StockTicks from "../subjects/ticks/StockTicks.js"
import { nanosOf, type WriteTick } from "../subjects/ticks/Ticks.js"
import * as Ticks from "./ticks.js"
import * as Indicators from "./indicators.js"
import * as Instruments from "./snapshots.js"

const statements = { columns: { min_ticker: "list_min(tickers)", max_ticker: "list_max(tickers)" } }

const listFinancials = ListQuery.of(Stocks.endpoints.financials, Financials.table, {
  columns: { ticker: "tickers", period_of_report_date: "end_date" },
  where: ({ "company_name.search": part }, bind) =>
    part === undefined ? [] : [`contains(lower(company_name), lower(${bind(part)}))`],
})

const notFound = { error: "NOT_FOUND", message: "Ticker not found." }

const snapshotsOf = (includeOtc: boolean) => (includeOtc ? StockSnapshots.all : StockSnapshots.listed)

type TicksAsked = Endpoint.ValuesOf<typeof Tick.params> & { readonly stockTicker: string }

/** Answers with ticks of a stock. */
const ticks =
  <T extends StockTicks.StockTradeTick | StockTicks.StockQuoteTick>(
    derive: (bar: BaseBar, listing: StockTicks.StockListing) => ReadonlyArray<T>,
    write: WriteTick<T>,
  ) =>
  ({ stockTicker: ticker, ...asked }: TicksAsked, context: Context) =>
    Effect.flatMap(StockTicks.listings, (listingOf) => {
      const listing = listingOf(ticker)
      const source = Ticks.source(ticker, stocks, (bar) => derive(bar, listing), context)
      return Ticks.answer(source, stocks, write, Ticks.requestOf(asked), context)
    })

/** Reads the last tick of a stock. */
const lastTick = <T extends StockTicks.StockTradeTick | StockTicks.StockQuoteTick>(
  ticker: string,
  derive: (bar: BaseBar, listing: StockTicks.StockListing) => ReadonlyArray<T>,
  context: Context,
) =>
  Effect.flatMap(StockTicks.listings, (listingOf) => {
    const listing = listingOf(ticker)
    return Ticks.last(
      Ticks.source(ticker, stocks, (bar) => derive(bar, listing), context),
      stocks,
      context,
    )
  })

/** The routes of U.S. stocks. */
export const routes = Route.all(Stocks, {
  bars: Route.bars(
    stocks,
    ({ stocksTicker: ticker, ...range }, context) => Bars.answer(stocks, { ticker, ...range }, context),
    Bars.until(stocks),
  ),
  dailyMarketSummary: Route.bars(stocks, Bars.summary(DailySummary.markets.stocks)),
  openClose: Route.prices(stocks, ({ adjusted, date, stocksTicker: ticker }, { endpoint, status, visible }) =>
    Effect.flatMap(DailySummary.openClose({ ticker, adjusted, date, now: visible }), (day) =>
      day === undefined ? new NotFound({ endpoint, detail: "Data not found." }) : Effect.succeed({ status, ...day }),
    ),
  ),
  previousDayBar: Route.bars(stocks, ({ adjusted, stocksTicker: ticker }, context) =>
    Bars.previousDay(stocks, { ticker, adjusted }, context),
  ),
  ...Indicators.of(Stocks.endpoints, stocks),
  dividends: Route.table(Dividends.table),
  dividendsV3: Route.table(Dividends.tableV3, { from: () => Dividends.rowsV3 }),
  splits: Route.table(Splits.shown, {
    from: (_, bind, { visible }) => Splits.rows(bind(dateOf(stocks.zone, visible))),
  }),
  splitsV3: Route.table(Splits.shownV3, {
    from: (_, bind, { visible }) => Splits.rowsV3(bind(dateOf(stocks.zone, visible))),
    where: ({ reverse_split: reverse }) =>
      reverse === undefined ? [] : [reverse ? "split_to < split_from" : "split_to >= split_from"],
  }),
  shortInterest: Route.table(ShortInterest.table, {
    from: (_, bind, { visible }) => ShortInterest.rows(bind(dateOf(stocks.zone, visible))),
  }),
  shortVolume: Route.table(ShortVolume.table, {
    from: (_, bind, { visible }) => ShortVolume.rows(bind(dateOf(stocks.zone, visible))),
  }),
  float: Route.table(FreeFloat.table, {
    from: (_, bind, { visible }) => FreeFloat.rows(bind(dateOf(stocks.zone, visible))),
  }),
  balanceSheets: Route.table(BalanceSheets.table, statements),
  cashFlowStatements: Route.table(CashFlowStatements.table, statements),
  incomeStatements: Route.table(IncomeStatements.table, statements),
  financials: Route.reference((values, context) =>
    Effect.map(listFinancials(values, context), ({ rows, ...page }) => ({
      ...page,
      rows: values.include_sources ? rows.map(Financials.withSources) : rows,
    })),
  ),
  ratios: Route.table(Ratios.table, {
    // A day's close is known at the end of the day.
    where: (_, bind, { visible }) => [
      `date = (SELECT max(date) FROM ratios WHERE date < ${bind(dateOf(stocks.zone, visible))})`,
    ],
  }),
  news: Route.table(News.table, {
    columns: { ticker: "tickers", published_utc: "published" },
    instants: { published_utc: { zone: "UTC", unit: "millis" } },
    where: (_, bind, { visible }) => [`published <= ${bind(BigInt(visible))}`],
  }),
  snapshot: Route.prices(stocks, ({ stocksTicker }, context) => StockSnapshots.all.one(stocksTicker, context)),
  snapshots: Route.prices(stocks, ({ include_otc: includeOtc, tickers }, context) =>
    Route.rows(snapshotsOf(includeOtc).several(tickers, context)),
  ),
  summaries: Route.prices(stocks, ({ "ticker.any_of": asked = [] }, context) =>
    Effect.gen(function* () {
      const tickers = [...new Set(asked)]
      const found = yield* Instruments.named(tickers, context.present)
      const known = new Map((yield* Summaries.of(found, context)).map((summary) => [summary.ticker, summary]))
      const rows = tickers.map((one) => known.get(one) ?? { ticker: one, ...notFound })
      return { rows, envelope: {} }
    }),
  ),
  movers: Route.prices(stocks, ({ direction, include_otc: includeOtc }, context) =>
    Route.rows(snapshotsOf(includeOtc).movers(direction, context)),
  ),
  trades: Route.prices(stocks, ticks(StockTicks.tradesOf, StockTicks.writeTrade)),
  quotes: Route.prices(stocks, ticks(StockTicks.quotesOf, StockTicks.writeQuote)),
  lastTrade: Route.prices(stocks, ({ stocksTicker: ticker }, context) =>
    Effect.map(lastTick(ticker, StockTicks.tradesOf, context), (trade) => ({
      ticker,
      conditions: trade.conditions.ids,
      decimal_size: String(trade.size),
      exchange: trade.exchange,
      id: String(trade.id),
      participant_timestamp: StockTicks.atExchange(trade),
      price: trade.price,
      sequence_number: trade.sequence,
      sip_timestamp: nanosOf(trade),
      size: Math.floor(trade.size),
      ...(trade.tape === 0 ? {} : { tape: trade.tape }),
      ...(trade.facility === 0 ? {} : { trf_id: trade.facility, trf_timestamp: StockTicks.atFacility(trade) }),
    })),
  ),
  lastQuote: Route.prices(stocks, ({ stocksTicker: ticker }, context) =>
    Effect.map(lastTick(ticker, StockTicks.quotesOf, context), (quote) => ({
      ticker,
      ask_exchange: quote.askExchange,
      ask_price: quote.ask,
      ask_size: quote.askLots,
      bid_exchange: quote.bidExchange,
      bid_price: quote.bid,
      bid_size: quote.bidLots,
      conditions: [1],
      participant_timestamp: StockTicks.atExchange(quote),
      sequence_number: quote.sequence,
      sip_timestamp: nanosOf(quote),
      ...(quote.tape === 0 ? {} : { tape: quote.tape }),
    })),
  ),
  exchanges: Ticks.exchanges("stocks"),
})
