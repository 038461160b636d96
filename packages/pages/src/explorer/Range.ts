/**
 * Time ranges of a chart: back from the service's current time, or between two dates.
 *
 * @module
 */
import type { Market } from "@candela/market/Market"
import { dateOf, dateOfDay, dayNumber, dayOf } from "@candela/market/TimeZone"

/** Names of the ranges that end at the present, shortest first. `All` begins with the endpoint's first records. */
export const names = ["1D", "5D", "1M", "3M", "6M", "YTD", "1Y", "All"] as const

/** Name of a range that ends at the present. */
export type Name = (typeof names)[number]

/** Range: a name, or two dates, both inclusive: `2025-01-02..2025-03-31`. */
export type ChartRange = Name | `${string}..${string}`

/** First and last day, `yyyy-mm-dd`, both inclusive. */
export interface Dates {
  readonly from: string
  readonly to: string
}

const exact = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** Whether a range ends at the present. */
export const isName = (text: string): text is Name => (names as ReadonlyArray<string>).includes(text)
const isDate = (text: string) => !Number.isNaN(dayNumber(text)) && dateOfDay(dayNumber(text)) === text

/** Parses a range; `undefined` for other texts. */
export const parse = (text: string): ChartRange | undefined => {
  if (isName(text)) return text
  const [, from, to] = exact.exec(text) ?? []
  return from && to && isDate(from) && isDate(to) && from <= to ? `${from}..${to}` : undefined
}

/** Returns the day a number of months before another, or the last day of a shorter month. */
const monthsBefore = (day: number, months: number): number => {
  const [year, month, date] = dateOfDay(day).split("-").map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return Date.UTC(year, month - 1 - months, Math.min(date, last)) / 86_400_000
}

/** Returns the `count`-th trading day back from a day, which counts itself if the market trades on it. */
const tradingDaysBefore = ({ weekdays }: Market, day: number, count: number): number => {
  const trades = weekdays.includes((((day + 4) % 7) + 7) % 7)
  if (trades && count === 1) return day
  return tradingDaysBefore({ weekdays } as Market, day - 1, trades ? count - 1 : count)
}

/** Returns the date a number of days before another. */
export const daysBefore = (date: string, count: number): string => dateOfDay(dayNumber(date) - count)

/**
 * Returns the dates of a range in a market. `first` is the date of the first records, `now` the
 * current time in epoch milliseconds.
 */
export const dates = (range: ChartRange, market: Market, now: number, first: string): Dates => {
  if (!isName(range)) {
    const [from, to] = range.split("..") as [string, string]
    return { from, to }
  }
  const today = dayOf(market.zone, now)
  const begin = (): string => {
    switch (range) {
      case "1D":
        return dateOfDay(tradingDaysBefore(market, today, 1))
      case "5D":
        return dateOfDay(tradingDaysBefore(market, today, 5))
      case "1M":
        return dateOfDay(monthsBefore(today, 1))
      case "3M":
        return dateOfDay(monthsBefore(today, 3))
      case "6M":
        return dateOfDay(monthsBefore(today, 6))
      case "YTD":
        return `${dateOfDay(today).slice(0, 4)}-01-01`
      case "1Y":
        return dateOfDay(monthsBefore(today, 12))
      case "All":
        return first
    }
  }
  return { from: begin(), to: dateOf(market.zone, now) }
}

/** Approximate number of trading days in a range; that of a year so far is the most that it can have. */
const days: Readonly<Record<Name, number>> = {
  "1D": 1,
  "5D": 5,
  "1M": 21,
  "3M": 63,
  "6M": 126,
  YTD: 252,
  "1Y": 252,
  All: 5500,
}

/** Approximate number of bars of a size per trading day. */
const barsOfDay = {
  minute: 960,
  "5minute": 192,
  "15minute": 64,
  "30minute": 32,
  hour: 16,
  "4hour": 4,
  day: 1,
  week: 1 / 5,
  month: 1 / 21,
  quarter: 1 / 63,
  year: 1 / 252,
} as const

/** Size of bars. */
type Size = keyof typeof barsOfDay

/** Whether a range has a suitable number of bars of a size for a chart: neither too few nor too many to distinguish. */
export const fits = (range: ChartRange, size: Size): boolean => {
  if (!isName(range)) return true
  const bars = days[range] * barsOfDay[size]
  return bars >= 4 && bars <= 10_000
}

/** Size of the bars of a range, whatever size was shown before. */
const usualSizes: Readonly<Record<Name, Size>> = {
  "1D": "minute",
  "5D": "5minute",
  "1M": "30minute",
  "3M": "hour",
  "6M": "day",
  YTD: "day",
  "1Y": "day",
  All: "day",
}

/** Range of bars of a size that do not fit the shown one: the longest range in which they are usual, or fit. */
const usualRanges: Readonly<Record<Size, Name>> = {
  minute: "1D",
  "5minute": "5D",
  "15minute": "1M",
  "30minute": "1M",
  hour: "3M",
  "4hour": "6M",
  day: "1Y",
  week: "1Y",
  month: "All",
  quarter: "All",
  year: "All",
}

/** Returns the range for bars of a size: the shown one if it fits. */
export const forSize = (range: ChartRange, size: Size): ChartRange => (fits(range, size) ? range : usualRanges[size])

/** Returns the size of bars for a range that is chosen. */
export const sizeFor = (range: Name): Size => usualSizes[range]
