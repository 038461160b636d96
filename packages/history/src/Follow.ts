/**
 * Rows of a store, then of the service's history, then of the live channel, as one stream: a store of past days, and
 * today's rows on top of it, until the next sync replaces them.
 *
 * ```ts
 * const program = Follow.topic(StocksLive.topics.minuteBars, { ticker: ["AAPL", "MSFT"], from: "2025-06-02" }).pipe(
 *   Stream.runForEach((event) => Console.log(event._tag)),
 * )
 * program.pipe(
 *   Effect.provide([Store.layer("histories"), LiveConnection.layerConfig(), MarketData.layerConfig()]),
 *   ...
 * )
 * ```
 *
 * The store is only read: live rows are provisional, and never written into it. Bars are as traded, as in the store:
 * neither stored nor requested ones are adjusted for splits.
 *
 * @module
 */
import * as LiveClient from "@candela/core/declare/LiveClient"
import type * as Topic from "@candela/core/declare/Topic"
import type * as Live from "@candela/core/Live"
import type { LiveConnection } from "@candela/core/LiveConnection"
import type { LiveError } from "@candela/core/LiveError"
import type { MarketData } from "@candela/core/MarketData"
import { InvalidRequest, type MarketDataError } from "@candela/core/MarketDataError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Store } from "./Store.js"
import * as Universe from "./Universe.js"

/** Options of a stream. */
export interface Options extends Live.FollowOptions {
  /** Time between two looks at the store: what a sync has settled is told. Default 5 minutes. */
  readonly every?: Duration.DurationInput | undefined
}

/** An event: rows, revisions and gaps as in `follow`; and what a sync of the store has settled meanwhile. */
export type Event<Row> = Live.Event<Row> | Live.Settled

/** Row of a topic that the history has, too. */
export type RowOf<T extends Topic.Any> = T[Topic.TypeId]["history"]

/**
 * Streams the rows of tickers from a day on: those that have settled in the store, then the service's history after
 * them, then the live rows. None is lost, none repeated; the rows of each ticker are in order. The store is read in
 * constant memory, ticker by ticker.
 *
 * The service is asked only for what has not settled in the store: the days within `settleAfter`, those after the last
 * sync, and everything after the first day that the store lacks. When a sync settles more, `Settled` tells of which
 * tickers and of which time the store has the final rows: read them there, in place of what was told. So rows that
 * the service corrects after the close, and those of gaps that were not filled, are right in the end.
 *
 * With `checkpoint` a stopped program goes on where it was, as with `follow`; what was settled meanwhile is told.
 *
 * Fails with `InvalidRequest` for a topic whose rows no store holds.
 */
export const topic = <T extends Topic.Any>(
  topic: T & ([RowOf<T>] extends [never] ? { readonly fill: "no endpoint has its rows" } : unknown),
  { every = "5 minutes", ...options }: Options,
): Stream.Stream<
  Event<RowOf<T>>,
  LiveError | MarketDataError | Store.ReadError,
  Store | LiveConnection | MarketData
> => {
  const { name }: Topic.Any = topic
  const of = storable(topic)
  if (of === undefined) {
    const expected = "one of the bars, trades or quotes that a store holds"
    return Stream.fail(new InvalidRequest({ endpoint: name, parameter: "topic", value: name, expected }))
  }
  const pause = Option.filter(Duration.decodeUnknown(every), Duration.greaterThan(0))
  if (Option.isNone(pause)) {
    const expected = 'a duration such as "5 minutes"'
    return Stream.fail(new InvalidRequest({ endpoint: name, parameter: "every", value: String(every), expected }))
  }
  return LiveClient.follow<unknown, RowOf<T>, boolean, Store.ReadError, Store>(of.topic, options, {
    every: pause.value,
    ends: (tickers, from) => Effect.flatMap(Store, (store) => settledEnds(store, of.universe(tickers), from)),
    rows: (ticker, from, to) =>
      Stream.unwrap(
        Effect.map(Store, (store) => store.read(of.universe([ticker]) as Universe.Universe, { from, to: to - 1 })),
      ).pipe(Stream.map((row) => of.topic.fill!.ofHistory(row as never, ticker))),
  })
}

/**
 * Selects the rows of a topic in a store: what a sync must store so that the stream of `topic`
 * begins there. `undefined` if no store holds such rows.
 */
export const universe = (topic: Topic.Any, tickers: ReadonlyArray<string>): Universe.AnyUniverse | undefined =>
  storable(topic)?.universe(tickers)

const markets: ReadonlySet<string> = new Set<Universe.Market>(["stocks", "forex", "crypto"])

/** The topic, whose endpoint returns rows as a store has them, and the universe of tickers in a store. */
const storable = (
  topic: Topic.Any,
):
  | { readonly topic: Topic.Any; readonly universe: (tickers: ReadonlyArray<string>) => Universe.AnyUniverse }
  | undefined => {
  const { fill } = topic
  if (fill === undefined) return undefined
  const { endpoint } = fill
  const isTicks: boolean = Universe.isTicks(endpoint)
  if (isTicks) return { topic, universe: (tickers) => Universe.ticks(endpoint, { tickers }) }
  const { timespan } = fill.request("", 0, 0) as Partial<Universe.Options>
  if (timespan === undefined || !markets.has(endpoint.name.split(".")[0]!)) return undefined
  return {
    // protects: The bars after those of the store are as traded, as they are.
    // mutant: "goes on after each kill": adjusted: false → adjusted: true
    topic: { ...topic, fill: { ...fill, request: (...of) => ({ ...fill.request(...of), adjusted: false }) } },
    universe: (tickers) => Universe.bars(endpoint, { tickers, timespan }),
  }
}

/** Returns up to when a store has all rows of each ticker, and none of them changes any more. */
const settledEnds = (store: Store.Service, universe: Universe.AnyUniverse, from: number) =>
  Effect.gen(function* () {
    const to = Math.max(from, yield* Clock.currentTimeMillis)
    const missing = yield* store.missing(universe, { from, to }, "timespan" in universe ? { datasets: ["bars"] } : {})
    const ends = new Map(universe.tickers.map((ticker) => [ticker, to]))
    for (const { from, ticker } of missing) ends.set(ticker, Math.min(from, ends.get(ticker)!))
    return ends
  })
