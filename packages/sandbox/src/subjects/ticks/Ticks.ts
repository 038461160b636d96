/**
 * Pages of ticks (trades and quotes), which are derived from minutes: the tables hold none.
 *
 * A minute's ticks depend on the minute alone and lie within it. A minute becomes visible at its end, and so do they.
 *
 * @module
 */
import type { Direction } from "@candela/core/declare/Param"
import type { Market } from "@candela/market/Market"
import * as TimestampRange from "@candela/market/TimestampRange"
import { Effect } from "effect"
import type { Conflict } from "@candela/core/MarketDataError"
import { ByteWriter } from "../../json/ByteWriter.js"
import * as Cursor from "../../query/Cursor.js"
import type { Context } from "../../query/Context.js"
import type { RowRange } from "../../store/readTable.js"
import type { Store, StoreError } from "../../store/Store.js"
import { turn } from "../../store/turns.js"

/** A tick. */
export interface Tick {
  /** Time, whole epoch milliseconds. */
  readonly ms: number
  /** Nanoseconds after it, 0 to 999,999. */
  readonly nanos: number
  /** Place in the order of the day, ascending: ticks of one instant are in this order. */
  readonly sequence: number
}

/** The minutes of an instrument, and their ticks. */
export interface TickSource<Minute extends { readonly t: number }, T extends Tick> {
  /** Reads the visible minutes of a range of their starts. */
  readonly read: (range: RowRange) => Effect.Effect<ReadonlyArray<Minute>, StoreError, Store>
  /** Derives the ticks of a minute, in the order of time. */
  readonly derive: (minute: Minute) => ReadonlyArray<T>
}

/** Part of the requested ticks. */
export interface TickPage<T extends Tick> {
  /** The ticks, in the order of the request. */
  readonly ticks: ReadonlyArray<T>
  /** Start of the next page; `undefined` on the last one. */
  readonly next: { readonly after: ReadonlyArray<Cursor.Value> } | undefined
}

/** Request for ticks. */
export interface TickRequest extends TimestampRange.Filters<"timestamp", bigint> {
  readonly direction: Direction
  readonly limit: number
}

const minute = 60_000
const nanosOfMilli = 1_000_000n

/** Returns the time of a tick, epoch nanoseconds. */
export const nanosOf = ({ ms, nanos }: Pick<Tick, "ms" | "nanos">): bigint => BigInt(ms) * nanosOfMilli + BigInt(nanos)

/** Writes the time of a tick as JSON: the digits of its epoch nanoseconds. */
export const writeNanos = (writer: ByteWriter, ms: number, nanos: number): void => {
  writer.digits(ms, 1)
  writer.digits(nanos, 6)
}

/** An instant as milliseconds and nanoseconds, and the place of a tick at this instant. */
const positionOf = (instant: bigint, sequence: number): Tick => {
  const nanos = ((instant % nanosOfMilli) + nanosOfMilli) % nanosOfMilli
  return { ms: Number((instant - nanos) / nanosOfMilli), nanos: Number(nanos), sequence }
}

const compare = (one: Tick, other: Tick): number =>
  one.ms - other.ms || one.nanos - other.nanos || one.sequence - other.sequence

/** Minutes read first, while their number of ticks is unknown, and at most. */
const firstMinutes = 8
const mostMinutes = 2_000

/** Ticks derived in a turn of the event loop. */
const ticksPerTurn = 5_000

/** Reads a page of ticks. */
export const page = <Minute extends { readonly t: number }, T extends Tick>(
  { derive, read }: TickSource<Minute, T>,
  { zone }: Market,
  { direction, limit, ...filters }: TickRequest,
  { after, endpoint, history }: Context,
): Effect.Effect<TickPage<T>, StoreError | Conflict, Store> =>
  Effect.gen(function* () {
    const asked = TimestampRange.interval(filters, "timestamp", TimestampRange.nanoseconds, zone)
    const [least, most] = [positionOf(asked.first, -1), positionOf(asked.last, Number.MAX_SAFE_INTEGER)]
    const ascending = direction === "asc"
    if (after !== undefined && !(typeof after[0] === "bigint" && typeof after[1] === "number")) {
      return yield* Cursor.refused(endpoint)
    }
    const position = after && positionOf(after[0] as bigint, after[1] as number)
    // The ticks after `low` and before `high`.
    const low = ascending && position !== undefined && compare(position, least) > 0 ? position : least
    const high = !ascending && position !== undefined && compare(position, most) < 0 ? position : most
    const ticks: Array<T> = []
    let from = Math.max(low.ms, history ?? low.ms) - minute + 1
    let to = high.ms + 1
    let count = firstMinutes
    let known = 0
    let derived = 0
    while (from < to && ticks.length <= limit) {
      const minutes = yield* read({ from, to, sort: direction, limit: count })
      for (const bar of minutes) {
        const all = derive(bar)
        derived += all.length
        for (let index = 0; index < all.length; index++) {
          const tick = all[ascending ? index : all.length - 1 - index]!
          if (compare(tick, low) > 0 && compare(tick, high) < 0 && tick.ms >= (history ?? tick.ms)) ticks.push(tick)
        }
        if (ticks.length > limit) break
        if (derived > ticksPerTurn) {
          derived = 0
          yield* turn
        }
      }
      if (minutes.length < count) break
      known += minutes.length
      if (ascending) from = minutes.at(-1)!.t + 1
      else to = minutes.at(-1)!.t
      const perMinute = Math.max(1, ticks.length / known)
      count = Math.min(mostMinutes, Math.ceil((limit + 1 - ticks.length) / perMinute) + 2)
    }
    const shown = ticks.length > limit ? ticks.slice(0, limit) : ticks
    const last = shown.at(-1)
    const hasNext = ticks.length > shown.length && last !== undefined
    return { ticks: shown, next: hasNext ? { after: [nanosOf(last), last.sequence] } : undefined }
  })

/** Writes a tick as JSON. */
export type WriteTick<T> = (writer: ByteWriter, tick: T) => void

/** Makes a writer of the texts of ticks: for markets that trade little. */
export const writing =
  <T>(textOf: (tick: T) => string): WriteTick<T> =>
  (writer, tick) =>
    writer.ascii(textOf(tick))

/** Returns the time of a tick as JSON: the digits of its epoch nanoseconds. */
export const nanosText = (ms: number, nanos: number): string => `${ms}${String(nanos).padStart(6, "0")}`

/** Returns the bytes of a text of JSON between values. */
export const key = (text: string): Uint8Array => Buffer.from(text)

/** Ticks written in a turn of the event loop. */
const writtenPerTurn = 10_000

/** Maximum length of a tick in bytes: of sixteen fields. */
const longest = 1_024

/** Writes ticks as the JSON of an array. */
export const json = <T>(ticks: ReadonlyArray<T>, write: WriteTick<T>): Effect.Effect<string> =>
  Effect.gen(function* () {
    const parts: Array<string> = []
    for (let index = 0; index < ticks.length; index += writtenPerTurn) {
      if (index > 0) yield* turn
      const end = Math.min(ticks.length, index + writtenPerTurn)
      const writer = new ByteWriter((end - index) * longest)
      for (let at = index; at < end; at++) {
        if (at > index) writer.byte(44)
        write(writer, ticks[at]!)
      }
      parts.push(writer.text())
    }
    return `[${parts.join(",")}]`
  })
