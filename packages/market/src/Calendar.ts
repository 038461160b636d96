/**
 * Sessions of markets: their days, their opening and closing times, and the part of the day of an instant.
 *
 * | market | day | regular session | not traded |
 * | --- | --- | --- | --- |
 * | `stocks` | New York | 09:30 to 16:00, early closes 13:00 | weekends, holidays, closings by events; 1990 to 2035 |
 * | `forex` | UTC | all of the day in which pairs trade: from Sunday 17:00 to Friday 17:00 New York | Saturdays |
 * | `crypto` | UTC | all of the day | |
 * | `futures` | Chicago, from 17:00 of the evening before, to 16:00 | all of it | weekends, and three holidays |
 *
 * Stocks also trade before and after the regular session, from 04:00 to 20:00 (17:00 on early closes). The holidays of
 * futures are New Year's Day, Good Friday and Christmas; `futuresOf` knows the hours of products.
 *
 * Early closes of stocks before 1993 were at 14:00 and are not included: those days count as full days. On the other
 * holidays of stocks most futures trade for part of the session, and grains and livestock do not trade;
 * {@link futuresOf} knows that for some products, from the calendars that the exchange publishes. `futures`, for
 * products of any kind, counts these days as full days.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { stockDay } from "./internal/stockDays.js"
import { futuresEnd } from "./internal/futuresDays.js"
import { type DayHours, hoursOf } from "./internal/futuresHours.js"
import * as Market from "./Market.js"
import * as TimeZone from "./TimeZone.js"
import { dateOfDay, dayMillis, dayNumber, startOfDay } from "./TimeZone.js"
import { friday, saturday, sunday, weekday } from "./Weekday.js"

/** One day of trading. All instants are epoch milliseconds; ends are exclusive. */
export interface Session {
  /** Trading date in the market's zone, `yyyy-mm-dd`. */
  readonly date: string
  /** Midnight of the trading date in the market's zone. */
  readonly midnight: number
  /** Start of pre-market trading: stocks 04:00. Equals `open` if there is none. */
  readonly preMarketOpen: number
  /** Start of the regular session: stocks 09:30. */
  readonly open: number
  /** End of the regular session: stocks 16:00, or 13:00 on an early close. */
  readonly close: number
  /** End of after-hours trading: stocks 20:00, or 17:00 on an early close. Equals `close` if there is none. */
  readonly afterHoursClose: number
  /** Whether the regular session ends earlier than usual. */
  readonly earlyClose: boolean
}

/** Sessions of a market. */
export interface Calendar {
  /** Market, for the time zone and the start of its days. */
  readonly market: Market.Market
  /**
   * Returns the session of a day by the number of its trading date ({@link TimeZone.dayNumber});
   * `undefined` when the market is closed that day.
   */
  readonly sessionOfDay: (day: number) => Session | undefined
}

/** Names of markets. */
export const names = ["stocks", "forex", "crypto", "futures"] as const

/** Name of a market. */
export type Name = (typeof names)[number]

/** Part of a day. There is no trading in `closed`. */
export type Part = "preMarket" | "regular" | "afterHours" | "closed"

/** A time span within one part of a day, in epoch milliseconds. */
export interface Stretch {
  /** Part of the day. */
  readonly part: Part
  /** First instant. */
  readonly from: number
  /** Instant after the last one. */
  readonly to: number
}

const minute = 60_000
const hour = 60 * minute

/** U.S. stocks. */
export const stocks: Calendar = {
  market: Market.stocks,
  sessionOfDay: (day) => {
    const kind = stockDay(day)
    if (kind === "closed") return undefined
    const earlyClose = kind === "early"
    const midnight = startOfDay(Market.stocks.zone, day)
    // Daylight-saving time changes on Sundays, so on trading days the hours count from midnight.
    return {
      date: dateOfDay(day),
      midnight,
      preMarketOpen: midnight + 4 * hour,
      open: midnight + 9.5 * hour,
      close: midnight + (earlyClose ? 13 : 16) * hour,
      afterHoursClose: midnight + (earlyClose ? 17 : 20) * hour,
      earlyClose,
    }
  },
}

/** Returns a session with regular hours only. */
const plain = (day: number, midnight: number, open: number, close: number): Session => ({
  date: dateOfDay(day),
  midnight,
  preMarketOpen: open,
  open,
  close,
  afterHoursClose: close,
  earlyClose: false,
})

/** Returns 17:00 New York on a day, counted back from midnight: daylight-saving time changes in the morning. */
const newYorkEvening = (day: number) => startOfDay("America/New_York", day + 1) - 7 * hour

/**
 * Currency pairs. No exchange closes on holidays, so there are none; banks quote little on
 * Christmas and New Year's Day.
 */
export const forex: Calendar = {
  market: Market.forex,
  sessionOfDay: (day) => {
    const midnight = day * dayMillis
    if (weekday(day) === saturday) return undefined
    const open = weekday(day) === sunday ? newYorkEvening(day) : midnight
    const close = weekday(day) === friday ? newYorkEvening(day) : midnight + dayMillis
    return plain(day, midnight, open, close)
  },
}

/** Cryptocurrencies. */
export const crypto: Calendar = {
  market: Market.crypto,
  sessionOfDay: (day) => plain(day, day * dayMillis, day * dayMillis, (day + 1) * dayMillis),
}

const futuresWith = ({ close, first, group, last, open }: DayHours): Calendar => ({
  market: Market.futures,
  sessionOfDay: (day) => {
    const end = futuresEnd(group, day)
    if (end === undefined) return undefined
    const midnight = startOfDay(Market.futures.zone, day)
    const at = (minutes: number) => midnight + Math.min(minutes, end) * minute
    return {
      date: dateOfDay(day),
      midnight,
      preMarketOpen: at(first),
      open: at(open),
      close: at(close),
      afterHoursClose: at(last),
      earlyClose: end < last,
    }
  },
})

/** U.S. futures, without the hours of a product: the whole session is regular. */
export const futures: Calendar = /* @__PURE__ */ futuresWith(/* @__PURE__ */ hoursOf())

/**
 * Returns the calendar of a futures product by its code (`ES`) or the ticker of a contract (`ESU5`). The
 * regular session is that of the former pit or of the underlying market, Chicago time: 08:30 to 15:00
 * for stock indices, 08:00 to 13:30 for energy, 08:30 to 13:20 for grains. Electronic trading before and
 * after it is `preMarket` and `afterHours`. An unknown product has the calendar of {@link futures}.
 *
 * By the holiday calendars of CME Group: grains and livestock (`ZC`, `LE`) do not trade on the holidays of the stock
 * market, and end at 12:05 on the day after Thanksgiving and on Christmas Eve; U.S. stock indices (`ES`) end at 12:00
 * on these holidays (since 2015) and at 12:15 on the early closes of stocks, and traded until 08:15 on the Good
 * Fridays of 2010, 2012, 2015, 2021 and 2023. Not known, and counted as other days: early ends of all other products
 * (interest rates, currencies, energy, metals, volatility), later starts after a holiday, and Good Fridays after 2023
 * (closed).
 */
export const futuresOf = (product: string): Calendar => futuresWith(hoursOf(product))

/**
 * Options on U.S. stocks, and the values of U.S. indices: the days of stocks, and their regular session
 * alone. Options on indices trade some minutes longer, and some of them by night, which is not included.
 */
export const regular: Calendar = {
  market: Market.stocks,
  sessionOfDay: (day) => {
    const session = stocks.sessionOfDay(day)
    return session && { ...session, preMarketOpen: session.open, afterHoursClose: session.close }
  },
}

const calendars: Readonly<Record<string, Calendar>> = { stocks, forex, crypto, futures }

const prefixes: Readonly<Record<string, Calendar>> = { C: forex, X: crypto, O: regular, I: regular }

/** Ticker of a futures contract, or of a combination of several: no stock's ticker ends with a digit. */
const contract = /^[A-Z0-9]{1,3}[FGHJKMNQUVXZ]\d{1,2}(?:-|$)/

/**
 * Returns a calendar by the name of its market or by a ticker, or the given calendar:
 *
 * ```ts
 * Calendar.of("stocks")
 * Calendar.of("C:EURUSD") // the calendar of currency pairs
 * Calendar.of("ESU5") // that of the contract's product, as futuresOf
 * Calendar.of("O:SPY251219C00650000") // the regular session of stocks
 * ```
 *
 * A futures product is no ticker, since stocks have the same codes: {@link futuresOf} takes it. A word of small letters
 * that is no market's name is a `RangeError`.
 */
export const of = (calendar: Name | Calendar | (string & {})): Calendar => {
  if (typeof calendar !== "string") return calendar
  if (Object.hasOwn(calendars, calendar)) return calendars[calendar]!
  // protects: A misspelt market is not taken for the ticker of a stock.
  // mutant: "refuses a misspelt market": never
  if (/^[a-z ]*$/.test(calendar)) {
    throw new RangeError(
      `Calendar.of: ${JSON.stringify(calendar)} is neither a market (${names.join(", ")}) nor a ticker`,
    )
  }
  const prefix = /^([CXOI]):/.exec(calendar)?.[1]
  return prefix === undefined
    ? contract.test(calendar)
      ? futuresOf(calendar.split("-")[0]!)
      : stocks
    : prefixes[prefix]!
}

/** Minutes from midnight of a trading date to the start of its day: negative for futures, otherwise 0. */
const shift = ({ market }: Calendar) => Math.min(0, market.session.open)

/**
 * Returns the number of the trading date whose day contains an instant (epoch milliseconds),
 * whether or not the market trades on it.
 */
export const dayOf = (calendar: Calendar, epochMillis: number): number =>
  TimeZone.dayOf(calendar.market.zone, epochMillis - shift(calendar) * minute)

/**
 * Returns the instant (epoch milliseconds) at which a day begins, by its number: midnight, for
 * futures 17:00 on the evening before.
 */
export const dayStart = (calendar: Calendar, day: number): number =>
  startOfDay(calendar.market.zone, day) + shift(calendar) * minute

/**
 * Returns the time span around an instant (epoch milliseconds) within the same part of the same
 * day. Stretches cover all time without gaps.
 */
export const stretchAt = (calendar: Calendar, epochMillis: number): Stretch => {
  const day = dayOf(calendar, epochMillis)
  const [begin, end] = [dayStart(calendar, day), dayStart(calendar, day + 1)]
  const session = calendar.sessionOfDay(day)
  if (session === undefined) return { part: "closed", from: begin, to: end }
  const { afterHoursClose, close, open, preMarketOpen } = session
  if (epochMillis < preMarketOpen) return { part: "closed", from: begin, to: preMarketOpen }
  if (epochMillis < open) return { part: "preMarket", from: preMarketOpen, to: open }
  if (epochMillis < close) return { part: "regular", from: open, to: close }
  if (epochMillis < afterHoursClose) return { part: "afterHours", from: close, to: afterHoursClose }
  return { part: "closed", from: afterHoursClose, to: end }
}

/**
 * Returns the time span around the present of the context's clock: whether a market, or a ticker's, is open now, and
 * until when. `stretch.part` is `closed`, `preMarket`, `regular` or `afterHours`.
 */
export const now = (calendar: Name | Calendar | (string & {})): Effect.Effect<Stretch> =>
  Effect.map(Clock.currentTimeMillis, (millis) => stretchAt(of(calendar), millis))

/** Returns the session of a date (`yyyy-mm-dd`), or `undefined` when the market is closed that day. */
export const session = (date: string, calendar: Calendar = stocks): Session | undefined =>
  calendar.sessionOfDay(dayNumber(date))

/** Returns the sessions from one date to another (`yyyy-mm-dd`, both included), in order. */
export const sessions = (from: string, to: string, calendar: Calendar = stocks): ReadonlyArray<Session> => {
  const found: Array<Session> = []
  for (let day = dayNumber(from); day <= dayNumber(to); day++) {
    const session = calendar.sessionOfDay(day)
    if (session !== undefined) found.push(session)
  }
  return found
}

/** Returns the last session before a date (`yyyy-mm-dd`). */
export const previousSession = (date: string, calendar: Calendar = stocks): Session => {
  for (let day = dayNumber(date) - 1; ; day--) {
    const session = calendar.sessionOfDay(day)
    if (session !== undefined) return session
  }
}

/** Returns the first session on or after a date (`yyyy-mm-dd`). */
export const nextSession = (date: string, calendar: Calendar = stocks): Session => {
  for (let day = dayNumber(date); ; day++) {
    const session = calendar.sessionOfDay(day)
    if (session !== undefined) return session
  }
}
