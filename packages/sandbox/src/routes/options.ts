/** The routes of @candela/options. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { stocks } from "@candela/market/Market"
import { midnight } from "@candela/market/TimeZone"
import type * as Tick from "@candela/market/Tick"
import { Options } from "@candela/options/Options"
import { Effect } from "effect"
import type { Context } from "../query/Context.js"
import type { BaseBar } from "../subjects/bars/BaseBar.js"
import * as OptionContracts from "../subjects/options/OptionContracts.js"
import * as OptionTicks from "../subjects/ticks/OptionTicks.js"
import { nanosOf, type Tick as AnyTick, type TickSource, type WriteTick } from "../subjects/ticks/Ticks.js"
import { Store } from "../store/Store.js"
import * as Route from "./Route.js"
import * as Ticks from "./ticks.js"

/** Reads a contract, and its first trading day. */
const contractOf = (ticker: string) =>
  Effect.gen(function* () {
    const { query } = yield* Store
    const { name, read, select } = OptionContracts.table
    const [found] = yield* query(`SELECT ${select}, listed_date AS listed FROM ${name} WHERE ticker = $1`, [ticker])
    return found && { contract: read(found), listed: found["listed"] as string }
  })

type Derive<T> = (contract: OptionContracts.OptionContract, listed: string) => (bar: BaseBar) => ReadonlyArray<T>

/** The source of the ticks of a contract: derived from the minutes of its underlying. An unknown one has none. */
const sourceOf = <T extends AnyTick>(ticker: string, derive: Derive<T>, context: Context) =>
  Effect.map(contractOf(ticker), (found) =>
    found === undefined
      ? { read: () => Effect.succeed([]), derive: () => [] }
      : boundedBy(
          found.listed,
          Ticks.source(found.contract.underlying_ticker, stocks, derive(found.contract, found.listed), context),
        ),
  )

/** The same source, which reads nothing before the first trading day. */
const boundedBy = <T extends AnyTick>(listed: string, source: TickSource<BaseBar, T>): TickSource<BaseBar, T> => ({
  ...source,
  read: (range) => source.read({ ...range, from: Math.max(range.from, midnight(stocks.zone, listed)) }),
})

type TicksAsked = Endpoint.ValuesOf<typeof Tick.params> & { readonly optionsTicker: string }

/** Answers with ticks of a contract. */
const ticks =
  <T extends AnyTick>(derive: Derive<T>, write: WriteTick<T>) =>
  ({ optionsTicker, ...asked }: TicksAsked, context: Context) =>
    Effect.flatMap(sourceOf(optionsTicker, derive, context), (source) =>
      Ticks.answer(source, stocks, write, Ticks.requestOf(asked), context),
    )

/** The routes of @candela/options. */
export const routes = Route.all(Options, {
  previousDayBar: Route.synthetic(),
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
})
