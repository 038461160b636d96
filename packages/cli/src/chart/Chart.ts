/**
 * Contents of a chart, before it is drawn.
 *
 * @module
 */
import { nameOf } from "../output/table/Zone.js"
import type { Candle } from "@candela/market/Candles"
import type { Timespan } from "@candela/market/Timespan"
import type { Zone } from "@candela/market/TimeZone"
import type { NumberFormatters } from "./Numbers.js"

/** A chart. */
export interface Chart {
  /** Ticker of the chart. */
  readonly ticker: string
  /** Unit of its bars. */
  readonly timespan: Timespan
  /** Number of timespans in a bar. */
  readonly multiplier: number
  /** First date of the range, `yyyy-mm-dd`. */
  readonly from: string
  /** Last date of the range. */
  readonly to: string
  /** Zone of its times. */
  readonly zone: Zone
  /** Bars, at least one, in ascending order of time. */
  readonly candles: ReadonlyArray<Candle>
  /** Last close before the range; the first open when unknown. */
  readonly base: number
  /** Format of prices. */
  readonly format: NumberFormatters
  /** Whether older bars of the range were left out. */
  readonly isCut: boolean
  /** Whether the prices are from the sandbox. */
  readonly isSynthetic: boolean
}

/** The size of bars in words: `Day bars`, `5-minute bars`. */
export const size = ({ multiplier, timespan }: Pick<Chart, "multiplier" | "timespan">): string =>
  multiplier === 1 ? `${timespan[0]!.toUpperCase()}${timespan.slice(1)} bars` : `${multiplier}-${timespan} bars`

/** The zone in words: `New York time`. */
export const zone = ({ zone }: Pick<Chart, "zone">): string => (zone === "UTC" ? zone : `${nameOf(zone)} time`)

/** The range in words: `2024-06-28 to 2025-06-30`, or the one day. */
export const range = ({ candles, from, isCut, to }: Chart): string =>
  isCut
    ? `the newest ${candles.length.toLocaleString("en-US")} bars up to ${to}`
    : from === to
      ? from
      : `${from} to ${to}`

/** Whether bars are shorter than a day, so that their time of day matters. */
export const isIntraday = ({ timespan }: Pick<Chart, "timespan">): boolean =>
  timespan === "second" || timespan === "minute" || timespan === "hour"
