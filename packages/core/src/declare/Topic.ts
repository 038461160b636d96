/**
 * A topic of the service's live channel, declared once as a value. The client's method, the sandbox's feed, the
 * documents and the mocks are all derived from it.
 *
 * ```ts
 * export const minuteBars: Topic.Topic<LiveBar, Bar, true> = Topic.make({
 *   cluster: "stocks",
 *   code: "AM",
 *   row: LiveBar,
 *   ticker: Ticker.Stock,
 *   kind: "log",
 *   time: (row) => row.timestamp,
 *   key: (row) => row.timestamp,
 *   wildcard: true,
 * })
 * ```
 *
 * @module
 */
import type * as Schema from "effect/Schema"
import type * as Endpoint from "./Endpoint.js"
import type * as Param from "./Param.js"

/** The type id of {@link Topic}. */
export const TypeId: unique symbol = Symbol.for("@candela/core/Topic")
/** The type id of {@link Topic}. */
export type TypeId = typeof TypeId

/** Types of a topic, for the compiler only. */
export interface Types<out Row, out History, out Wildcard> {
  /** A row of the live channel. */
  readonly row: Row
  /** The part of a row that the history has, too; `never` if no endpoint has the rows. */
  readonly history: History
  /** `true` if all tickers can be subscribed at once. */
  readonly wildcard: Wildcard
}

/** Clusters of the live channel: each has its own connections, under its own path. */
export type Cluster = "stocks" | "options" | "forex" | "crypto" | "indices" | "futures"

/** Host of a topic, by subscription plan. `market` has a real-time host and a delayed one. */
export type Feed = "market" | "business" | "launchpad"

/** Spelling of a ticker in the live channel: `USD/CNH` for `C:USDCNH`. Programs see only that of requests. */
export interface Spelling {
  /** Spells a ticker of requests for the live channel. */
  readonly toWire: (ticker: string) => string
  /** Spells a ticker of the live channel for requests. */
  readonly fromWire: (ticker: string) => string
}

/** Endpoint with the rows of a topic: the source of rows that were missed, and of those before it was subscribed. */
export interface Fill<Row, History> {
  /** Endpoint with the rows. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the bound's types are invariant
  readonly endpoint: Endpoint.History<any, any, any, any>
  /** Name of the endpoint's method in its service: `bars`. */
  readonly method: string
  /** Request for all rows of a ticker from an instant to another, both inclusive, epoch milliseconds, ascending. */
  readonly request: (ticker: string, from: number, to: number) => object
  /** Makes the part that both have of a row of the endpoint. */
  readonly ofHistory: (row: never, ticker: string) => History
  /** Makes the part that both have of a row of the live channel. */
  readonly ofLive: (row: Row) => History
  /** Start of a day of the market's zone, epoch milliseconds. Default: of UTC. */
  readonly startOfDay?: (day: string) => number
  /**
   * Time that a row covers, milliseconds: the endpoint also has the row of a time that has not ended, and the live
   * channel sends it at its end. Default 0.
   */
  readonly span?: number
  /** Volumes of the day of all tickers: tells in one request which of them have missed rows. */
  readonly snapshot?: Snapshot
}

/** Endpoint with the volumes of the day of all tickers. */
export interface Snapshot {
  /** Endpoint with the volumes. */
  readonly endpoint: Endpoint.Any
  /** Name of the endpoint's method in its service: `snapshots`. */
  readonly method: string
  /** Request for all tickers. */
  readonly request: object
  /** Volume of the day by ticker, of an answer. */
  readonly volumes: (answer: never) => Iterable<readonly [ticker: string, volume: number]>
}

/** Volume of the day in a row, which shows without a request that no row was missed. */
export interface DayVolume<Row> {
  /** Volume of the day up to the row's end. */
  readonly total: (row: Row) => number | undefined
  /** Volume of the row. */
  readonly own: (row: Row) => number
}

/** Declaration of a topic. */
export interface Declaration<Row, RowI, History, Wildcard extends boolean> {
  /** Cluster of its connection. */
  readonly cluster: Cluster
  /** Host, by subscription plan. Default `"market"`. */
  readonly feed?: Feed
  /** Whether the delayed host of `market` has it, too. Default `true`. */
  readonly delayed?: boolean
  /** Code in subscriptions and events: `AM`. */
  readonly code: string
  /** Schema of a row. The field `ticker` has the key of the topic's ticker on the wire: `sym`, `pair`, `T`. */
  readonly row: Schema.Schema<Row, RowI>
  /** Tickers that can be subscribed, as in requests. */
  readonly ticker: Param.Required<string>
  /** Spelling of a ticker in the live channel. Default: that of requests. */
  readonly spelling?: Spelling
  /** Whether each row counts (trades, bars), or the last one of a ticker replaces those before (quotes, values). */
  readonly kind: "log" | "state"
  /** Time of a row, epoch milliseconds, in the form of the history if there is one. */
  readonly time: (row: [History] extends [never] ? Row : NoInfer<History>) => number
  /**
   * Time after a row's own in which it may be sent again with other values, milliseconds. Default: 16 minutes for rows
   * with a volume of the day (late trades are added for 15 minutes), 0 for others.
   */
  readonly late?: number
  /** Identifies a row within its ticker: a row with the same key replaces or repeats it. Absent for a state. */
  readonly key?: (row: [History] extends [never] ? Row : NoInfer<History>) => string | number
  /** Whether `T.*` subscribes all tickers. */
  readonly wildcard: Wildcard
  /** Whether a liquid ticker has rows in each minute of trading, so that silence is a sign of a lost connection. */
  readonly steady?: boolean
  /** Whether the market trades at an instant, epoch milliseconds. Default: always. */
  readonly open?: (at: number) => boolean
  /** Endpoint with the rows. Absent if none has them: missed rows are only told. */
  readonly fill?: Fill<Row, History>
  /** Volume of the day in a row. Absent if rows have none. */
  readonly dayVolume?: DayVolume<Row>
}

/** A topic of the live channel. */
export interface Topic<Row, History = never, Wildcard extends boolean = boolean> extends Required<
  Pick<
    Declaration<Row, unknown, History, Wildcard>,
    "cluster" | "feed" | "delayed" | "code" | "ticker" | "spelling" | "kind" | "steady" | "open" | "late" | "wildcard"
  >
> {
  readonly [TypeId]: Types<Row, History, Wildcard>
  /** Name in spans, metrics and errors, `"stocks.minuteBars"`, set by {@link ofService}. */
  readonly name: string
  /** Schema of a row. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a schema's types are invariant
  readonly row: Schema.Schema<Row, any>
  /** Time of a row, epoch milliseconds. It reads what the history has, too. */
  readonly time: (row: Row) => number
  /** Identifies a row within its ticker, in the form of the history if there is one. */
  readonly key: ((row: never) => string | number) | undefined
  /** Endpoint with the rows. */
  readonly fill: Fill<Row, History> | undefined
  /** Volume of the day in a row. */
  readonly dayVolume: DayVolume<Row> | undefined
}

/** Any topic: the bound of a type parameter. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound's types are invariant
export type Any = Topic<any, any, any>

/** Topics by method name. */
export type Topics = Readonly<Record<string, Any>>

const same = (ticker: string): string => ticker
const always = (): boolean => true

/** Declares a topic. */
export const make = <Row, RowI, History = never, const Wildcard extends boolean = boolean>(
  declaration: Declaration<Row, RowI, History, Wildcard>,
): Topic<Row, History, Wildcard> =>
  ({
    [TypeId]: TypeId,
    name: declaration.code,
    feed: "market",
    delayed: true,
    spelling: { toWire: same, fromWire: same },
    steady: false,
    open: always,
    late: declaration.dayVolume === undefined ? 0 : 16 * 60_000,
    key: undefined,
    fill: undefined,
    dayVolume: undefined,
    ...declaration,
  }) as never

const named = (
  service: string,
  { endpoint, method }: { readonly endpoint: Endpoint.Any; readonly method: string },
) => ({
  ...endpoint,
  name: `${service}.${method}`,
})

/** Names the topics of a service, each by the key of its method, and the endpoints that fill them. */
export const ofService = <T extends Topics>(service: string, topics: T): T =>
  Object.fromEntries(
    Object.entries(topics).map(([method, topic]) => [
      method,
      {
        ...topic,
        name: `${service}.${method}`,
        fill: topic.fill && {
          ...topic.fill,
          endpoint: named(service, topic.fill),
          ...(topic.fill.snapshot && {
            snapshot: { ...topic.fill.snapshot, endpoint: named(service, topic.fill.snapshot) },
          }),
        },
      },
    ]),
  ) as unknown as T
