/**
 * Streams of the live channel: methods of topics, their options and events.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import type * as Stream from "effect/Stream"
import type * as Topic from "./declare/Topic.js"
import type { Reason } from "./internal/live/signal.js"
import type { LiveError } from "./LiveError.js"
import type { MarketDataError } from "./MarketDataError.js"

/** What a stream does when its consumer is slower than the channel. */
export interface Buffer<Overflow extends string = "fail" | "dropOldest" | "conflate"> {
  /** Rows that wait for the consumer. Default 65,536. */
  readonly rows?: number | undefined
  /**
   * `fail`: the stream fails with `Overflow`. `dropOldest`: the oldest rows are dropped, counted, and told as a `Gap`.
   * `conflate`: only the last row of each ticker waits. Default `fail` where each row counts, `conflate` for states.
   */
  readonly overflow?: Overflow | undefined
  /** With `conflate`: the shortest time between two chunks. Default: none. */
  readonly every?: Duration.DurationInput | undefined
}

/** Options of a live stream. */
export interface Options {
  /** Buffer between the connection and the consumer. */
  readonly buffer?: Buffer | undefined
  /**
   * Treatment of an event that its schema rejects: it fails the stream, or is omitted and counted. Default `"fail"`.
   */
  readonly onInvalidRow?: "fail" | "skip" | undefined
}

/** Rows, in the order of the connection. */
export interface Rows<Row> {
  /** Rows. */
  readonly _tag: "Rows"
  /** The rows; never empty. */
  readonly rows: ReadonlyArray<Row>
}

/** A row that was sent before has changed: late trades were added to its window. */
export interface Revised<Row> {
  /** A change of a row. */
  readonly _tag: "Revised"
  /** The row as it was. */
  readonly before: Row
  /** The row as it is. */
  readonly row: Row
}

/** A time in which the stream did not listen. */
export interface Gap {
  /** A gap. */
  readonly _tag: "Gap"
  /** Why rows may be missing; `start` is the time before the first acknowledgement. */
  readonly reason: Reason | "start"
  /** Tickers whose rows may be missing; `"*"` for all of them. */
  readonly tickers: ReadonlyArray<string> | "*"
  /** Start of the gap, epoch milliseconds. */
  readonly from: number
  /** End of the gap, epoch milliseconds. */
  readonly to: number
  /** Whether the missing rows were fetched: they stand in the stream before this value. */
  readonly filled: boolean
  /** Why it was not filled, in words; absent if it was. */
  readonly detail?: string | undefined
}

/** An event of a live stream. */
export type Event<Row> = Rows<Row> | Revised<Row> | Gap

/** Tickers of a stream, as in requests; `"*"` for all of the market, where the topic has it. */
export type Tickers<Wildcard> = ReadonlyArray<string> | (Wildcard extends true ? "*" : never)

/** Options of `follow`. */
export interface FollowOptions<Wildcard> extends Options {
  /** Ticker or tickers to follow. */
  readonly ticker: string | Tickers<Wildcard>
  /** First day (of the market's zone, `yyyy-mm-dd`) or instant of the history. */
  readonly from: string | Date
  /** Name under which the position is stored, so that a stopped program resumes. Needs `Checkpoints.layer`. */
  readonly checkpoint?: string | undefined
}

/** Method of a topic. */
export interface Method<Row, Wildcard> {
  /** Streams the rows of tickers from now on. It skips what it did not hear; use `events` or `follow` to know. */
  (tickers: Tickers<Wildcard>, options?: Options): Stream.Stream<Row, LiveError>
  /** Streams the rows with their revisions and gaps. Gaps are filled where an endpoint has the rows. */
  readonly events: (tickers: Tickers<Wildcard>, options?: Options) => Stream.Stream<Event<Row>, LiveError>
}

/** Method of a topic whose rows an endpoint has, too. */
export interface Followed<Row, History, Wildcard> extends Method<Row, Wildcard> {
  /** Streams the history from a day on, then the live rows: none is lost, none repeated. */
  readonly follow: (options: FollowOptions<Wildcard>) => Stream.Stream<Event<History>, LiveError | MarketDataError>
}

/** Method of a topic. */
export type Of<T extends Topic.Any> = [T[Topic.TypeId]["history"]] extends [never]
  ? Method<T[Topic.TypeId]["row"], T[Topic.TypeId]["wildcard"]>
  : Followed<T[Topic.TypeId]["row"], T[Topic.TypeId]["history"], T[Topic.TypeId]["wildcard"]>

/** Methods of topics. */
export type Methods<T extends Topic.Topics> = { readonly [K in keyof T]: Of<T[K]> }
