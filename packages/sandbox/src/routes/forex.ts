/** The routes of currency pairs. @module */
import { Conflict, NotFound, Unauthorized } from "@candela/core/MarketDataError"
import * as Request from "@candela/core/Request"
import { Forex } from "@candela/forex/Forex"
import type { CurrencyQuote } from "@candela/forex/LastQuote"
import { forex } from "@candela/market/Market"
import * as TimestampRange from "@candela/market/TimestampRange"
import { Effect, Either, Struct } from "effect"
import * as ForexQuotes from "../subjects/pairs/ForexQuotes.js"
import { forexPairs } from "../subjects/pairs/profiles.js"
import * as Computation from "../subjects/indicators/Computation.js"
import * as ListQuery from "../query/ListQuery.js"
import * as Route from "./Route.js"
import { round } from "../numbers/Rounding.js"
import * as ForexSnapshots from "../subjects/snapshots/ForexSnapshots.js"
import type { Store } from "../store/Store.js"
import * as Subscription from "../access/Subscription.js"
import * as Bars from "./bars.js"
import * as Indicators from "./indicators.js"

const { bars, conversion, ema, lastQuote, macd, movers, previousDayBar, quotes, rsi, sma, snapshot, snapshots } =
  Forex.endpoints

const barsRoute = Route.of(bars, ({ forexTicker: ticker, ...range }, key) =>
  Bars.answer(bars, forex, { ticker, ...range }, key),
)

const previousDayBarRoute = Route.of(previousDayBar, ({ adjusted, forexTicker: ticker }, key) =>
  Bars.previousDay(forex, { ticker, adjusted }, key),
)

const indicator = Indicators.answers({
  market: forex,
  barsUrl: (forexTicker, range) => Either.getOrThrow(Request.toUrl(bars, { forexTicker, ...range })),
})

const { decimals } = forex

const smaRoute = Route.of(sma, ({ fxTicker: ticker, window, ...asked }, key) =>
  indicator(sma, Computation.sma(window, decimals), { ticker, ...asked }, key),
)

const emaRoute = Route.of(ema, ({ fxTicker: ticker, window, ...asked }, key) =>
  indicator(ema, Computation.ema(window, decimals), { ticker, ...asked }, key),
)

const rsiRoute = Route.of(rsi, ({ fxTicker: ticker, window, ...asked }, key) =>
  indicator(rsi, Computation.rsi(window, decimals), { ticker, ...asked }, key),
)

const macdRoute = Route.of(
  macd,
  ({ fxTicker: ticker, long_window: long, short_window: short, signal_window: signal, ...asked }, key) =>
    indicator(macd, Computation.macd({ short, long, signal }, decimals), { ticker, ...asked }, key),
)

const perMilli = 1_000_000n

const listQuotes = ListQuery.of(quotes, ForexQuotes.table, {
  columns: { timestamp: "participant_timestamp" },
  instants: { timestamp: { zone: forex.zone, unit: "nanos" } },
  where: ({ fxTicker }, bind, { now, subscription, visible }) => {
    const history = Subscription.firstInstant(subscription, forex.zone, now)
    return [
      `ticker = ${bind(fxTicker)}`,
      `participant_timestamp < ${bind(BigInt(Math.ceil(visible)) * perMilli)}`,
      ...(history === undefined ? [] : [`participant_timestamp >= ${bind(BigInt(history) * perMilli)}`]),
    ]
  },
})

const quotesRoute = Route.of(quotes, (values, key) =>
  Effect.gen(function* () {
    const { bounds } = TimestampRange.nanoseconds
    const { first, last } = TimestampRange.interval(values, "timestamp", TimestampRange.nanoseconds, forex.zone)
    // A range that has no beginning begins with the plan's history, unless it ends before that.
    const named = first === bounds.first ? last : first
    if (named !== bounds.last) {
      const from = Number(named / perMilli)
      yield* Subscription.requireHistory(key, { endpoint: quotes.name, zone: forex.zone, from })
    }
    return yield* listQuotes(values, key)
  }),
)

/**
 * The last quote of two currencies, in whichever order they are quoted most. The price of the one in the other is turned around where it is asked for the other
 * way: both orders agree.
 */
const lastQuoteOf = (from: string, to: string, now: number) =>
  Effect.gen(function* () {
    const tickers = [`C:${from}${to}`, `C:${to}${from}`]
    const quotes = yield* ForexSnapshots.lastQuotes(tickers, now)
    const quoted = forexPairs.find(({ ticker }) => tickers.includes(ticker) && quotes.has(ticker))
    const quote = quoted && quotes.get(quoted.ticker)
    return quote === undefined || quote.ticker === tickers[0]
      ? quote
      : { ...quote, ask: round(1 / quote.bid, decimals), bid: round(1 / quote.ask, decimals) }
  })

/** A quote as a conversion and a last quote hold it. */
const toCurrencyQuote = (quote: ForexSnapshots.LastQuote): CurrencyQuote => ({
  ...Struct.pick(quote, "ask", "bid", "exchange"),
  timestamp: ForexSnapshots.millisOf(quote),
})

const conversionRoute = Route.of(conversion, ({ amount, from, precision, to }, { now, subscription }) =>
  Effect.gen(function* () {
    const endpoint = conversion.name
    if (!subscription.conversion) {
      const detail = `You are not entitled to this data. The plan ${subscription.name} does not include currency conversion.`
      return yield* new Unauthorized({ endpoint, reason: "NotEntitled", detail })
    }
    if (from === to) {
      return yield* new Conflict({
        endpoint,
        detail: `"to" must be another currency than "from", but both are ${from}.`,
      })
    }
    const quote = yield* lastQuoteOf(from, to, now)
    if (quote === undefined) return yield* new NotFound({ endpoint, detail: "Data not found." })
    return {
      status: "success",
      from,
      to,
      symbol: `${from}/${to}`,
      initialAmount: amount,
      converted: round(amount * ForexSnapshots.middle(quote), precision),
      last: toCurrencyQuote(quote),
    }
  }),
)

const lastQuoteRoute = Route.of(lastQuote, ({ from, to }, { visible }) =>
  Effect.gen(function* () {
    const quote = yield* lastQuoteOf(from, to, visible)
    if (quote === undefined) return yield* new NotFound({ endpoint: lastQuote.name, detail: "Data not found." })
    return {
      status: "success",
      symbol: `${from}/${to}`,
      last: toCurrencyQuote(quote),
    }
  }),
)

const moversRoute = Route.of(movers, ({ direction }, key) =>
  Route.rows(ForexSnapshots.snapshots.movers(direction, key)),
)

const snapshotRoute = Route.of(snapshot, ({ ticker }, key) => ForexSnapshots.snapshots.one(snapshot, ticker, key))

const snapshotsRoute = Route.of(snapshots, ({ tickers }, key) =>
  Route.rows(ForexSnapshots.snapshots.several(tickers, key)),
)

/** The routes of currency pairs. */
export const routes: ReadonlyArray<Route.Route<Store>> = [
  moversRoute,
  barsRoute,
  previousDayBarRoute,
  smaRoute,
  emaRoute,
  rsiRoute,
  macdRoute,
  conversionRoute,
  lastQuoteRoute,
  quotesRoute,
  snapshotRoute,
  snapshotsRoute,
]
