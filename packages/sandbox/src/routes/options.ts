/** The routes of options. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { NotFound } from "@candela/core/MarketDataError"
import type { OptionContract } from "@candela/options/Contracts"
import { Options } from "@candela/options/Options"
import { stocks } from "@candela/market/Market"
import type * as Tick from "@candela/market/Tick"
import { dateOf, midnight } from "@candela/market/TimeZone"
import { Effect, Struct } from "effect"
import type { Context } from "../query/Context.js"
import * as ListQuery from "../query/ListQuery.js"
import type { BaseBar } from "../subjects/bars/BaseBar.js"
import * as OptionBars from "../subjects/options/OptionBars.js"
import * as OptionContracts from "../subjects/options/OptionContracts.js"
import * as UnifiedSnapshot from "../subjects/snapshots/UnifiedSnapshot.js"
import * as OptionTicks from "../subjects/ticks/OptionTicks.js"
import { nanosOf, type Tick as AnyTick, type TickSource, type WriteTick } from "../subjects/ticks/Ticks.js"
import * as Bars from "./bars.js"
import * as Indicators from "./indicators.js"
import * as Route from "./Route.js"
import * as Ticks from "./ticks.js"

const notFound = (endpoint: string) => new NotFound({ endpoint, detail: "Data not found." })

const today = (present: number) => dateOf(stocks.zone, present)

const { table } = OptionContracts

const listContracts = ListQuery.of(Options.endpoints.contracts, table, {
  where: ({ as_of: asOf, expired }, bind, { present }) => {
    const day = bind(asOf ?? today(present))
    return [`listed_date <= ${day}`, `expiration_date ${expired ? "<" : ">="} ${day}`]
  },
})

/** Contracts that can be traded on the day of the request. */
const chain = ListQuery.of(Options.endpoints.chain, table, {
  where: ({ underlyingAsset }, bind, { present }) => [
    `underlying_ticker = ${bind(underlyingAsset)}`,
    `${bind(today(present))} BETWEEN listed_date AND expiration_date`,
  ],
})

/**
 * Terms of a contract as the service sends them. By ISO 10962 an option on an index is one on `I`, delivered in cash;
 * all are standardized.
 */
const termsOf = (contract: OptionContracts.OptionContract): OptionContract => {
  const terms = Struct.omit(contract, "implied_volatility", "listed_date", "name", "open_interest")
  const [kind, style] = [terms.contract_type, terms.exercise_style].map((word) => word[0]!.toUpperCase())
  const of = terms.underlying_ticker.startsWith("I:") ? "IC" : "SP"
  return { ...terms, cfi: `O${kind}${style}${of}S`, primary_exchange: "BATO" }
}

type Derive<T> = (contract: OptionContracts.OptionContract) => (bar: BaseBar) => ReadonlyArray<T>

/**
 * The source of the ticks of a contract: derived from the minutes of its underlying from its first trading day on. An
 * unknown one has none.
 */
const sourceOf = <T extends AnyTick>(ticker: string, derive: Derive<T>, context: Context) =>
  Effect.map(OptionBars.contracts([ticker]), ([contract]): TickSource<BaseBar, T> => {
    if (contract === undefined) return { read: () => Effect.succeed([]), derive: () => [] }
    const source = Ticks.source(contract.underlying_ticker, stocks, derive(contract), context)
    const first = midnight(stocks.zone, contract.listed_date)
    return { ...source, read: (range) => source.read({ ...range, from: Math.max(range.from, first) }) }
  })

type TicksAsked = Endpoint.ValuesOf<typeof Tick.params> & { readonly optionsTicker: string }

/** Answers with ticks of a contract. */
const ticks =
  <T extends AnyTick>(derive: Derive<T>, write: WriteTick<T>) =>
  ({ optionsTicker, ...asked }: TicksAsked, context: Context) =>
    Effect.flatMap(sourceOf(optionsTicker, derive, context), (source) =>
      Ticks.answer(source, stocks, write, Ticks.requestOf(asked), context),
    )

/** The routes of options. */
export const routes = Route.all(Options, {
  bars: Route.bars(
    stocks,
    ({ optionsTicker: ticker, ...range }, context) =>
      Effect.flatMap(OptionBars.tablesOf(ticker, context.visible), (tables) =>
        Bars.answer(stocks, { ticker, ...range, tables }, context),
      ),
    Bars.until(stocks),
  ),
  chain: Route.prices(stocks, (values, context) =>
    Effect.flatMap(chain(values, context), ({ rows, ...page }) =>
      Effect.map(UnifiedSnapshot.chain(rows, context), (contracts) => ({ ...page, rows: contracts })),
    ),
  ),
  contract: Route.reference(({ as_of: asOf, options_ticker: ticker }, { endpoint, present }) =>
    Effect.flatMap(OptionBars.contracts([ticker]), ([contract]) =>
      contract === undefined || contract.listed_date > (asOf ?? today(present))
        ? notFound(endpoint)
        : Effect.succeed(termsOf(contract)),
    ),
  ),
  contracts: Route.reference((values, context) =>
    Effect.map(listContracts(values, context), ({ rows, ...page }) => ({ ...page, rows: rows.map(termsOf) })),
  ),
  openClose: Route.prices(stocks, ({ date, optionsTicker: ticker }, { endpoint, status, visible }) =>
    Effect.gen(function* () {
      const bar = yield* OptionBars.onDate(yield* OptionBars.tablesOf(ticker, visible), date)
      if (bar === undefined) return yield* notFound(endpoint)
      const { c: close, h: high, l: low, o: open, v: volume } = bar
      return { status, from: date, symbol: ticker, open, high, low, close, volume }
    }),
  ),
  previousDayBar: Route.bars(stocks, ({ adjusted, optionsTicker: ticker }, context) =>
    Effect.flatMap(OptionBars.tablesOf(ticker, context.visible), ({ contract, ...tables }) => {
      const hasExpired = contract !== undefined && contract.expiration_date < today(context.present)
      const none = { minutes: () => Effect.succeed([]), days: () => Effect.succeed([]) }
      return Bars.previousDay(stocks, { ticker, adjusted, tables: hasExpired ? none : tables }, context)
    }),
  ),
  snapshot: Route.prices(stocks, ({ optionContract, underlyingAsset }, context) =>
    Effect.gen(function* () {
      const day = today(context.present)
      const [contract] = (yield* OptionBars.contracts([optionContract])).filter(
        ({ expiration_date, listed_date, underlying_ticker }) =>
          underlying_ticker === underlyingAsset && listed_date <= day && expiration_date >= day,
      )
      if (contract === undefined) return yield* notFound(context.endpoint)
      return (yield* UnifiedSnapshot.chain([contract], context))[0]!
    }),
  ),
  trades: Route.prices(stocks, ticks(OptionTicks.tradesOf, OptionTicks.writeTrade)),
  quotes: Route.prices(stocks, ticks(OptionTicks.quotesOf, OptionTicks.writeQuote)),
  lastTrade: Route.prices(stocks, ({ optionsTicker: ticker }, context) =>
    Effect.gen(function* () {
      const source = yield* sourceOf(ticker, OptionTicks.tradesOf, context)
      const trade = yield* Ticks.last(source, stocks, context)
      const { conditions, exchange, price, sequence, size } = trade
      const time = nanosOf(trade)
      const times = { participant_timestamp: time, sip_timestamp: time }
      return { ticker, conditions, exchange, id: "", price, sequence_number: sequence, size, ...times }
    }),
  ),
  exchanges: Ticks.exchanges("options"),
  ...Indicators.of(Options.endpoints, stocks, {
    tablesOf: ({ ticker, visible }) => OptionBars.tablesOf(ticker, visible),
  }),
})
