/** Days of a report, or windows of bars longer than a day: their bounds and their trading hours. */
import * as Calendar from "@candela/market/Calendar"
import * as Market from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { dateOfDay, dayMillis, dayOf, startOfDay } from "@candela/market/TimeZone"
import * as Weekday from "@candela/market/Weekday"
import * as Window from "@candela/market/Window"

/** Markets by the names of their services. */
export const markets = {
  stocks: Market.stocks,
  forex: Market.forex,
  crypto: Market.crypto,
  futures: Market.futures,
} as const

export type MarketName = keyof typeof markets

/** Size of a window. */
export interface Size {
  readonly multiplier: number
  readonly unit: Window.Window["timespan"] | "session"
}

/** Trading hours of a day, in epoch milliseconds; ends are exclusive. */
export interface Hours {
  /** The regular session. */
  readonly open: number
  readonly close: number
  /** All hours in which trades can happen. */
  readonly first: number
  readonly last: number
  /** Whether the calendar knows that the market trades: forex and futures may pause on the holidays of stocks. */
  readonly certain: boolean
}

/** Day, or longer window. Instants are epoch milliseconds. */
export interface Slot {
  /** Number of the (first) day, which identifies it. */
  readonly day: number
  /** Date of that day, `yyyy-mm-dd`. */
  readonly date: string
  readonly begin: number
  /** Exclusive. */
  readonly end: number
  /** Trading hours; absent where the market is closed. */
  readonly hours: Hours | undefined
}

const hourMillis = 3_600_000

/**
 * 17:00 in New York, the start and end of the currency week. Counted back from the next midnight:
 * the clock changes on Sunday mornings.
 */
const forexBoundary = (day: number) => startOfDay("America/New_York", day + 1) - 7 * hourMillis

const whole = (open: number, close: number, certain = true): Hours => ({
  open,
  close,
  first: open,
  last: close,
  certain,
})

const isStockDay = (day: number) => Calendar.session(dateOfDay(day)) !== undefined

const hoursOf: Readonly<Record<MarketName, (day: number) => Hours | undefined>> = {
  stocks: (day) => {
    const session = Calendar.session(dateOfDay(day))
    if (session === undefined) return undefined
    const { close, midnight, open, preMarketOpen } = session
    // Late reports arrive until 20:00, even on early closes.
    return { open, close, first: preMarketOpen, last: midnight + 20 * hourMillis, certain: true }
  },
  forex: (day) => {
    const weekday = Weekday.weekday(day)
    if (weekday === Weekday.saturday) return undefined
    const midnight = day * dayMillis
    const open = weekday === Weekday.sunday ? forexBoundary(day) : midnight
    const close = weekday === Weekday.friday ? forexBoundary(day) : midnight + dayMillis
    return whole(open, close, weekday === Weekday.sunday || isStockDay(day))
  },
  crypto: (day) => whole(day * dayMillis, (day + 1) * dayMillis),
  futures: (day) =>
    Market.futures.weekdays.includes(Weekday.weekday(day))
      ? whole(Session.open(Market.futures, day), Session.close(Market.futures, day), isStockDay(day))
      : undefined,
}

/** Whether windows lie within a day: seconds, minutes and hours. */
export const isClock = ({ unit }: Size): boolean => unit !== "session" && Window.isClock(unit)

export const windowsOf = (name: MarketName, { multiplier, unit }: Size): Window.Windows =>
  unit === "session"
    ? {
        start: (instant) => Session.start(markets[name], multiplier, instant),
        next: (instant) => Session.next(markets[name], multiplier, instant),
      }
    : Window.of({ multiplier, timespan: unit, zone: markets[name].zone })

/** Years 1 to 9999: days outside them have no date. */
const earliest = -62_135_510_400_000
const latest = 253_402_214_400_000

/** Finds the slots of a market by the instants they contain. Slots are days, unless windows are longer. */
export const make = (name: MarketName, size: Size | undefined): ((epochMillis: number) => Slot) => {
  const market = markets[name]
  const isDays = size === undefined || isClock(size) || (size.multiplier === 1 && /^(day|session)$/.test(size.unit))
  const known = new Map<number, Slot>()
  const keep = (slot: Omit<Slot, "date">): Slot => {
    const kept = { ...slot, date: dateOfDay(slot.day) }
    known.set(slot.day, kept)
    return kept
  }
  const within = (instant: number) => Math.min(Math.max(instant, earliest), latest)
  if (isDays) {
    const isFutures = name === "futures"
    return (epochMillis) => {
      const instant = within(epochMillis)
      const day = isFutures ? Session.dayOf(market, instant) : dayOf(market.zone, instant)
      const begin = () => (isFutures ? Session.start(market, 1, instant) : startOfDay(market.zone, day))
      const end = () => (isFutures ? Session.next(market, 1, instant) : startOfDay(market.zone, day + 1))
      return known.get(day) ?? keep({ day, begin: begin(), end: end(), hours: hoursOf[name](day) })
    }
  }
  const windows = windowsOf(name, size)
  return (epochMillis) => {
    const begin = windows.start(within(epochMillis))
    const day = size.unit === "session" ? Session.dayOf(market, begin) : dayOf(market.zone, begin)
    const found = known.get(day)
    if (found !== undefined) return found
    const end = windows.next(begin)
    const days: Array<Hours> = []
    for (let at = day; at <= dayOf(market.zone, end - 1); at++) {
      const hours = hoursOf[name](at)
      if (hours !== undefined && hours.open < end) days.push(hours)
    }
    const hours =
      days.length === 0
        ? undefined
        : whole(
            days[0]!.open,
            days.at(-1)!.close,
            days.some(({ certain }) => certain),
          )
    return keep({ day, begin, end, hours })
  }
}
