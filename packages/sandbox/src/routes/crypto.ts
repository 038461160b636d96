/** The routes of crypto pairs. @module */
import { NotFound } from "@candela/core/MarketDataError"
import { Crypto } from "@candela/crypto/Crypto"
import { crypto } from "@candela/market/Market"
import { Effect, Struct } from "effect"
import * as DayMinutes from "../subjects/bars/DayMinutes.js"
import * as Trades from "../subjects/bars/Trades.js"
import * as CryptoDay from "../subjects/pairs/CryptoDay.js"
import * as CryptoTicks from "../subjects/ticks/CryptoTicks.js"
import { cryptoPairs } from "../subjects/pairs/profiles.js"
import * as DailySummary from "../subjects/bars/DailySummary.js"
import * as Route from "./Route.js"
import * as CryptoSnapshots from "../subjects/snapshots/CryptoSnapshots.js"
import * as Bars from "./bars.js"
import * as Indicators from "./indicators.js"
import * as Ticks from "./ticks.js"

/** Ticker of a pair; none when two other codes join to the same text (`BT` and `CUSD`). */
const tickerOf = (from: string, to: string) => {
  const ticker = `X:${from}${to}`
  const known = cryptoPairs.find((pair) => pair.ticker === ticker)
  return known === undefined || known.base.code === from ? ticker : undefined
}

/** Where the bars of a pair come from, as seen at an instant. */
const tablesOf = (ticker: string, now: number) => DayMinutes.including({ ticker, market: crypto, now })

/** Meaning of the keys of a trade. */
const map = { c: "conditions", i: "id", p: "price", s: "size", t: "timestamp", x: "exchange" }

/** The routes of crypto pairs. */
export const routes = Route.all(Crypto, {
  bars: Route.bars(
    crypto,
    ({ cryptoTicker: ticker, ...range }, context) =>
      Bars.answer(crypto, { ticker, ...range, tables: tablesOf(ticker, context.visible) }, context),
    Bars.until(crypto),
  ),
  dailyMarketSummary: Route.bars(crypto, Bars.summary(DailySummary.markets.crypto)),
  previousDayBar: Route.bars(crypto, ({ adjusted, cryptoTicker: ticker }, context) =>
    Bars.previousDay(crypto, { ticker, adjusted }, context),
  ),
  openClose: Route.prices(crypto, ({ date, from, to }, { endpoint, visible }) =>
    Effect.gen(function* () {
      const ticker = tickerOf(from, to)
      const ends = ticker && (yield* CryptoDay.endsOf({ market: crypto, now: visible, date, ticker }))
      if (!ends) return yield* new NotFound({ endpoint, detail: "Data not found." })
      const { first, last } = ends
      return {
        symbol: `${from}-${to}`,
        isUTC: true,
        day: date,
        open: first.price,
        close: last.price,
        openTrades: [first],
        closingTrades: [last],
      }
    }),
  ),
  ...Indicators.of(Crypto.endpoints, crypto, {
    tablesOf: ({ ticker, visible }) => Effect.succeed(tablesOf(ticker, visible)),
  }),
  movers: Route.prices(crypto, ({ direction }, context) =>
    Route.rows(CryptoSnapshots.snapshots.movers(direction, context)),
  ),
  snapshot: Route.prices(crypto, ({ ticker }, context) => CryptoSnapshots.snapshots.one(ticker, context)),
  snapshots: Route.prices(crypto, ({ tickers }, context) =>
    Route.rows(CryptoSnapshots.snapshots.several(tickers, context)),
  ),
  historicTrades: Route.prices(crypto, ({ date, from, limit, offset, to }, { endpoint, visible }) =>
    Effect.gen(function* () {
      const ticker = tickerOf(from, to)
      const request = { market: crypto, now: visible, date, offset, limit }
      const rows = ticker === undefined ? undefined : yield* Trades.ofDay({ ...request, ticker })
      if (rows === undefined) return yield* new NotFound({ endpoint, detail: "Data not found." })
      // The same request has the same answer, so the latency is not measured.
      return { rows, envelope: { day: date, map, msLatency: 0, symbol: `${from}-${to}`, type: "crypto" } }
    }),
  ),
  trades: Route.prices(crypto, ({ cryptoTicker: ticker, ...asked }, context) =>
    Ticks.answer(
      Ticks.source(ticker, crypto, CryptoTicks.tradesOf, context),
      crypto,
      CryptoTicks.writeTrade,
      Ticks.requestOf(asked),
      context,
    ),
  ),
  lastTrade: Route.prices(crypto, ({ from, to }, context) =>
    Effect.gen(function* () {
      const ticker = tickerOf(from, to)
      if (ticker === undefined) return yield* new NotFound({ endpoint: context.endpoint, detail: "Data not found." })
      const { trade } = yield* Ticks.last(Ticks.source(ticker, crypto, CryptoTicks.tradesOf, context), crypto, context)
      return { status: "success", symbol: `${from}-${to}`, last: Struct.omit(trade, "id") }
    }),
  ),
  exchanges: Ticks.exchanges("crypto"),
})
