import { dateOfDay, dayMillis, offsetAt } from "@candela/market/TimeZone"

const hour = 3_600_000
const week = 7 * dayMillis
/** New York's week of trading, in milliseconds since Sunday's midnight: Sunday 17:00 to Friday 17:00. */
const opening = 17 * hour
const closing = 5 * dayMillis + 17 * hour
/** 1970 began on a Thursday. */
const thursday = 4 * dayMillis

/** Milliseconds since midnight of New York's Sunday. */
const ofWeek = (instant: number) => {
  const local = instant + offsetAt("America/New_York", instant) + thursday
  return local - Math.floor(local / week) * week
}

/**
 * Whether national currencies trade at an instant (epoch milliseconds): they close from Friday
 * 17:00 to Sunday 17:00 New York.
 */
export const isForexOpen = (instant: number): boolean => {
  const time = ofWeek(instant)
  return time >= opening && time < closing
}

/** The instant itself while national currencies trade, otherwise the last close. */
export const lastForexInstant = (instant: number): number => {
  const time = ofWeek(instant)
  if (time >= closing) return instant - (time - closing)
  // Steps back to about Saturday noon: on some Sunday mornings the clock jumps.
  if (time < opening) return lastForexInstant(instant - time - 12 * hour)
  return instant
}

/** Part of a UTC day in which a pair trades, in epoch milliseconds. */
export interface TradingDay {
  /** Day number since 1970. */
  readonly day: number
  readonly date: string
  readonly midnight: number
  readonly from: number
  /** End of trading, exclusive. */
  readonly to: number
}

/**
 * Trading hours of a market on a UTC day; `undefined` on a day without trading. National currencies
 * open and close at whole hours.
 */
export const tradingDay = (market: "forex" | "crypto", day: number): TradingDay | undefined => {
  const midnight = day * dayMillis
  const date = dateOfDay(day)
  if (market === "crypto") return { day, date, midnight, from: midnight, to: midnight + dayMillis }
  const hours = Array.from({ length: 24 }, (_, index) => midnight + index * hour).filter(isForexOpen)
  return hours.length === 0 ? undefined : { day, date, midnight, from: hours[0]!, to: hours.at(-1)! + hour }
}
