/** The routes of currency pairs. @module */
import { Conflict, NotFound, Unauthorized } from "@candela/core/MarketDataError"
import { Forex } from "@candela/forex/Forex"
import type { CurrencyQuote } from "@candela/forex/LastQuote"
import { forex } from "@candela/market/Market"
import { Effect, Struct } from "effect"
import * as ForexQuotes from "../subjects/pairs/ForexQuotes.js"
import { forexPairs } from "../subjects/pairs/profiles.js"
import * as ListQuery from "../query/ListQuery.js"
import * as DailySummary from "../subjects/bars/DailySummary.js"
import * as Route from "./Route.js"
import { round } from "../numbers/Rounding.js"
import * as ForexSnapshots from "../subjects/snapshots/ForexSnapshots.js"
import * as Bars from "./bars.js"
import * as Indicators from "./indicators.js"
import * as Ticks from "./ticks.js"

const { decimals } = forex

const perMilli = 1_000_000n

const listQuotes = ListQuery.of(Forex.endpoints.quotes, ForexQuotes.table, {
  columns: { timestamp: "participant_timestamp" },
  instants: { timestamp: { zone: forex.zone, unit: "nanos" } },
  where: ({ fxTicker }, bind, { history, visible }) => {
    return [
      `ticker = ${bind(fxTicker)}`,
      `participant_timestamp < ${bind(BigInt(Math.ceil(visible)) * perMilli)}`,
      ...(history === undefined ? [] : [`participant_timestamp >= ${bind(BigInt(history) * perMilli)}`]),
    ]
  },
})

/**
 * Last quote of two currencies, from the pair in the usual order. The price is inverted for a
 * request in the other order, so that both orders agree.
 */
const lastQuoteOf = (from: string, to: string, until: number) =>
  Effect.gen(function* () {
    const tickers = [`C:${from}${to}`, `C:${to}${from}`]
    const quotes = yield* ForexSnapshots.lastQuotes(tickers, until)
    const quoted = forexPairs.find(({ ticker }) => tickers.includes(ticker) && quotes.has(ticker))
    const quote = quoted && quotes.get(quoted.ticker)
    return quote === undefined || quote.ticker === tickers[0]
      ? quote
      : { ...quote, ask: round(1 / quote.bid, decimals), bid: round(1 / quote.ask, decimals) }
  })

/** Quote in the form of conversions and last quotes. */
const toCurrencyQuote = (quote: ForexSnapshots.LastQuote): CurrencyQuote => ({
  ...Struct.pick(quote, "ask", "bid", "exchange"),
  timestamp: ForexSnapshots.millisOf(quote),
})

/** The routes of currency pairs. */
export const routes = Route.all(Forex, {
  bars: Route.bars(
    forex,
    ({ forexTicker: ticker, ...range }, context) => Bars.answer(forex, { ticker, ...range }, context),
    Bars.until(forex),
  ),
  dailyMarketSummary: Route.bars(forex, Bars.summary(DailySummary.markets.forex)),
  previousDayBar: Route.bars(forex, ({ adjusted, forexTicker: ticker }, context) =>
    Bars.previousDay(forex, { ticker, adjusted }, context),
  ),
  ...Indicators.of(Forex.endpoints, forex),
  movers: Route.prices(forex, ({ direction }, context) =>
    Route.rows(ForexSnapshots.snapshots.movers(direction, context)),
  ),
  snapshot: Route.prices(forex, ({ ticker }, context) => ForexSnapshots.snapshots.one(ticker, context)),
  snapshots: Route.prices(forex, ({ tickers }, context) =>
    Route.rows(ForexSnapshots.snapshots.several(tickers, context)),
  ),
  conversion: Route.prices(forex, ({ amount, from, precision, to }, { endpoint, present, subscription }) =>
    Effect.gen(function* () {
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
      // Conversion is in real time on every plan that has it.
      const quote = yield* lastQuoteOf(from, to, present)
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
  ),
  lastQuote: Route.prices(forex, ({ from, to }, { endpoint, visible }) =>
    Effect.gen(function* () {
      const quote = yield* lastQuoteOf(from, to, visible)
      if (quote === undefined) return yield* new NotFound({ endpoint, detail: "Data not found." })
      return { status: "success", symbol: `${from}/${to}`, last: toCurrencyQuote(quote) }
    }),
  ),
  quotes: Route.prices(forex, listQuotes),
  exchanges: Ticks.exchanges("forex"),
})
