/** Answers about trades, quotes and exchanges, the same in all markets. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { NotFound } from "@candela/core/MarketDataError"
import type * as Exchange from "@candela/market/Exchange"
import type { Market } from "@candela/market/Market"
import type * as Tick from "@candela/market/Tick"
import { Effect, Struct } from "effect"
import type { Context } from "../query/Context.js"
import { tradedBars } from "../subjects/bars/DayMinutes.js"
import type { BaseBar } from "../subjects/bars/BaseBar.js"
import * as Exchanges from "../subjects/exchanges/Exchanges.js"
import * as Ticks from "../subjects/ticks/Ticks.js"
import * as Route from "./Route.js"

/** Answers a request for ticks with a page of them. */
export const answer = <Minute extends { readonly t: number }, T extends Ticks.Tick>(
  source: Ticks.TickSource<Minute, T>,
  market: Market,
  write: Ticks.WriteTick<T>,
  request: Ticks.TickRequest,
  context: Context,
) =>
  Effect.gen(function* () {
    const { next, ticks } = yield* Ticks.page(source, market, request, context)
    return { rows: { json: yield* Ticks.json(ticks, write), length: ticks.length }, envelope: {}, next }
  })

/** Returns the values of a request for ticks without their ticker. */
export const requestOf = (asked: Endpoint.ValuesOf<typeof Tick.params>): Ticks.TickRequest => ({
  ...Struct.omit(asked, "order", "sort"),
  direction: asked.order,
})

/** Reads the visible minutes of a ticker. */
export const minutesOf = (ticker: string, market: Market, { visible }: Context) =>
  tradedBars({ ticker, market, now: visible }, "minute")

/** Returns the last tick that is visible; `NotFound` if there is none. */
export const last = <Minute extends { readonly t: number }, T extends Ticks.Tick>(
  source: Ticks.TickSource<Minute, T>,
  market: Market,
  context: Context,
) =>
  Effect.flatMap(Ticks.page(source, market, { direction: "desc", limit: 1 }, context), ({ ticks: [tick] }) =>
    tick === undefined ? new NotFound({ endpoint: context.endpoint, detail: "Data not found." }) : Effect.succeed(tick),
  )

/** The source of the ticks of a ticker, derived from its minute bars. */
export const source = <T extends Ticks.Tick>(
  ticker: string,
  market: Market,
  derive: (bar: BaseBar) => ReadonlyArray<T>,
  context: Context,
): Ticks.TickSource<BaseBar, T> => ({ read: minutesOf(ticker, market, context), derive })

/** Answers with the exchanges of a market. */
export const exchanges = (market: Parameters<typeof Exchanges.rowsOf>[0]): Route.OfEndpoint<Exchange.Exchanges> =>
  Route.table(Exchanges.shown, { from: () => Exchanges.rowsOf(market) })
