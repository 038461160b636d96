/** The routes of technical indicators, the same in all markets. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import * as BarParams from "@candela/market/Bars"
import * as Calendar from "@candela/market/Calendar"
import * as Formula from "@candela/market/Formula"
import type * as Params from "@candela/market/Indicator"
import type { Market } from "@candela/market/Market"
import * as Ticker from "@candela/market/Ticker"
import { type Filters, type Bounds, interval, milliseconds } from "@candela/market/TimestampRange"
import * as Window from "@candela/market/Window"
import { Effect, Either } from "effect"
import * as BarJson from "../subjects/bars/BarJson.js"
import * as Cursor from "../query/Cursor.js"
import * as JsonWriter from "../json/JsonWriter.js"
import type { BaseBar } from "../subjects/bars/BaseBar.js"
import type { BarTables } from "../subjects/bars/Reader.js"
import type { Store, StoreError } from "../store/Store.js"
import * as Indicator from "../subjects/indicators/Indicator.js"
import type { Context } from "../query/Context.js"
import * as Route from "./Route.js"

/** Values of a request for an indicator: its windows, and what all have. */
interface Asked extends Endpoint.ValuesOf<typeof Params.params> {
  readonly adjusted?: boolean
  readonly window?: number
  readonly short_window?: number
  readonly long_window?: number
  readonly signal_window?: number
}

/** Bars of any market have the same path. */
const bars = BarParams.bars({
  calendar: Calendar.crypto,
  recordsFrom: "1970-01-01",
  ticker: { ticker: Ticker.Any },
})

/** Returns the end of the last value's window of a range (epoch milliseconds), which may lie after the range. */
const until =
  ({ zone }: Market) =>
  ({ timespan, ...filters }: Pick<Asked, "timespan"> & Filters<"timestamp", number>): number => {
    const { last } = interval(filters, "timestamp", milliseconds, zone)
    return last === milliseconds.bounds.last
      ? Number.POSITIVE_INFINITY
      : Window.next({ multiplier: 1, timespan, zone }, Number(last))
  }

/** Part of a range of timestamps after a given one, in an order. */
const following = (asked: Bounds, order: "asc" | "desc", after: bigint) =>
  order === "asc" ? { ...asked, first: after + 1n } : { ...asked, last: after - 1n }

/** How the bars of an answer are written: those of an index have no volume. */
type Written = (bars: ReadonlyArray<BaseBar>) => Effect.Effect<unknown>

// The writer accepts the text in place of the bars.
const writtenBars: Written = (bars) =>
  Effect.map(BarJson.write(bars, false), (text) => new JsonWriter.WrittenJson(text))

/** Bars without a volume. */
export const levels: Written = (bars) =>
  Effect.succeed(
    bars.map(({ c: close, h: high, l: low, o: open, t: timestamp }) => ({ open, close, high, low, timestamp })),
  )

/** How a market's bars are read and written, where that is special. */
export interface IndicatorOptions {
  readonly written?: Written
  /** Where the bars of a ticker come from, other than the tables. */
  readonly tablesOf?: (asked: {
    readonly ticker: string
    readonly visible: number
  }) => Effect.Effect<BarTables, StoreError, Store>
}

/** Number of bars in one answer at most. */
const mostBars = 50_000

/** Answers a request for values of a ticker's indicator. */
const answer = <Value extends Formula.Value>(
  market: Market,
  formula: Formula.Formula<Value>,
  { tablesOf, written = writtenBars }: IndicatorOptions,
  ticker: string,
  asked: Asked,
  context: Context,
) =>
  Effect.gen(function* () {
    const { adjusted = true, expand_underlying: expand, limit, order, series_type: seriesType, timespan } = asked
    const { after: [after] = [], endpoint, history, origin, visible } = context
    if (after !== undefined && !Number.isSafeInteger(after)) return yield* Cursor.refused(endpoint)
    const range = interval(asked, "timestamp", milliseconds, market.zone)
    const { more, used, values } = yield* Indicator.page({
      tables: tablesOf && (yield* tablesOf({ ticker, visible })),
      ...{ formula, ticker, market, adjusted, timespan, seriesType, order, limit, now: visible },
      interval: after === undefined ? range : following(range, order, BigInt(after as number)),
      history,
    })
    // Without used bars, the address is that of future bars, which do not exist.
    const coming = Window.next({ multiplier: 1, timespan, zone: market.zone }, visible)
    const [one = coming, other = coming] = [used[0]?.t, used.at(-1)?.t]
    const [from, to] = [Math.min(one, other), Math.max(one, other)]
    const asking = { ticker, multiplier: 1, timespan, from, to, adjusted, sort: order, limit: mostBars }
    // As many as the answer of the address has: an average of 50,000 minutes uses ten times as many, 100 MB of text.
    // protects: No answer of an indicator holds other requests up by its bars.
    // mutant: "comes with no more bars than the request": used.slice(0, mostBars) → used
    const aggregates = expand ? yield* written(used.slice(0, mostBars)) : undefined
    return {
      rows: values,
      envelope: {
        underlying: {
          ...(aggregates === undefined ? {} : { aggregates }),
          url: origin + Either.getOrThrow(Request.toUrl(bars, asking)),
        },
      },
      next: more ? { after: [values.at(-1)!.timestamp] } : undefined,
    }
  })

const formulas = {
  sma: ({ window }: Asked) => Formula.sma(window),
  ema: ({ window }: Asked) => Formula.ema(window),
  rsi: ({ window }: Asked) => Formula.rsi(window),
  macd: ({ long_window: long, short_window: short, signal_window: signal }: Asked) =>
    Formula.macd({ short, long, signal }),
}

type Name = keyof typeof formulas

/** Returns the routes of a market's indicators. A ticker is the first parameter of each. */
export const of = <E extends Readonly<Record<Name, Endpoint.AnyRows>>>(
  endpoints: E,
  market: Market,
  options: IndicatorOptions = {},
): { readonly [K in Name]: Route.OfEndpoint<E[K]> } => {
  const one = (name: Name) => {
    const [ticker] = Object.keys(endpoints[name].params)
    const handler = (values: Asked & Readonly<Record<string, unknown>>, context: Context) =>
      answer<Formula.Value>(market, formulas[name](values), options, values[ticker!] as string, values, context)
    return Route.prices(market, handler as never, until(market) as never)
  }
  return { sma: one("sma"), ema: one("ema"), rsi: one("rsi"), macd: one("macd") } as never
}
