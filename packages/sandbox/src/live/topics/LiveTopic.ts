/**
 * What the sandbox knows of a topic: its declaration, and its events of a day.
 *
 * @module
 */
import type * as Topic from "@candela/core/declare/Topic"
import * as Structure from "@candela/core/internal/Structure"
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

/** Reads the events of a ticker's day. */
export type EventsOfDay = (ticker: string, day: DayBounds) => Effect.Effect<EventsOf, StoreError, Store>

/** A topic. */
export interface LiveTopic extends Pick<Topic.Any, "cluster" | "feed" | "delayed" | "code" | "spelling"> {
  /** Key of the ticker in an event. */
  readonly key: string
  readonly day: EventsOfDay
}

/** Gives the topics of a service their events, by method name. */
export const ofService = <T extends Topic.Topics>(
  topics: T,
  days: { readonly [K in keyof T]: EventsOfDay },
): ReadonlyArray<LiveTopic> =>
  Object.entries(topics).map(([method, topic]) => ({
    ...topic,
    key: Structure.fields(topic.row.ast)!.find(({ name }) => name === "ticker")!.wireKey,
    day: days[method]!,
  }))
