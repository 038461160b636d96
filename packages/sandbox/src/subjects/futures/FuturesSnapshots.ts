/**
 * Snapshots of futures contracts, from the bars that the service shows of them. The last trade is that of the newest
 * minute; the last quote is the one that it met, a tick wide. Contracts that did not trade have neither. @module
 */
import * as Field from "@candela/core/declare/Field"
import type { FuturesSnapshot } from "@candela/futures/Snapshots"
import { futures } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { Effect, Schema } from "effect"
import type { Context } from "../../query/Context.js"
import type * as ListQuery from "../../query/ListQuery.js"
import { round } from "../../numbers/Rounding.js"
import type { Store, StoreError } from "../../store/Store.js"
import * as Table from "../../store/Table.js"
import * as Trades from "../bars/Trades.js"
import { chanceOf } from "../bars/Deriving.js"
import { timeframeOf } from "../snapshots/Item.js"
import { nanosOf } from "../snapshots/Snapshots.js"
import * as Bars from "./Bars.js"

const contract = Field.struct({
  ticker: Field.required(Schema.String),
  product_code: Field.required(Schema.String),
  settlement_date: Field.required(Schema.String),
  trade_tick_size: Field.required(Schema.Number),
})

/** A contract that can be traded. */
type ActiveContract = Schema.Schema.Type<typeof contract>

/** Contracts, in the form of a table that {@link active} replaces. */
export const table = Table.of("futures_active_contracts", { row: contract, key: ["ticker"] })

/** Query of the single contracts that can be traded at an instant. */
export const active = (bind: ListQuery.Bind, visible: number): string => `
  SELECT ticker, product_code, settlement_date, trade_tick_size FROM futures_contracts
  WHERE type = 'single' AND ${bind(dateOf(futures.zone, visible))} BETWEEN first_trade_date AND last_trade_date`

/** Newest bars of a contract, the latest first. */
const newest = (ticker: string, unit: "session" | "min", limit: number, visible: number) =>
  Effect.map(
    Bars.page({
      ticker,
      visible,
      limit,
      resolution: { multiplier: 1, unit },
      sort: [{ column: "window_start", direction: "desc" }],
    }),
    ({ bars }) => bars,
  )

const millisOf = (nanos: bigint) => Number(nanos / 1_000_000n)

/** The last trade of a minute, and the quote that it met. */
const lastOf = (bar: Bars.FuturesBarPage["bars"][number], tick: number, timeframe: string) => {
  const { close, dollar_volume, high, low, open, transactions, volume, window_start } = bar
  const minute = {
    ...{ t: millisOf(window_start), o: open, h: high, l: low, c: close },
    ...{ v: volume, vw: dollar_volume! / volume, n: transactions! },
  }
  const { price, size, timestamp } = Trades.lastOf(minute, 0)
  const random = chanceOf(minute, 60_000)
  const at = nanosOf(timestamp)
  const bid = random() < 0.5 ? price : round(price - tick, futures.decimals)
  const contracts = () => 1 + Math.floor(random() * 40)
  return {
    trade: { price, size, last_updated: at, timeframe },
    quote: {
      ...{ ask: round(bid + tick, futures.decimals), ask_size: contracts(), ask_timestamp: at },
      ...{ bid, bid_size: contracts(), bid_timestamp: at },
      ...{ last_updated: at, timeframe },
    },
  }
}

/** Makes the snapshot of a contract. */
export const snapshot = (
  { product_code, settlement_date, ticker, trade_tick_size }: ActiveContract,
  { subscription, visible }: Pick<Context, "subscription" | "visible">,
): Effect.Effect<FuturesSnapshot, StoreError, Store> =>
  Effect.gen(function* () {
    const [session, before] = yield* newest(ticker, "session", 2, visible)
    const [minute] = yield* newest(ticker, "min", 1, visible)
    const timeframe = timeframeOf({ subscription, present: visible, visible })
    const contract = { ticker, product_code, details: { ticker, product_code, settlement_date } }
    if (session === undefined) return contract
    const { close, high, low, open, settlement_price: settlement, volume, window_start: opening } = session
    const previous = before?.settlement_price
    const change = previous === undefined ? undefined : round((settlement ?? close) - previous, futures.decimals)
    // Minutes of earlier sessions are no state of this one.
    const shown = minute !== undefined && minute.window_start >= opening ? minute : undefined
    const last = shown && lastOf(shown, trade_tick_size, timeframe)
    return {
      ...contract,
      session: {
        ...{ open, high, low, close, volume },
        ...(settlement === undefined ? {} : { settlement_price: settlement }),
        ...(previous === undefined || change === undefined
          ? {}
          : { previous_settlement: previous, change, change_percent: round(change / previous, 8) }),
      },
      ...(shown && {
        last_minute: {
          ...{ open: shown.open, high: shown.high, low: shown.low, close: shown.close, volume: shown.volume },
          ...{ last_updated: millisOf(shown.window_start), timeframe },
        },
      }),
      ...(last && { last_trade: last.trade }),
      ...(last && subscription.quotes ? { last_quote: last.quote } : {}),
    }
  })
