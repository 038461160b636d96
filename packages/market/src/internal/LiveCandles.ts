/**
 * Candles that grow: those of a chart, made of the second bars of the live channel.
 *
 * @module
 */
import * as LiveClient from "@candela/core/declare/LiveClient"
import type * as Topic from "@candela/core/declare/Topic"
import type { Followed } from "@candela/core/Live"
import { LiveConnection } from "@candela/core/LiveConnection"
import type { LiveError } from "@candela/core/LiveError"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Effect from "effect/Effect"
import * as Mailbox from "effect/Mailbox"
import * as Stream from "effect/Stream"
import { localTime, type Candle } from "../Candles.js"
import type { FollowedBar } from "../live/LiveBar.js"
import { offsetAt, type Zone } from "../TimeZone.js"
import * as Window from "../Window.js"

/** Time after which a bar is no longer changed by late trades, milliseconds. */
const late = 16 * 60_000

/** Candles of a chart. */
export interface CandleForm {
  /** Size of the candles, in seconds, minutes or hours, counted on the days of the market. */
  readonly window: Window.Window & { readonly timespan: Window.ClockSpan }
  /** Zone in whose local time the candles are. */
  readonly zone: Zone
}

type Bar = Omit<FollowedBar, "ticker" | "vwap">

const candleOf = (zone: Zone, start: number, bars: Iterable<Bar>): Candle => {
  const inOrder = [...bars].sort((one, other) => one.timestamp - other.timestamp)
  return {
    time: localTime(zone, start),
    open: inOrder[0]!.open,
    high: inOrder.reduce((most, { high }) => Math.max(most, high), -Infinity),
    low: inOrder.reduce((least, { low }) => Math.min(least, low), Infinity),
    close: inOrder.at(-1)!.close,
    volume: inOrder.reduce((sum, { volume }) => sum + volume, 0),
  }
}

/**
 * Returns a function that takes bars, and returns the candles that they change, in ascending order. A bar that comes
 * again replaces the one before it. Bars must come from the start of a window on. One that comes more than a quarter of
 * an hour later than others changes nothing: the bars beside it are forgotten, and requests have its window.
 */
export const make = ({ window, zone }: CandleForm): ((bars: ReadonlyArray<Bar>) => ReadonlyArray<Candle>) => {
  /** Bars that may change, by their time, by the start of their window. */
  const open = new Map<number, Map<number, Bar>>()
  let newest = -Infinity
  const isOver = (start: number) => Window.next(window, start) < newest - late
  return (bars) => {
    const changed = new Set<number>()
    for (const bar of bars) {
      const start = Window.start(window, bar.timestamp)
      // protects: A bar that comes too late makes no candle of itself in place of one of many bars.
      // mutant: "a bar that comes too late": never
      if (isOver(start)) continue
      const known = open.get(start) ?? new Map<number, Bar>()
      // protects: A bar that late trades change is drawn once.
      // mutant: "are those of the bars as they are at the end": bar.timestamp, bar → known.size, bar
      known.set(bar.timestamp, bar)
      open.set(start, known)
      changed.add(start)
      newest = Math.max(newest, bar.timestamp)
    }
    const candles = [...changed].sort((one, other) => one - other).map((start) => [start, open.get(start)!] as const)
    for (const start of open.keys()) if (isOver(start)) open.delete(start)
    return candles.map(([start, bars]) => candleOf(zone, start, bars.values()))
  }
}

/** Puts candles into others: a candle replaces one of its time. Both are in ascending order. */
export const merge = (candles: ReadonlyArray<Candle>, changed: ReadonlyArray<Candle>): ReadonlyArray<Candle> => {
  const [first] = changed
  if (first === undefined) return candles
  const kept = candles.findLastIndex(({ time }) => time < first.time) + 1
  const tail = new Map([...candles.slice(kept), ...changed].map((candle) => [candle.time, candle]))
  return [...candles.slice(0, kept), ...[...tail.values()].sort((one, other) => one.time - other.time)]
}

/** Bars that may be missing in a chart. Its times are those of bars: other clocks may be elsewhere. */
export interface Missing {
  /** End of the last bar before them, epoch milliseconds. */
  readonly from: number
  /** Start of the first bar after them, epoch milliseconds; `undefined` while none has come. */
  readonly to: number | undefined
  /** Why they were not fetched. */
  readonly detail: string | undefined
}

/** What is known of the connection, as a chart shows it. */
export type Following =
  /** Not connected yet. */
  | { readonly _tag: "Connecting" }
  /** Connected; what was missed is being fetched. */
  | { readonly _tag: "Filling" }
  /** Connected, and nothing is waited for. With the bars of the last gap that could not be filled. */
  | { readonly _tag: "Live"; readonly missing: Missing | undefined }
  /** Nothing arrives: the connection is being made again. */
  | { readonly _tag: "Lost"; readonly reason: "cut" | "stale" | "evicted" }

const reasons = {
  cut: "the connection was lost",
  stale: "nothing arrived",
  evicted: "another program uses the key",
} as const

/** A state in words: `live`, `reconnecting: the connection was lost`. `time` formats an instant. */
export const inWords = (state: Following, time: (epochMillis: number) => string): string => {
  switch (state._tag) {
    case "Connecting":
      return "connecting"
    case "Filling":
      return "connected, fetching what was missed"
    case "Lost":
      return `reconnecting: ${reasons[state.reason]}`
    case "Live": {
      if (state.missing === undefined) return "live"
      const { detail, from, to } = state.missing
      const why = detail === undefined ? "" : `: ${detail}`
      return `live, but bars may be missing from ${time(from)} ${to === undefined ? "on" : `to ${time(to)}`}${why}`
    }
  }
}

/** What changes in a chart. */
export type Change =
  | { readonly _tag: "Candles"; readonly candles: ReadonlyArray<Candle> }
  | { readonly _tag: "State"; readonly state: Following }

/** A chart that is followed. */
export interface FollowedChart extends CandleForm {
  /** Topic of the second bars. */
  readonly topic: Topic.Any
  /** Ticker of the chart. */
  readonly ticker: string
  /** Last candle that is known. */
  readonly last: Candle
}

/** The instant of a local time, epoch milliseconds. */
const instantOf = (zone: Zone, local: number): number => local - offsetAt(zone, local - offsetAt(zone, local))

/**
 * Streams the changes of a chart: candles from a quarter of an hour before its last one on, which late trades may have
 * changed, and the states of the connection. It does not end.
 */
export const follow = ({
  last,
  ticker,
  topic,
  window,
  zone,
}: FollowedChart): Stream.Stream<Change, LiveError | MarketDataError, LiveConnection | MarketData> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const connection = yield* LiveConnection
      const states = yield* Mailbox.make<Change>()
      const tell = (state: Following) => states.offer({ _tag: "State", state })
      let isConnected = false
      let newest = instantOf(zone, last.time)
      const timeOf = (bar: unknown): number => topic.time(bar as never)
      /** The time in which nothing was heard, by the bars around it: clocks of others may run elsewhere. */
      let unheard: Omit<Missing, "detail"> = { from: newest, to: undefined }
      let missing: Missing | undefined
      const seen = (bars: ReadonlyArray<unknown>) => {
        for (const bar of bars) newest = Math.max(newest, timeOf(bar) + (topic.fill?.span ?? 0))
      }
      const hear = (bars: ReadonlyArray<unknown>) => {
        seen(bars)
        const [first] = bars
        if (first === undefined) return Effect.void
        if (unheard.to !== undefined) return Effect.void
        const isShown = missing !== undefined && missing.from === unheard.from
        unheard = { ...unheard, to: timeOf(first) }
        if (!isShown) return Effect.void
        missing = { ...missing!, ...unheard }
        return isConnected ? tell({ _tag: "Live", missing }) : Effect.void
      }
      const { rows } = yield* Effect.provideService(LiveClient.make({ rows: topic }), LiveConnection, {
        ...connection,
        subscribe: (topic, tickers, options) =>
          Stream.tap(connection.subscribe(topic, tickers, options), (signal) => {
            if (signal._tag === "Rows") return hear(signal.rows)
            if (signal._tag === "Dropped") return Effect.void
            if (signal._tag === "Lost") unheard = { from: newest, to: undefined }
            isConnected = signal._tag === "Subscribed"
            return tell(signal._tag === "Lost" ? signal : { _tag: "Filling" })
          }),
      })
      const { follow } = rows as unknown as Followed<FollowedBar, FollowedBar, boolean>
      const grow = make({ window, zone })
      const events = follow({ ticker, from: new Date(Window.start(window, instantOf(zone, last.time) - late)) }).pipe(
        Stream.mapEffect((event): Effect.Effect<ReadonlyArray<Change>> => {
          if (event._tag === "Rows") {
            seen(event.rows)
            return Effect.succeed([{ _tag: "Candles", candles: grow(event.rows) }])
          }
          if (event._tag === "Revised") return Effect.succeed([{ _tag: "Candles", candles: grow([event.row]) }])
          // protects: A chart tells the time of missing bars by the market's clock, not by that of this machine.
          // mutant: "by the times of the bars": ...unheard → from: event.from, to: event.to
          if (!event.filled) missing = { ...unheard, detail: event.detail }
          // A gap may be settled while the connection is lost again.
          return Effect.as(isConnected ? tell({ _tag: "Live", missing }) : Effect.void, [])
        }),
        Stream.flattenIterables,
      )
      return Stream.concat(
        Stream.make<[Change]>({ _tag: "State", state: { _tag: "Connecting" } }),
        Stream.merge(events, Mailbox.toStream(states), { haltStrategy: "left" }),
      )
    }),
  )
