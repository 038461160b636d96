/**
 * Instants in the form for people of a market.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Market from "@candela/market/Market"
import * as TimeZone from "@candela/market/TimeZone"

const markets: Readonly<Record<string, Market.Market | undefined>> = {
  stocks: Market.stocks,
  options: Market.stocks,
  indices: Market.stocks,
  forex: Market.forex,
  crypto: Market.crypto,
  futures: Market.futures,
}

/** Market of an endpoint: that of its tickers, or of its service. `undefined` when it serves several. */
export const marketOf = ({ name, wireParams }: Endpoint.Any): Market.Market | undefined => {
  const tickers = Object.values(wireParams).flatMap(({ kind }) => (kind._tag === "Ticker" ? [kind.market] : []))
  return tickers[0] === "any" ? undefined : markets[tickers[0] ?? name.split(".")[0]!]
}

/** Name of a zone in a heading: `New York`. */
export const nameOf = (zone: TimeZone.Zone): string => zone.slice(zone.indexOf("/") + 1).replaceAll("_", " ")

/** Precision of an instant: the day, the minute, the second, milliseconds, nanoseconds. */
export type Precision = 0 | 1 | 2 | 3 | 4

/** Number of characters of each precision. */
const lengths = [10, 16, 19, 23, 29] as const

/** Instant with all its digits in a zone's time, and the coarsest precision that loses nothing. */
export interface ZonedInstant {
  /** `2025-06-02 09:30:00.000000000`. */
  readonly text: string
  /** Coarsest precision without a loss. */
  readonly precision: Precision
}

const range = 8_640_000_000_000_000

/**
 * Reads epoch milliseconds, epoch nanoseconds as a `bigint`, or a date-time of RFC 3339; `undefined` for anything else.
 */
export const read = (value: unknown, zone: TimeZone.Zone): ZonedInstant | undefined => {
  const millis =
    typeof value === "bigint"
      ? Number(value / 1_000_000n)
      : typeof value === "string"
        ? Date.parse(value)
        : typeof value === "number"
          ? Math.floor(value)
          : Number.NaN
  const local = millis + (Number.isNaN(millis) ? 0 : TimeZone.offsetAt(zone, millis))
  if (!(Math.abs(local) <= range)) return undefined
  const nanos =
    typeof value === "bigint"
      ? String(value % 1_000_000n)
          .replace("-", "")
          .padStart(6, "0")
      : "000000"
  const text = new Date(local).toISOString().replace("T", " ").replace("Z", nanos)
  const [, , time = ""] = /^(\S+) (\S+)$/.exec(text) ?? []
  const precision = /[1-9]/.test(nanos)
    ? 4
    : /\.(?!000)/.test(time)
      ? 3
      : !time.startsWith("00", 6)
        ? 2
        : time.startsWith("00:00")
          ? 0
          : 1
  return { text, precision }
}

/** Formats an instant in its column's precision, or more finely where that would lose something. */
export const format = ({ precision, text }: ZonedInstant, least: Precision): string =>
  text.slice(0, text.length - lengths[4] + lengths[Math.max(precision, least) as Precision])
