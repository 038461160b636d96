/**
 * Reader of the base data of futures bars: seconds for bars of seconds, minutes for those of
 * minutes and hours, sessions for the rest.
 *
 * Data at or after `visible` are invisible. A minute becomes visible at its end. A completed session
 * is read from its stored row; before that, it is combined from its minutes so far. It has no
 * settlement price then, except that the calendar's windows use that of the last session before it.
 *
 * @module
 */
import type { Unit } from "@candela/futures/Resolution"
import { futures } from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { Effect } from "effect"
import { secondsOf } from "../bars/Seconds.js"
import { productOf } from "./contracts.js"
import { combine, type Trades } from "./trades.js"
import { type RowRange, readTable } from "../../store/readTable.js"
import { mapInTurns } from "../../store/turns.js"
import { round } from "../../numbers/Rounding.js"
import type { Store, StoreError } from "../../store/Store.js"

/** Base of bars: the trades of a second, a minute or a session. */
export interface Base extends Trades {
  /** Instant (epoch milliseconds) that determines its window. */
  readonly t: number
  /** Settlement price of a session; an open session within a longer bar has that of the last settled one. */
  readonly settlement?: number
}

/** Part of the requested range. */
export interface FuturesRows {
  /** Rows in the order of the range. */
  readonly rows: ReadonlyArray<Base>
  /** Rest of the range; absent when all has been read. */
  readonly rest?: RowRange
}

/** Reads a part of a range: about as many rows as its limit. */
export type ReadBatch = (range: RowRange) => Effect.Effect<FuturesRows, StoreError, Store>

/** Ticker of the bars, and the end of the visible data (epoch milliseconds). */
export interface FuturesSource {
  readonly ticker: string
  readonly visible: number
}

const minute = 60_000

const columns = { t: "t::DOUBLE", o: "o", h: "h", l: "l", c: "c", v: "v::DOUBLE", dv: "dv", n: "n::DOUBLE" }

const toBase = ({ c, dv, h, l, n, o, t, v }: Store.Columns<Omit<Base, "settlement">>, row: number) => ({
  t: t[row]!,
  o: o[row]!,
  h: h[row]!,
  l: l[row]!,
  c: c[row]!,
  v: v[row]!,
  dv: dv[row]!,
  n: n[row]!,
})

const readMinuteTable = readTable("futures_minute_bars", columns, toBase)
const readSessionTable = readTable(
  "futures_session_bars",
  { ...columns, settlement: "settlement" },
  (lists: Store.Columns<Required<Base>>, row) => ({ ...toBase(lists, row), settlement: lists.settlement[row]! }),
)

/** Rest of a range after its rows up to the one at `last`. */
const after = (range: RowRange, last: number): RowRange =>
  range.sort === "asc" ? { ...range, from: last + 1 } : { ...range, to: last }

const batch = (rows: ReadonlyArray<Base>, range: RowRange): FuturesRows =>
  rows.length < range.limit ? { rows } : { rows, rest: after(range, rows.at(-1)!.t) }

/** Reads the visible minutes of a range of their starts. */
export const minutesIn = ({ ticker, visible }: FuturesSource, range: RowRange) =>
  readMinuteTable(ticker, { ...range, to: Math.min(range.to, Math.floor(visible) - minute + 1) })

const readMinutes =
  (source: FuturesSource): ReadBatch =>
  (range) =>
    Effect.map(minutesIn(source, range), (rows) => batch(rows, range))

/**
 * Seconds of a minute. They add up to it exactly, including price times size: each has the same relative height
 * between the values at its lowest and at its highest price, and rounding errors carry over to the next second.
 */
export const secondsOfMinute = (whole: Base, ticks?: number): ReadonlyArray<Base> => {
  const seconds = secondsOf({ ...whole, vw: whole.dv / whole.v }, futures.decimals, ticks)
  const lowest = seconds.reduce((sum, { l, v }) => sum + v * l, 0)
  const highest = seconds.reduce((sum, { h, v }) => sum + v * h, 0)
  const height = highest > lowest ? Math.min(Math.max((whole.dv - lowest) / (highest - lowest), 0), 1) : 0
  let exact = 0
  let given = 0
  return seconds.map(({ c, h, l, n, o, t, v }, index) => {
    exact += v * (l + height * (h - l))
    const until = index === seconds.length - 1 ? whole.dv : round(exact, futures.decimals)
    const dv = round(until - given, futures.decimals)
    given = until
    return { t, o, h, l, c, v, dv, n: n! }
  })
}

/** Number of minutes whose seconds are derived in a turn of the event loop. */
const minutesPerTurn = 250

/** Minimum number of seconds with trades in most minutes. */
const secondsOfUsualMinute = 20

const readSeconds = (source: FuturesSource): ReadBatch => {
  const ticks = productOf(source.ticker)?.ticks
  const secondsIn = (whole: Base) => secondsOfMinute(whole, ticks)
  return (range) =>
    Effect.gen(function* () {
      const limit = Math.ceil(range.limit / secondsOfUsualMinute)
      const minutes = yield* minutesIn(source, { ...range, from: range.from - minute + 1, limit })
      const seconds = yield* mapInTurns(minutes, minutesPerTurn, (whole) =>
        range.sort === "asc" ? secondsIn(whole) : [...secondsIn(whole)].reverse(),
      )
      const rows = seconds.flat().filter(({ t }) => t >= range.from && t < range.to)
      if (minutes.length < limit) return { rows }
      const last = minutes.at(-1)!.t
      return { rows, rest: after(range, range.sort === "asc" ? last + minute - 1 : last) }
    })
}

/** Reads sessions, each at its opening; or, for the calendar's windows, at midnight of its trading date. */
const readSessions = (source: FuturesSource, at: "opening" | "midnight"): ReadBatch => {
  const { ticker, visible } = source
  const { close, open } = futures.session
  const shift = at === "opening" ? 0 : -open * minute
  const day = Session.dayOf(futures, visible)
  const opening = Session.open(futures, day)
  const isOpen = visible < Session.close(futures, day)

  const inProgress = ({ from, sort, to }: RowRange) =>
    Effect.gen(function* () {
      if (!isOpen || opening + shift < from || opening + shift >= to) return []
      const minutes = yield* minutesIn(source, { from: opening, to: visible, sort, limit: Number.MAX_SAFE_INTEGER })
      const ascending = sort === "asc" ? minutes : [...minutes].reverse()
      if (ascending.length === 0) return []
      const session: Base = { t: opening + shift, ...combine(ascending) }
      if (at === "opening") return [session]
      const [settled] = yield* readSessionTable(ticker, { from: 0, to: opening, sort: "desc", limit: 1 })
      return [settled === undefined ? session : { ...session, settlement: settled.settlement }]
    })

  return (range) =>
    Effect.gen(function* () {
      // A session is completed at its close.
      const to = Math.min(range.to - shift, Math.floor(visible) - (close - open) * minute + 1)
      const stored = yield* readSessionTable(ticker, { ...range, from: range.from - shift, to })
      const whole = stored.map((session) => ({ ...session, t: session.t + shift }))
      const current = yield* inProgress(range)
      const rows = range.sort === "asc" ? [...whole, ...current] : [...current, ...whole]
      return stored.length < range.limit
        ? { rows }
        : { rows: rows.slice(0, range.limit), rest: after(range, rows[range.limit - 1]!.t) }
    })
}

/** Returns the reader of the base data of a unit's bars. */
export const read = (source: FuturesSource, unit: Unit): ReadBatch => {
  switch (unit) {
    case "sec":
      return readSeconds(source)
    case "min":
    case "hour":
      return readMinutes(source)
    case "session":
      return readSessions(source, "opening")
    default:
      return readSessions(source, "midnight")
  }
}
