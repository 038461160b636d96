/**
 * What a subscription tells its stream: rows, and when it listened.
 *
 * @module
 */

/** Why rows may be missing. */
export type Reason =
  /** The connection was lost. */
  | "cut"
  /** Nothing arrived for too long, although the market trades. */
  | "stale"
  /** The service ended the connection in favour of another one with the same key. */
  | "evicted"
  /** The stream's buffer was full. */
  | "overflow"

/**
 * One signal of a subscription, in the order of the connection. It begins with `Subscribed`; after `Lost`, nothing
 * follows but `Subscribed`. Before it there may be rows of a store.
 */
export type Signal<Row> =
  /** Each ticker is acknowledged: from now on every row arrives. `at` is the clock's time, epoch milliseconds. */
  | { readonly _tag: "Subscribed"; readonly at: number }
  /** Rows, with the tickers of requests; at most 1,024. */
  | { readonly _tag: "Rows"; readonly rows: ReadonlyArray<Row> }
  /** Nothing arrives from now on. `at` is the time of the last sign of life, epoch milliseconds. */
  | { readonly _tag: "Lost"; readonly reason: Exclude<Reason, "overflow">; readonly at: number }
  /** Rows were dropped because the buffer was full: those between two times, epoch milliseconds, of these tickers. */
  | {
      readonly _tag: "Dropped"
      readonly rows: number
      readonly tickers: ReadonlyArray<string>
      readonly from: number
      readonly to: number
    }

/** A store has the final rows of tickers up to instants, epoch milliseconds. */
export interface StoreEnds {
  readonly _tag: "Settled"
  readonly ends: ReadonlyMap<string, number>
}
