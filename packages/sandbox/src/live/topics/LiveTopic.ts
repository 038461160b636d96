/**
 * What the sandbox knows of a topic: who may subscribe it, how it spells tickers, and its events of a day.
 *
 * @module
 */
import type * as Topic from "@candela/core/declare/Topic"
import type { Effect } from "effect"
import type { Store, StoreError } from "../../store/Store.js"

/** An event of a topic. */
export interface LiveEvent {
  /** Instant at which it is sent, epoch milliseconds. */
  readonly at: number
  /** The event without its code and ticker. */
  readonly row: object
}

/** A day of a market. */
export interface DayBounds {
  /** Its first instant, epoch milliseconds. */
  readonly from: number
  /** The instant after it. */
  readonly to: number
}

/** Returns the events that follow from the minute that starts at an instant, in the order in which they are sent. */
export type EventsOf = (minute: number) => ReadonlyArray<LiveEvent>

/** A topic. */
export interface LiveTopic {
  readonly cluster: Topic.Cluster
  /** Host, by plan. */
  readonly feed: Topic.Feed
  /** Whether the delayed host has it, too. */
  readonly delayed: boolean
  /** Code in subscriptions and events. */
  readonly code: string
  /** Key of the ticker in an event. */
  readonly key: "sym" | "pair" | "p" | "T"
  /** Spells a ticker of requests for this topic. */
  readonly toWire: (ticker: string) => string
  /** Reads the events of a ticker's day. */
  readonly day: (ticker: string, day: DayBounds) => Effect.Effect<EventsOf, StoreError, Store>
}

/** A topic without the facts of its cluster. */
export type BareTopic = Pick<LiveTopic, "code" | "key" | "day"> & Partial<LiveTopic>

/** Makes the topics of a cluster: of the host `market`, real-time and delayed, where a topic says nothing else. */
export const ofCluster = (
  cluster: Topic.Cluster,
  parts: ReadonlyArray<BareTopic>,
  facts: Partial<Pick<LiveTopic, "delayed" | "toWire">> = {},
): ReadonlyArray<LiveTopic> =>
  parts.map((part) => ({ cluster, feed: "market", delayed: true, toWire: (ticker) => ticker, ...facts, ...part }))
