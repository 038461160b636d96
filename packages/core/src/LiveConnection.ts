/**
 * Connection to the live channel of the service: one socket for each cluster, shared by all streams of a program.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Stream from "effect/Stream"
import type * as Topic from "./declare/Topic.js"
import type { Signal } from "./internal/live/signal.js"
import type { Options } from "./Live.js"
import type { LiveError } from "./LiveError.js"

/** Connection to the live channel. */
export class LiveConnection extends Context.Tag("@candela/core/LiveConnection")<
  LiveConnection,
  LiveConnection.Service
>() {}

/** Types of the connection. */
export declare namespace LiveConnection {
  /** A connection. */
  interface Service {
    /**
     * Subscribes tickers of a topic while the stream runs. The subscriptions of all streams are joined: a pair is
     * subscribed while one of them wants it.
     */
    readonly subscribe: <Row>(
      topic: Topic.Topic<Row, unknown, boolean>,
      tickers: ReadonlyArray<string> | "*",
      options?: Options,
    ) => Stream.Stream<Signal<Row>, LiveError>
  }
}
