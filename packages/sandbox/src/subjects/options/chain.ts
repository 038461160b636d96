import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { previousSession, session } from "@candela/market/Calendar"

/** A day on which contracts expire. */
export interface Expiration {
  readonly date: string
  /** The day on which the first contracts are listed. */
  readonly listed: string
}

const friday = 5
/** 1970-01-01 was a Thursday. */
const weekday = (day: number) => (day + 4) % 7

/** How many days before they expire contracts are listed: those of a month's third Friday, and those of other weeks. */
const monthlyLife = 91
const weeklyLife = 14

/** The Friday, or the last session before it where the market is closed. */
const expirationOf = (day: number): Expiration => {
  const date = dateOfDay(day)
  const dayOfMonth = Number(date.slice(8))
  const isThird = dayOfMonth > 14 && dayOfMonth <= 21
  return {
    date: session(date) === undefined ? previousSession(date).date : date,
    listed: dateOfDay(day - (isThird ? monthlyLife : weeklyLife)),
  }
}

/** The expirations of the contracts that are listed on a date, in their order. */
export const expirations = (today: string): ReadonlyArray<Expiration> => {
  const first = dayNumber(today)
  return Array.from({ length: monthlyLife + 1 }, (_, index) => first + index)
    .filter((day) => weekday(day) === friday)
    .map(expirationOf)
    .filter(({ date, listed }) => date >= today && listed <= today)
}

/** So many strikes are listed on each side of the price. */
const reach = 4

/** The strikes around a price, ascending. */
export const strikes = (price: number, step: number): ReadonlyArray<number> => {
  const middle = Math.round(price / step)
  return Array.from({ length: 2 * reach + 1 }, (_, index) => (middle + index - reach) * step).filter(
    (strike) => strike > 0,
  )
}

/** The ticker of a contract by the Options Clearing Corporation's rule: root, date, call or put, and thousandths of the strike in eight digits. */
export const tickerOf = (root: string, date: string, type: "call" | "put", strike: number): string =>
  `O:${root}${date.slice(2).replaceAll("-", "")}${type === "call" ? "C" : "P"}${String(Math.round(strike * 1000)).padStart(8, "0")}`
