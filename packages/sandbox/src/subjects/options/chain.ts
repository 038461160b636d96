import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { previousSession, session } from "@candela/market/Calendar"

/** Expiration date of contracts. */
export interface Expiration {
  readonly date: string
  /** Day on which the first contracts are listed. */
  readonly listed: string
}

const friday = 5
/** 1970-01-01 was a Thursday. */
const weekday = (day: number) => (day + 4) % 7

/** Listing period of contracts in days: for a month's third Friday, and for other weeks. */
const monthlyLife = 91
const weeklyLife = 14

/** Expiration on a Friday, or on the last session before it when the market is closed. */
const expirationOf = (day: number): Expiration => {
  const date = dateOfDay(day)
  const dayOfMonth = Number(date.slice(8))
  const isThird = dayOfMonth > 14 && dayOfMonth <= 21
  return {
    date: session(date) === undefined ? previousSession(date).date : date,
    listed: dateOfDay(day - (isThird ? monthlyLife : weeklyLife)),
  }
}

/** Expirations of the contracts listed on a date, in order. */
export const expirations = (today: string): ReadonlyArray<Expiration> => {
  const first = dayNumber(today)
  return Array.from({ length: monthlyLife + 1 }, (_, index) => first + index)
    .filter((day) => weekday(day) === friday)
    .map(expirationOf)
    .filter(({ date, listed }) => date >= today && listed <= today)
}

/** Days before a date whose expired contracts are still known. */
const remembered = 365

/** Expirations before a date, in order: of the last year, of contracts listed since `from`. */
export const pastExpirations = (from: string, today: string): ReadonlyArray<Expiration> => {
  const last = dayNumber(today)
  return Array.from({ length: remembered }, (_, index) => last - remembered + index)
    .filter((day) => weekday(day) === friday)
    .map(expirationOf)
    .filter(({ date, listed }) => date < today && listed >= from)
}

/** Number of listed strikes on each side of the price. */
const reach = 4

/** Strikes around a price, ascending. */
export const strikes = (price: number, step: number): ReadonlyArray<number> => {
  const middle = Math.round(price / step)
  return Array.from({ length: 2 * reach + 1 }, (_, index) => (middle + index - reach) * step).filter(
    (strike) => strike > 0,
  )
}

/**
 * Contract ticker by the Options Clearing Corporation's rule: root, date, call or put, and
 * thousandths of the strike in eight digits.
 */
export const tickerOf = (root: string, date: string, type: "call" | "put", strike: number): string =>
  `O:${root}${date.slice(2).replaceAll("-", "")}${type === "call" ? "C" : "P"}${String(Math.round(strike * 1000)).padStart(8, "0")}`
