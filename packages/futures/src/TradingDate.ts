/**
 * The trading date of a futures session, and how the session of a trading date is found.
 *
 * A session opens at 17:00 Chicago on the evening before its trading date, on which it settles: the one of Monday on Sunday. Holidays are left out: such a
 * date has a session without bars.
 *
 * @module
 */
import * as Market from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"

/**
 * The trading date (`yyyy-mm-dd`) of the session that an instant (epoch nanoseconds, such as a bar's `window_start`) belongs to. What lies between two
 * sessions belongs to the one before. For the bar of a session it is `session_end_date`: the specification's rule (Futures aggregate bar) is that a
 * session's `window_start` falls on the day before it.
 */
export const of = (nanos: bigint): string => dateOfDay(Session.dayOf(Market.futures, Number(nanos / 1_000_000n)))

/**
 * The `window_start` (`yyyy-mm-dd`) to query for the session that settles on a date: the previous day. That is the specification's rule (endpoint 23); the
 * previous day is the one before in the calendar, so Monday's session is found by Sunday. No session settles on a Saturday or a Sunday, and none is found.
 *
 * ```ts
 * futures.bars({ ticker: "ESU5", window_start: TradingDate.windowStart("2025-06-30") })
 * ```
 */
export const windowStart = (tradingDate: string): string => dateOfDay(dayNumber(tradingDate) - 1)
