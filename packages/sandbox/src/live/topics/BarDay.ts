/**
 * The minute bars of a ticker's day, with the sums that events show.
 *
 * @module
 */
import type { Market } from "@candela/market/Market"
import { Effect } from "effect"
import { average, round } from "../../numbers/Rounding.js"
import type { Store, StoreError } from "../../store/Store.js"
import type { BaseBar } from "../../subjects/bars/BaseBar.js"
import { arrivalOf, Lateness, withoutLate } from "../../subjects/bars/Lateness.js"
import { noLimit, type ReadBars, storedMinutes } from "../../subjects/bars/Reader.js"
import { secondsOf } from "../../subjects/bars/Seconds.js"
import type { DayBounds, EventsOfDay, LiveEvent } from "./LiveTopic.js"

/** A bar as it is sent. */
export interface SentBar {
  /** Instant at which it is sent, epoch milliseconds. */
  readonly at: number
  readonly bar: BaseBar
  /** Volume and average price of the day up to its end. */
  readonly day: { readonly volume: number; readonly vwap: number | null }
}

/** A day of a ticker. */
export interface BarDay {
  readonly ticker: string
  readonly bars: ReadonlyArray<BaseBar>
  /** Returns the minute bar that starts at an instant. */
  readonly bar: (minute: number) => BaseBar | undefined
  /** Returns the minute bar as it is sent: twice if trades arrive late. */
  readonly minutes: (minute: number) => ReadonlyArray<SentBar>
  /** Returns the second bars of a minute as they are sent. */
  readonly seconds: (minute: number) => ReadonlyArray<SentBar>
}

const minute = 60_000
/** The service sends the bar of a second two seconds after its end. */
const untilSecond = 3_000

interface Sums {
  readonly v: number
  readonly value: number
}

const add = ({ v, value }: Sums, bar: BaseBar): Sums => ({ v: v + bar.v, value: value + bar.v * (bar.vw ?? bar.c) })
const without = (one: Sums, other: Sums): Sums => ({ v: one.v - other.v, value: one.value - other.value })
const none: Sums = { v: 0, value: 0 }

/** Where the bars of a ticker come from. */
export interface BarOrigin {
  readonly ticker: string
  readonly market: Market
  /** Default: the tables of stocks, indices and pairs. */
  readonly minutes?: ReadBars | undefined
  /** Derives the seconds of a minute. Default: as those of stocks, indices and pairs. */
  readonly secondsOf?: ((bar: BaseBar) => ReadonlyArray<BaseBar>) | undefined
}

/** Reads the stored minutes of a ticker. */
export const stored =
  (ticker: string): ReadBars =>
  (range) =>
    storedMinutes(ticker, range)

/** Reads a day of a ticker. */
export const read = (source: BarOrigin, { from, to }: DayBounds): Effect.Effect<BarDay, StoreError, Store> =>
  Effect.gen(function* () {
    const { market, minutes = stored(source.ticker), ticker } = source
    const derive = source.secondsOf ?? ((bar: BaseBar) => secondsOf(bar, market.decimals))
    const lateness = yield* Lateness
    const bars = yield* minutes({ from, to, sort: "asc", limit: noLimit })
    const places = new Map(bars.map(({ t }, index) => [t, index]))
    let total = none
    const sums = bars.map((bar) => (total = add(total, bar)))
    /** Late minutes: their place, what they lack, and until when. */
    const late = bars.flatMap((bar, place) => {
      const arrival = arrivalOf(lateness, { market, ticker }, bar.t)
      const known = arrival === undefined ? bar : withoutLate(bar, market)
      return known === bar
        ? []
        : [{ place, known, arrival: arrival!, lacks: without(add(none, bar), add(none, known)) }]
    })
    const dayOf = (sum: Sums) => ({
      volume: round(sum.v, market.decimals),
      vwap: sum.v > 0 ? average(sum.value / sum.v, -Infinity, Infinity, market.decimals) : null,
    })
    /** Sums of the minutes up to a place, as they are known at an instant. */
    const until = (place: number, at: number) =>
      late.reduce(
        (sum, one) => (one.place <= place && one.arrival > at ? without(sum, one.lacks) : sum),
        sums[place] ?? none,
      )
    const sent = (place: number, bar: BaseBar, at: number): SentBar => ({ at, bar, day: dayOf(until(place, at)) })
    return {
      ticker,
      bars,
      bar: (start) => bars[places.get(start) ?? -1],
      minutes: (start) => {
        const place = places.get(start)
        if (place === undefined) return []
        const isLate = late.find((one) => one.place === place)
        const end = start + minute
        return isLate === undefined
          ? [sent(place, bars[place]!, end)]
          : [sent(place, isLate.known, end), sent(place, bars[place]!, isLate.arrival)]
      },
      seconds: (start) => {
        const place = places.get(start)
        if (place === undefined) return []
        let sum = sums[place - 1] ?? none
        return derive(bars[place]!).map((bar) => {
          sum = add(sum, bar)
          return { at: bar.t + untilSecond, bar, day: dayOf(sum) }
        })
      },
    }
  })

/** Reads the day of a ticker, with what its events have to know. */
export type Read<D extends BarDay = BarDay> = (ticker: string, range: DayBounds) => Effect.Effect<D, StoreError, Store>

/** Reads days of a market whose bars are in the tables. */
export const of =
  (market: Market): Read =>
  (ticker, range) =>
    read({ ticker, market }, range)

/** Makes the events of bars. */
export const bars =
  <D extends BarDay>(read: Read<D>, rowOf: (sent: SentBar, end: number, day: D) => object) =>
  (size: "minutes" | "seconds"): EventsOfDay =>
  (ticker, range) =>
    Effect.map(
      read(ticker, range),
      (day) => (start) =>
        day[size](start).map((sent) => ({
          at: sent.at,
          row: rowOf(sent, sent.bar.t + (size === "minutes" ? minute : 1_000), day),
        })),
    )

/** Returns the fields of a bar of a market, whose day opened at a price. */
export const fieldsOf = ({ bar: { c, h, l, n, o, t, v, vw }, day }: SentBar, op: number, e: number): object => ({
  ...{ v, av: day.volume, op, vw: vw ?? c, o, c, h, l, a: day.vwap ?? c },
  ...{ z: Math.max(1, Math.round(v / (n ?? 1))), s: t, e },
})

/** Makes the events of bars whose day opens with its first one. */
export const fullBars = (read: Read) => bars(read, (sent, end, day) => fieldsOf(sent, day.bars[0]!.o, end))

/** Makes the events of ticks, which are derived from minutes: each is sent at its own time. */
export const ticks =
  <D extends BarDay>(read: Read<D>) =>
  <T>(derive: (bar: BaseBar, day: D) => ReadonlyArray<T>, rowOf: (tick: T) => LiveEvent): EventsOfDay =>
  (ticker, range) =>
    Effect.map(read(ticker, range), (day) => (start) => {
      const bar = day.bar(start)
      return bar === undefined ? [] : derive(bar, day).map(rowOf)
    })

/** Makes the events of values: one at the end of each second bar, its last price. */
export const values =
  (read: Read, rowOf: (value: number, at: number) => object): EventsOfDay =>
  (ticker, range) =>
    Effect.map(
      read(ticker, range),
      (day) => (start) => day.seconds(start).map(({ bar: { c, t } }) => ({ at: t + 1_000, row: rowOf(c, t + 1_000) })),
    )

/**
 * Topics of the hosts `business` and `launchpad` but its bars. Values are synthetic: they are the last prices of
 * seconds.
 */
export const ofHosts = (read: Read, unit = 1) => ({
  fairMarketValues: values(read, (fmv, at) => ({ fmv, t: at * unit })),
  launchpadValues: values(read, (val, at) => ({ val, t: at * unit })),
})
