/**
 * Ranges of time that a chart shows: back from the service's present, or between two dates.
 *
 * @module
 */
import type { Market } from "@candela/market/Market"
import { dateOf, dateOfDay, dayNumber, dayOf } from "@candela/market/TimeZone"

/** The ranges that end at the present, from the shortest. `All` begins with the endpoint's first records. */
export const names = ["1D", "5D", "1M", "6M", "1Y", "All"] as const

/** The name of a range that ends at the present. */
export type Name = (typeof names)[number]

/** A range: a name, or two dates, both inclusive: `2025-01-02..2025-03-31`. */
export type Range = Name | `${string}..${string}`

/** First and last day, `yyyy-mm-dd`, both inclusive. */
export interface Dates {
  readonly from: string
  readonly to: string
}

const exact = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** Whether a range ends at the present. */
export const isName = (text: string): text is Name => (names as ReadonlyArray<string>).includes(text)
const isDate = (text: string) => !Number.isNaN(dayNumber(text)) && dateOfDay(dayNumber(text)) === text

/** Reads a range; `undefined` where a text is none. */
export const parse = (text: string): Range | undefined => {
  if (isName(text)) return text
  const [, from, to] = exact.exec(text) ?? []
  return from && to && isDate(from) && isDate(to) && from <= to ? `${from}..${to}` : undefined
}

/** The day so many months before another, or the last of its month where that is shorter. */
const monthsBefore = (day: number, months: number): number => {
  const [year, month, date] = dateOfDay(day).split("-").map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return Date.UTC(year, month - 1 - months, Math.min(date, last)) / 86_400_000
}

/** The last of some days up to a day on which a market trades. */
const tradingDaysBefore = ({ weekdays }: Market, day: number, count: number): number => {
  const trades = weekdays.includes((((day + 4) % 7) + 7) % 7)
  if (trades && count === 1) return day
  return tradingDaysBefore({ weekdays } as Market, day - 1, trades ? count - 1 : count)
}

/** The date so many days before another. */
export const daysBefore = (date: string, count: number): string => dateOfDay(dayNumber(date) - count)

/** The dates that a range means in a market. `first` is the date of the first records, `now` the present in epoch milliseconds. */
export const dates = (range: Range, market: Market, now: number, first: string): Dates => {
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
      case "6M":
        return dateOfDay(monthsBefore(today, 6))
      case "1Y":
        return dateOfDay(monthsBefore(today, 12))
      case "All":
        return first
    }
  }
  return { from: begin(), to: dateOf(market.zone, now) }
}

/** About how many days of trading a range holds. */
const days: Readonly<Record<Name, number>> = { "1D": 1, "5D": 5, "1M": 21, "6M": 126, "1Y": 252, All: 5500 }

/** About how many bars of a size a day of trading has. */
const barsOfDay = {
  minute: 960,
  hour: 16,
  day: 1,
  week: 1 / 5,
  month: 1 / 21,
  quarter: 1 / 63,
  year: 1 / 252,
} as const

/** The sizes of bars. */
type Size = keyof typeof barsOfDay

/** Whether a range has as many bars of a size as make a chart: neither a handful nor more than can be told apart. */
export const fits = (range: Range, size: Size): boolean => {
  if (!isName(range)) return true
  const bars = days[range] * barsOfDay[size]
  return bars >= 4 && bars <= 10_000
}

const sizes = Object.keys(barsOfDay) as ReadonlyArray<Size>

/** The value of a list that is nearest to one of them and passes a test. */
const nearest = <T>(values: ReadonlyArray<T>, from: T, passes: (value: T) => boolean): T => {
  const at = values.indexOf(from)
  const distance = (value: T) => Math.abs(values.indexOf(value) - at)
  return values.filter(passes).reduce((best, value) => (distance(value) < distance(best) ? value : best))
}

/** The range nearest to this one that fits bars of a size. */
export const forSize = (range: Range, size: Size): Range =>
  isName(range) ? nearest(names, range, (range) => fits(range, size)) : range

/** The size of bars nearest to this one that fits a range. */
export const sizeFor = (range: Range, size: Size): Size => nearest(sizes, size, (size) => fits(range, size))
