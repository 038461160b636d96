/**
 * Numbers and times of a chart as texts.
 *
 * @module
 */

const date = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
})
const minutes = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
})

const wholeSeconds = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
})

const dayOfMonth = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" })

/** Formats the day of a chart's time (milliseconds in the market's local time), without its year: `Jun 30`. */
export const day = (time: number): string => dayOfMonth.format(time)

/**
 * Formats a chart's time (milliseconds in the market's local time), with or without the time of
 * day: `Mon, Jun 30, 2025 15:59`.
 */
export const time = (time: number, withMinutes: boolean): string =>
  withMinutes ? `${date.format(time)} ${minutes.format(time)}` : date.format(time)

/** Formats the time of day of a chart's time (milliseconds in the market's local time): `15:59:30`. */
export const seconds = (time: number): string => wholeSeconds.format(time)

type Sign = "negative" | "exceptZero"

const fixed = (value: number, decimals: number, signDisplay: Sign) =>
  value
    .toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay })
    .replace("-", "−")

/** Formats a price with fixed decimals: `1,234.50`, `−0.25`. Values that round to zero have no sign. */
export const price = (value: number, decimals: number): string => fixed(value, decimals, "negative")

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 })

/** Formats a volume in few digits: `44.72M`. */
export const volume = (value: number): string => compact.format(value)

/** Formats a change with its sign, also in percent: `−3.26 (−1.72%)`. */
export const change = (from: number, to: number, decimals: number): string => {
  const by = to - from
  const percent = from === 0 ? 0 : (by / from) * 100
  return `${fixed(by, decimals, "exceptZero")} (${fixed(percent, 2, "exceptZero")}%)`
}

const decimalsOf = (value: number) => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0

/** Returns the maximum number of decimals among prices, at least 2. */
export const decimals = (prices: ReadonlyArray<number>): number => Math.max(2, ...prices.map(decimalsOf))
