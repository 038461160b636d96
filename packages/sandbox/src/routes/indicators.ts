/** Answers about indicators, the same in all markets. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { Bar } from "@candela/market/Bar"
import type * as BarParams from "@candela/market/Bars"
import type * as Params from "@candela/market/Indicator"
import type { Market } from "@candela/market/Market"
import { type Filters, type Bounds, interval, milliseconds } from "@candela/market/TimestampRange"
import * as Window from "@candela/market/Window"
import { Effect } from "effect"
import * as BarJson from "../subjects/bars/BarJson.js"
import * as Cursor from "../query/Cursor.js"
import * as JsonWriter from "../json/JsonWriter.js"
import type { Computation } from "../subjects/indicators/Computation.js"
import * as Indicator from "../subjects/indicators/Indicator.js"
import type { Context } from "../query/Context.js"
import type { Store } from "../store/Store.js"
import * as Route from "./Route.js"

/** Request for values of a ticker's indicator. */
export interface IndicatorAsked extends Endpoint.ValuesOf<typeof Params.params> {
  readonly ticker: string
}

/** Market of the indicators. */
export interface IndicatorOptions {
  readonly market: Market
  /** Path and query of a request for the bars of a ticker. */
  readonly barsUrl: (ticker: string, range: Endpoint.ValuesOf<typeof BarParams.params>) => string
}

/** Answers an endpoint with an indicator's values. The window of a value may end after the range. */
export const prices = <E extends Endpoint.Any>(market: Market, handler: Route.Handler<E, Store>): Route.OfEndpoint<E> =>
  Route.prices(market, handler, (values) => {
    const { timespan, ...filters } = values as unknown as Pick<IndicatorAsked, "timespan"> &
      Filters<"timestamp", number>
    const { last } = interval(filters, "timestamp", milliseconds, market.zone)
    return last === milliseconds.bounds.last
      ? Number.POSITIVE_INFINITY
      : Window.next({ multiplier: 1, timespan, zone: market.zone }, Number(last))
  })

/** Part of a range of timestamps after a given one, in an order. */
const following = (asked: Bounds, order: "asc" | "desc", after: bigint) =>
  order === "asc" ? { ...asked, first: after + 1n } : { ...asked, last: after - 1n }

/** Answers requests for values of a market's indicators. */
export const answers =
  ({ barsUrl, market }: IndicatorOptions) =>
  <Value extends object>(computation: Computation<Value>, asked: IndicatorAsked, context: Context) =>
    Effect.gen(function* () {
      const { expand_underlying: expand, limit, order, series_type: seriesType, ticker, timespan } = asked
      const { after: [after] = [], endpoint, history, origin, visible } = context
      if (after !== undefined && !Number.isSafeInteger(after)) return yield* Cursor.refused(endpoint)
      const range = interval(asked, "timestamp", milliseconds, market.zone)
      const { more, used, values } = yield* Indicator.page({
        ...computation,
        ...{ ticker, market, timespan, seriesType, order, limit, now: visible },
        interval: after === undefined ? range : following(range, order, BigInt(after as number)),
        history,
      })
      // Without used bars, the address is that of future bars, which do not exist.
      const coming = Window.next({ multiplier: 1, timespan, zone: market.zone }, visible)
      const [one = coming, other = coming] = [used[0]?.t, used.at(-1)?.t]
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const url = barsUrl(ticker, { multiplier: 1, timespan, from, to, adjusted: true, sort: order, limit: 50_000 })
      // The writer accepts the text in place of the bars.
      const aggregates = expand ? new JsonWriter.WrittenJson(yield* BarJson.write(used, false)) : undefined
      return {
        rows: values,
        envelope: {
          underlying: {
            ...(aggregates === undefined ? {} : { aggregates: aggregates as unknown as ReadonlyArray<Bar> }),
            url: origin + url,
          },
        },
        next: more ? { after: [values.at(-1)!.timestamp] } : undefined,
      }
    })
