/**
 * Trading dates of futures sessions, and queries for the session of a trading date.
 *
 * A session opens at 17:00 Chicago on the evening before its trading date, on which it settles:
 * Monday's session opens on Sunday. Holidays are ignored: such a date has a session without bars.
 *
 * @module
 */
import * as Market from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"

/**
 * Returns the trading date (`yyyy-mm-dd`) of the session that an instant (epoch nanoseconds, such
 * as a bar's `window_start`) belongs to. Time between two sessions belongs to the earlier one. For
 * a session's bar it equals `session_end_date`: the specification's rule (Futures aggregate bar) is
 * that a session's `window_start` falls on the day before it.
 */
export const of = (nanos: bigint): string => dateOfDay(Session.dayOf(Market.futures, Number(nanos / 1_000_000n)))

/**
 * Returns the `window_start` (`yyyy-mm-dd`) to query for the session that settles on a date: the
 * previous day, by the specification's rule (endpoint 23). It is the previous calendar day, so
 * Monday's session is found by Sunday. No session settles on a Saturday or Sunday, so none is found.
 *
 * ```ts
 * futures.bars({ ticker: "ESU5", window_start: TradingDate.windowStart("2025-06-30") })
 * ```
 */
export const windowStart = (tradingDate: string): string => dateOfDay(dayNumber(tradingDate) - 1)
