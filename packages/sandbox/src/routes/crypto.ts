/** The routes of crypto pairs. @module */
import { NotFound } from "@candela/core/MarketDataError"
import * as Request from "@candela/core/Request"
import { Crypto } from "@candela/crypto/Crypto"
import { crypto } from "@candela/market/Market"
import { Effect, Either } from "effect"
import * as Trades from "../subjects/bars/Trades.js"
import { cryptoPairs } from "../subjects/pairs/profiles.js"
import * as Computation from "../subjects/indicators/Computation.js"
import * as Route from "./Route.js"
import * as CryptoSnapshots from "../subjects/snapshots/CryptoSnapshots.js"
import type { Store } from "../store/Store.js"
import * as Subscription from "../access/Subscription.js"
import * as Bars from "./bars.js"
import * as Indicators from "./indicators.js"

const { bars, ema, macd, movers, previousDayBar, rsi, sma, snapshot, snapshots, trades } = Crypto.endpoints

const barsRoute = Route.of(bars, ({ cryptoTicker: ticker, ...range }, key) =>
  Bars.answer(bars, crypto, { ticker, ...range }, key),
)

const previousDayBarRoute = Route.of(previousDayBar, ({ adjusted, cryptoTicker: ticker }, key) =>
  Bars.previousDay(crypto, { ticker, adjusted }, key),
)

const indicator = Indicators.answers({
  market: crypto,
  barsUrl: (cryptoTicker, range) => Either.getOrThrow(Request.toUrl(bars, { cryptoTicker, ...range })),
})

const { decimals } = crypto

const smaRoute = Route.of(sma, ({ cryptoTicker: ticker, window, ...asked }, key) =>
  indicator(sma, Computation.sma(window, decimals), { ticker, ...asked }, key),
)

const emaRoute = Route.of(ema, ({ cryptoTicker: ticker, window, ...asked }, key) =>
  indicator(ema, Computation.ema(window, decimals), { ticker, ...asked }, key),
)

const rsiRoute = Route.of(rsi, ({ cryptoTicker: ticker, window, ...asked }, key) =>
  indicator(rsi, Computation.rsi(window, decimals), { ticker, ...asked }, key),
)

const macdRoute = Route.of(
  macd,
  ({ cryptoTicker: ticker, long_window: long, short_window: short, signal_window: signal, ...asked }, key) =>
    indicator(macd, Computation.macd({ short, long, signal }, decimals), { ticker, ...asked }, key),
)

/** A pair's ticker; none where the two codes are put together like a pair's, but are others (`BT` and `CUSD`). */
const tickerOf = (from: string, to: string) => {
  const ticker = `X:${from}${to}`
  const known = cryptoPairs.find((pair) => pair.ticker === ticker)
  return known === undefined || known.base.code === from ? ticker : undefined
}

/** What the keys of a trade stand for. */
const map = { c: "conditions", i: "id", p: "price", s: "size", t: "timestamp", x: "exchange" }

const tradesRoute = Route.of(trades, ({ date, from, limit, offset, to }, key) =>
  Effect.gen(function* () {
    yield* Subscription.requireHistory(key, { endpoint: trades.name, zone: crypto.zone, from: date })
    const ticker = tickerOf(from, to)
    const request = { market: crypto, now: key.visible, date, offset, limit }
    const rows = ticker === undefined ? undefined : yield* Trades.ofDay({ ...request, ticker })
    if (rows === undefined) return yield* new NotFound({ endpoint: trades.name, detail: "Data not found." })
    // The same request has the same answer: how long it took is not measured.
    return { rows, envelope: { day: date, map, msLatency: 0, symbol: `${from}-${to}` } }
  }),
)

const moversRoute = Route.of(movers, ({ direction }, key) =>
  Route.rows(CryptoSnapshots.snapshots.movers(direction, key)),
)

const snapshotRoute = Route.of(snapshot, ({ ticker }, key) => CryptoSnapshots.snapshots.one(snapshot, ticker, key))

const snapshotsRoute = Route.of(snapshots, ({ tickers }, key) =>
  Route.rows(CryptoSnapshots.snapshots.several(tickers, key)),
)

/** The routes of crypto pairs. */
export const routes: ReadonlyArray<Route.Route<Store>> = [
  barsRoute,
  moversRoute,
  snapshotRoute,
  snapshotsRoute,
  previousDayBarRoute,
  smaRoute,
  emaRoute,
  rsiRoute,
  macdRoute,
  tradesRoute,
]
