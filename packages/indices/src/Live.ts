/**
 * Indices as they are computed: streams of the live channel.
 *
 * ```ts
 * const live = yield* IndicesLive
 * yield* live.values(["I:SPX"]).pipe(Stream.runForEach((row) => Console.log(row.value)))
 * ```
 *
 * @module @candela/indices/Live
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as LiveClient from "@candela/core/declare/LiveClient"
import * as Topic from "@candela/core/declare/Topic"
import * as Unit from "@candela/core/declare/Unit"
import type { Methods } from "@candela/core/Live"
import type { LiveConnection } from "@candela/core/LiveConnection"
import type { MarketData } from "@candela/core/MarketData"
import * as Calendar from "@candela/market/Calendar"
import * as LiveBar from "@candela/market/live/LiveBar"
import * as Ticker from "@candela/market/Ticker"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { bars, type IndexBar } from "./Bars.js"

const barFields = {
  /** The ticker of the index, as in requests: `I:SPX`. */
  ticker: Field.required(Schema.String, "sym"),
  /** First value, points. */
  open: Field.required(Unit.Points, "o"),
  /** Last value, points. */
  close: Field.required(Unit.Points, "c"),
  /** Highest value, points. */
  high: Field.required(Unit.Points, "h"),
  /** Lowest value, points. */
  low: Field.required(Unit.Points, "l"),
  /** Official opening value of the day, points. */
  official_open: Field.optional(Unit.Points, "op"),
  /** Start of the window, epoch milliseconds. */
  timestamp: Field.required(Unit.EpochMillis, "s"),
  /** End of the window, epoch milliseconds. */
  end: Field.optional(Unit.EpochMillis, "e"),
}

/** A bar of an index: it has no volume. */
export interface LiveIndexBar extends Field.Row<typeof barFields>, Endpoint.Named {}

/** Schema of {@link LiveIndexBar}. */
export const LiveIndexBar: Field.SchemaOf<LiveIndexBar, typeof barFields> = Field.struct(barFields, "LiveIndexBar")

const valueFields = {
  /** The ticker of the index, as in requests: `I:SPX`. */
  ticker: Field.required(Schema.String, "T"),
  /** Value of the index, points. */
  value: Field.required(Unit.Points, "val"),
  /** Time of the value, epoch milliseconds. */
  timestamp: Field.required(Unit.EpochMillis, "t"),
}

/** A value of an index. */
export interface LiveIndexValue extends Field.Row<typeof valueFields>, Endpoint.Named {}

/** Schema of {@link LiveIndexValue}. */
export const LiveIndexValue: Field.SchemaOf<LiveIndexValue, typeof valueFields> = Field.struct(
  valueFields,
  "LiveIndexValue",
)

/** A bar of an index that requests and the live channel both have. */
export interface FollowedIndexBar extends Pick<
  LiveIndexBar,
  "ticker" | "open" | "close" | "high" | "low" | "timestamp"
> {}

const followed = ({ close, high, low, open, timestamp }: IndexBar, ticker: string): FollowedIndexBar => ({
  ...{ ticker, open, close, high, low, timestamp },
})

const ofIndices = {
  cluster: "indices",
  ticker: Ticker.Index,
  wildcard: true,
  steady: true,
  time: ({ timestamp }: { readonly timestamp: number }) => timestamp,
  open: LiveBar.open(Calendar.regular),
} as const

const barsOf = (code: string, length: LiveBar.Length): Topic.Topic<LiveIndexBar, FollowedIndexBar, true> =>
  Topic.make({
    ...ofIndices,
    code,
    row: LiveIndexBar,
    kind: "log",
    key: ({ timestamp }: FollowedIndexBar) => timestamp,
    fill: {
      endpoint: bars,
      method: "bars",
      request: LiveBar.request(bars, length),
      ofHistory: followed,
      ofLive: (row) => followed(row, row.ticker),
    },
  })

const topicsOf = {
  /** Second bars of indices, each some seconds after its end. */
  secondBars: barsOf("A", "second"),
  /** Minute bars of indices, each some seconds after its end. */
  minuteBars: barsOf("AM", "minute"),
  /** Values of indices. No endpoint has them: missed ones are only told. */
  values: Topic.make({ ...ofIndices, code: "V", row: LiveIndexValue, kind: "state" }),
}

/** Topics of the service by method name. */
const topics: typeof topicsOf = Topic.ofService("indices", topicsOf)

/** Indices as they are computed: values and bars of the live channel. */
export class IndicesLive extends Context.Tag("@candela/indices/IndicesLive")<IndicesLive, IndicesLive.Service>() {
  /** Declarations of the methods. */
  static readonly topics: typeof topics = topics
  /** Makes the service on the live connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<IndicesLive.Service, never, LiveConnection | MarketData> =
    /* @__PURE__ */ LiveClient.make(topics)
  /** The service on a live connection, which fills its gaps from the market-data connection. */
  static readonly layer: Layer.Layer<IndicesLive, never, LiveConnection | MarketData> =
    /* @__PURE__ */ LiveClient.layer(IndicesLive, topics)
}

/** Types of the service. */
export declare namespace IndicesLive {
  /** The methods. */
  export interface Service extends Methods<typeof topics> {}
}
