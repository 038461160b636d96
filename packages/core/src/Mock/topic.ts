/** Mocks of topics of the live channel. */
import * as Chunk from "effect/Chunk"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import type * as Topic from "../declare/Topic.js"
import type * as Live from "../Live.js"
import type { LiveError } from "../LiveError.js"
import { toStream } from "./toStream.js"

/** Rows and events of a topic, as a list or a stream. */
export type LiveRows<One, E extends LiveError = LiveError> = Stream.Stream<One, E> | Iterable<One>

/** The rows in a list of rows and events. */
export type LiveRow<One> = One extends Live.Gap
  ? never
  : One extends Live.Revised<infer Row>
    ? Row
    : One extends Live.Rows<infer Row>
      ? Row
      : One

/** A mock of a topic, for a method of the live channel. */
export interface MockedTopic<Row, E extends LiveError = never> {
  (tickers: ReadonlyArray<string> | "*", options?: Live.Options): Stream.Stream<Row, E>
  /** The rows with their revisions and gaps. */
  readonly events: (tickers: ReadonlyArray<string> | "*", options?: Live.Options) => Stream.Stream<Live.Event<Row>, E>
  /** The same events, whose rows `Mock.layer` cuts to the part that the history has, too. */
  readonly follow: (options: Live.FollowOptions) => Stream.Stream<Live.Event<never>, E>
}

/**
 * Mocks a topic of the live channel: with the same rows for every stream, those from a function of its tickers, or an
 * error. Each stream has the rows of its tickers alone. Revisions and gaps stand among the rows as events.
 *
 * ```ts
 * Mock.layer(StocksLive, { trades: Mock.topic([trade]), quotes: Mock.topic(evicted) })
 * Mock.topic([bar, { _tag: "Gap", reason: "cut", tickers: ["AAPL"], from: 1, to: 2, filled: false }, later])
 * Mock.topic((tickers) => Stream.fromQueue(queue))
 * Mock.topic(Stream.concat(Stream.make(bar), Stream.fail(evicted)))
 * ```
 */
export const topic: {
  /** Fails in all forms. */
  <E extends LiveError>(error: E): MockedTopic<never, E>
  /** Streams rows and events. */
  <const One, E extends LiveError = never>(
    rows: LiveRows<One, E> | ((tickers: ReadonlyArray<string> | "*") => LiveRows<One, E>),
  ): MockedTopic<LiveRow<One>, E>
} = <Row>(rows: unknown): MockedTopic<never, never> => {
  const events = (tickers: ReadonlyArray<string> | "*"): Stream.Stream<Live.Event<Row>, LiveError> =>
    Stream.suspend(() => {
      const given = Predicate.isFunction(rows) ? rows(tickers) : rows
      return toStream<Row | Live.Event<Row>, LiveError>(given as LiveRows<Row | Live.Event<Row>>)
    }).pipe(Stream.mapChunks((chunk) => Chunk.fromIterable(eventsIn(chunk, isOf(tickers)))))
  const forms = Object.assign(
    (tickers: ReadonlyArray<string> | "*") => Stream.mapConcat(events(tickers), (event) => rowsOf(event)),
    {
      events,
      follow: ({ ticker }: Live.FollowOptions) =>
        events(typeof ticker === "string" && ticker !== "*" ? [ticker] : ticker),
    },
  )
  return forms as unknown as MockedTopic<never, never>
}

/** The rows that an event brings: a row is revised by its next version. */
const rowsOf = <Row>(event: Live.Event<Row>): ReadonlyArray<Row> =>
  event._tag === "Rows" ? event.rows : event._tag === "Revised" ? [event.row] : []

const tags: ReadonlySet<unknown> = /* @__PURE__ */ new Set(["Rows", "Revised", "Gap"])

const isEvent = <Row>(one: Row | Live.Event<Row>): one is Live.Event<Row> =>
  Predicate.hasProperty(one, "_tag") && tags.has(one._tag)

/** Whether a row is of one of the tickers, as far as it tells. */
const isOf =
  (tickers: ReadonlyArray<string> | "*") =>
  (row: unknown): boolean =>
    tickers === "*" || !Predicate.hasProperty(row, "ticker") || tickers.includes(row.ticker as string)

/** Returns the events of a chunk: the rows between two of them are one, without those of other tickers. */
const eventsIn = <Row>(
  chunk: Iterable<Row | Live.Event<Row>>,
  wanted: (row: Row) => boolean,
): ReadonlyArray<Live.Event<Row>> => {
  const events: Array<Live.Event<Row>> = []
  let rows: Array<Row> | undefined
  for (const one of chunk) {
    if (!isEvent(one)) {
      if (!wanted(one)) continue
      if (rows === undefined) events.push({ _tag: "Rows", rows: (rows = []) })
      rows.push(one)
      continue
    }
    rows = undefined
    const kept = one._tag === "Rows" ? { ...one, rows: one.rows.filter(wanted) } : one
    if (kept._tag === "Gap" || rowsOf(kept).some(wanted)) events.push(kept)
  }
  return events
}

type AnyTopic = MockedTopic<unknown, LiveError>

/** Gives a mock the tickers as rows have them, and follows the part of its rows that the history has, too. */
const followed = ({ fill, spelling }: Topic.Any, mock: AnyTopic): AnyTopic => {
  const canonical = (tickers: ReadonlyArray<string> | "*") =>
    tickers === "*" ? tickers : tickers.map((ticker) => spelling.fromWire(spelling.toWire(ticker)))
  const common = (row: unknown) => fill?.ofLive(row)
  const cut = (event: Live.Event<unknown>): Live.Event<unknown> =>
    event._tag === "Gap"
      ? event
      : event._tag === "Rows"
        ? { ...event, rows: event.rows.map(common) }
        : { ...event, before: common(event.before), row: common(event.row) }
  return Object.assign((tickers: ReadonlyArray<string> | "*") => mock(canonical(tickers)), {
    events: (tickers: ReadonlyArray<string> | "*") => mock.events(canonical(tickers)),
    follow: ({ ticker }: Live.FollowOptions) =>
      Stream.map(
        mock.events(canonical(typeof ticker === "string" && ticker !== "*" ? [ticker] : ticker)),
        cut,
      ) as Stream.Stream<Live.Event<never>, LiveError>,
  })
}

/** A topic that dies in all its forms. */
const unmockedTopic = (name: string): AnyTopic => {
  const dies = () => Stream.die(new Error(`${name} is not mocked. Give it to Mock.layer.`))
  return Object.assign(dies, { events: dies, follow: dies })
}

/** The methods of topics: those that are given, and others that die and say their names. */
export const mockedTopics = (name: string, topics: Topic.Topics, given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(topics).map(([key, topic]) => {
      const mock = given[key] as AnyTopic | undefined
      return [key, mock === undefined ? unmockedTopic(`${name}.${key}`) : followed(topic, mock)]
    }),
  )
