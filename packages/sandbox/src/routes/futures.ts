/** The routes of futures. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { Futures } from "@candela/futures/Futures"
import * as WindowStart from "@candela/futures/WindowStart"
import { futures } from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { dayNumber } from "@candela/market/TimeZone"
import { Effect } from "effect"
import * as Cursor from "../query/Cursor.js"
import * as Bars from "../subjects/futures/Bars.js"
import * as FuturesSnapshots from "../subjects/futures/FuturesSnapshots.js"
import * as FuturesReference from "../subjects/futures/FuturesReference.js"
import * as PointInTime from "../subjects/futures/PointInTime.js"
import * as Schedules from "../subjects/futures/Schedules.js"
import * as ListQuery from "../query/ListQuery.js"
import * as FuturesTicks from "../subjects/ticks/FuturesTicks.js"
import type { Tick, TickSource, WriteTick } from "../subjects/ticks/Ticks.js"
import type { Context } from "../query/Context.js"
import { type Base, minutesIn } from "../subjects/futures/Reader.js"
import * as Route from "./Route.js"
import * as Ticks from "./ticks.js"

/** Returns the end of the last selected window, epoch milliseconds; infinite without an upper bound. */
const until = ({ resolution, ...filters }: Endpoint.Values<typeof Futures.endpoints.bars>) =>
  WindowStart.span(filters, resolution).to + 1

/** Page of the contracts that can be traded. */
const activeContracts = ListQuery.of(Futures.endpoints.snapshots, FuturesSnapshots.table, {
  from: (_, bind, { visible }) => FuturesSnapshots.active(bind, visible),
})
type TicksAsked = Omit<Endpoint.Values<typeof Futures.endpoints.trades>, "limit"> & { readonly limit: number }

/** Answers with ticks of a contract. */
const ticks =
  <T extends Tick>(
    derive: (ticker: string) => (minute: Base) => ReadonlyArray<T>,
    write: (ticker: string) => WriteTick<T>,
  ) =>
  ({ limit, session_end_date: date, sort, ticker, ...filters }: TicksAsked, context: Context) => {
    const day = date === undefined ? undefined : dayNumber(date)
    const [open, close] =
      day === undefined ? [-Infinity, Infinity] : [Session.open(futures, day), Session.close(futures, day)]
    const read: TickSource<Base, T>["read"] = (range) => {
      const [from, to] = [Math.max(range.from, open), Math.min(range.to, close)]
      return minutesIn({ ticker, visible: context.visible }, { ...range, from, to })
    }
    const request = { ...filters, direction: sort[0]?.direction ?? "desc", limit } as const
    return Ticks.answer({ read, derive: derive(ticker) }, futures, write(ticker), request, context)
  }

/** The routes of futures. */
export const routes = Route.all(Futures, {
  bars: Route.prices(
    futures,
    (values, { after: [after] = [], endpoint, history, visible }) =>
      Effect.gen(function* () {
        if (after !== undefined && typeof after !== "bigint") return yield* Cursor.refused(endpoint)
        const position = after === undefined ? {} : { after }
        const { bars: rows, more } = yield* Bars.page({ ...values, ...position, history, visible })
        return { rows, envelope: {}, next: more ? { after: [rows.at(-1)!.window_start] } : undefined }
      }),
    until,
  ),
  trades: Route.prices(futures, ticks(FuturesTicks.tradesOf, FuturesTicks.writeTrade)),
  quotes: Route.prices(futures, ticks(FuturesTicks.quotesOf, FuturesTicks.writeQuote)),
  exchanges: Ticks.exchanges("futures"),
  products: Route.table(FuturesReference.productTable, { from: PointInTime.products }),
  contracts: Route.table(FuturesReference.contractTable, { from: PointInTime.contracts }),
  snapshots: Route.prices(futures, (values, context) =>
    Effect.gen(function* () {
      const { next, rows } = yield* activeContracts(values, context)
      const snapshots = yield* Effect.forEach(rows, (contract) => FuturesSnapshots.snapshot(contract, context))
      return { rows: snapshots, envelope: {}, next }
    }),
  ),
  schedules: Route.table(Schedules.table),
  marketStatus: Route.table(Schedules.statusTable, {
    from: (_, bind, { present }) => Schedules.latest(bind(Schedules.timestampOf(present))),
  }),
})
