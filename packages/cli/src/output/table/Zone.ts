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

/** Market of a service's instruments; `undefined` when it has several. */
export const marketOfService = (name: string): Market.Market | undefined => markets[name]

/** Market of an endpoint: that of its tickers, or of its service. `undefined` when it serves several. */
export const marketOf = ({ name, wireParams }: Endpoint.Any): Market.Market | undefined => {
  const tickers = Object.values(wireParams).flatMap(({ kind }) => (kind._tag === "Ticker" ? [kind.market] : []))
  const [market = "any"] = tickers
  return markets[market === "any" ? name.split(".")[0]! : market]
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

/** Digits of a text's fraction of a second. */
const fractionOf = (text: string) => /\.(\d+)/.exec(text)?.[1] ?? ""

/** Epoch milliseconds of an instant, rounded down, and the six digits of nanoseconds that follow them. */
const partsOf = (value: unknown): { readonly millis: number; readonly nanos: string } => {
  if (typeof value === "bigint") {
    const rest = ((value % 1_000_000n) + 1_000_000n) % 1_000_000n
    return { millis: Number((value - rest) / 1_000_000n), nanos: String(rest).padStart(6, "0") }
  }
  if (typeof value !== "string") return { millis: typeof value === "number" ? Math.floor(value) : NaN, nanos: "000000" }
  const fraction = fractionOf(value)
  return {
    millis: Date.parse(value.replace(/(\.\d{3})\d+/, "$1")),
    nanos: fraction.slice(3).padEnd(6, "0"),
  }
}

/** Epoch milliseconds of an instant in one of the forms that {@link read} knows, rounded down. */
export const millisOf = (value: unknown): number => partsOf(value).millis

/**
 * Reads epoch milliseconds, epoch nanoseconds as a `bigint`, or a date-time of RFC 3339; `undefined` for anything else,
 * and for a text with more than nine decimals of a second, which would be cut off.
 */
export const read = (value: unknown, zone: TimeZone.Zone): ZonedInstant | undefined => {
  const { millis, nanos } = partsOf(value)
  const local = millis + (Number.isNaN(millis) ? 0 : TimeZone.offsetAt(zone, millis))
  // protects: No digit of an instant is cut off in silence.
  // mutant: "keep all decimals of an instant": nanos.length > 6 → false
  if (!(Math.abs(local) <= range) || nanos.length > 6) return undefined
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
