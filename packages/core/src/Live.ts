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
import type { InvalidRequest, MarketDataError } from "./MarketDataError.js"

/** A buffer of rows, in order. */
export interface RowBuffer {
  /** Rows that wait for the consumer. Default 65,536. */
  readonly rows?: number | undefined
  /**
   * `fail`: the stream fails with `Overflow`, the default where each row counts. `dropOldest`: the oldest rows are
   * dropped, counted, and told as a `Gap`.
   */
  readonly overflow?: "fail" | "dropOldest" | undefined
  /** No pause: each row is given on. */
  readonly every?: never
}

/** A buffer of the last row of each ticker, the default for states. It needs no bound. */
export interface LastRows {
  /** Only the last row of each ticker waits for the consumer. */
  readonly overflow: "conflate"
  /** The shortest time between two chunks. Default: none. */
  readonly every?: Duration.DurationInput | undefined
  /** No bound. */
  readonly rows?: never
}

/** What a stream does when its consumer is slower than the channel. */
export type Buffer = RowBuffer | LastRows

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

/**
 * A store has the final rows of a time: a sync has replaced what was told of it. Only streams on top of a store tell
 * it.
 */
export interface Settled {
  /** The end of what may change. */
  readonly _tag: "Settled"
  /** Tickers whose rows are final. */
  readonly tickers: ReadonlyArray<string>
  /** Start of the time, epoch milliseconds. */
  readonly from: number
  /** First instant after it, epoch milliseconds. */
  readonly to: number
}

/** An event of a live stream. */
export type Event<Row> = Rows<Row> | Revised<Row> | Gap

/** Tickers of a stream, as in requests; `"*"` for all of the market, where the topic has it. */
export type Tickers<Wildcard> = ReadonlyArray<string> | (Wildcard extends true ? "*" : never)

/** How missed rows are fetched. */
export interface Fill {
  /**
   * Time after which the endpoint is taken to have what was published on the live channel, where no row proves it.
   * Default 5 seconds, or twice the delay that was last seen, if that is longer, up to half of `within`.
   */
  readonly settle?: Duration.DurationInput | undefined
  /** Time to wait for the endpoint to catch up. After it the gap is told, and not filled. Default 60 seconds. */
  readonly within?: Duration.DurationInput | undefined
  /** Requests for each time that the stream did not listen. Default 200. The history of `follow` is not counted. */
  readonly requests?: number | undefined
}

/** Options of events. */
export interface EventOptions extends Options {
  /**
   * Buffer between the connection and the consumer. Where rows have a key, the default is `dropOldest`: what is
   * dropped is a gap, and filled.
   */
  readonly buffer?: Buffer | undefined
  /** How missed rows are fetched. */
  readonly fill?: Fill | undefined
}

/** Options of `follow`. */
export interface FollowOptions extends EventOptions {
  /** Ticker or tickers to follow. The history is requested for each. */
  readonly ticker: string | ReadonlyArray<string>
  /** First day (of the market's zone, `yyyy-mm-dd`) or instant of the history. */
  readonly from: string | Date
  /**
   * Name under which the position is stored, so that a stopped program resumes. Needs `Checkpoints.layer`. It is saved
   * when the consumer asks for the next chunk, at most once a second: a program that was killed gets the rows after
   * it again, and loses none.
   */
  readonly checkpoint?: string | undefined
}

/** Method that streams the rows of tickers from now on. It skips what it did not hear. */
export interface RowMethod<Row, Wildcard> {
  // Without a comment of its own: editors show that of the topic.
  (tickers: Tickers<Wildcard>, options?: Options): Stream.Stream<Row, LiveError | InvalidRequest>
}

/**
 * Method of a topic: streams the rows of tickers from now on. It skips what it did not hear; use `events` or `follow`
 * to know. `Common` is the part of a row that the history has, too.
 */
export interface Method<Row, Wildcard, Common = Row> extends RowMethod<Row, Wildcard> {
  /**
   * Streams the rows with their revisions and gaps. Gaps are filled where an endpoint has the rows: then the rows are
   * the part of them that it has, too.
   */
  readonly events: (
    tickers: Tickers<Wildcard>,
    options?: EventOptions,
  ) => Stream.Stream<Event<Common>, LiveError | InvalidRequest>
}

/** Method of a topic whose rows an endpoint has, too. */
export interface Followed<Row, History, Wildcard> extends Method<Row, Wildcard, History> {
  /**
   * Streams the history from a day on, then the live rows: none is lost, none repeated. The rows of each ticker are in
   * order; a `Gap` with the reason `start` tells that the history has been caught up with.
   */
  readonly follow: (options: FollowOptions) => Stream.Stream<Event<History>, LiveError | MarketDataError>
}

/** Method of a topic. */
export type Of<T extends Topic.Any> = [T[Topic.TypeId]["history"]] extends [never]
  ? Method<T[Topic.TypeId]["row"], T[Topic.TypeId]["wildcard"]>
  : Followed<T[Topic.TypeId]["row"], T[Topic.TypeId]["history"], T[Topic.TypeId]["wildcard"]>

/** Methods of topics. */
export type Methods<T extends Topic.Topics> = { readonly [K in keyof T]: Of<T[K]> }

/** Methods of topics that give rows alone. */
export type RowMethods<T extends Topic.Topics> = {
  readonly [K in keyof T]: RowMethod<T[K][Topic.TypeId]["row"], T[K][Topic.TypeId]["wildcard"]>
}
