/**
 * Schedules of futures products, from the sessions of their bars: orders are taken from 16:45 Chicago, on Sundays
 * from 16:00 (the hours of CME Globex), trading begins at 17:00 and ends at 16:00. @module
 */
import { FuturesSchedule } from "@candela/futures/Schedules"
import { FuturesMarketStatus } from "@candela/futures/MarketStatus"
import { futures } from "@candela/market/Market"
import { dateOf, dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { monday, weekday } from "@candela/market/Weekday"
import * as Table from "../../store/Table.js"
import * as Generator from "../../generate/Generator.js"
import { sessions, type TradingSession } from "./calendar.js"
import { products } from "./products.js"

/** Table with one row per event of a product's session. */
export const table = Table.of("futures_schedules", { row: FuturesSchedule, key: ["product_code", "timestamp"] })

/** State of a product's market, in the form of a table that {@link latest} replaces. */
export const statusTable = Table.of("futures_market_status", { row: FuturesMarketStatus, key: ["product_code"] })

const minute = 60_000

/** Days ahead that are announced. */
const ahead = 30

/** Formats an instant in the service's schedules. */
export const timestampOf = (millis: number): string => `${new Date(millis).toISOString().slice(0, 19)}+00:00`

/** Events of a session, in the order of time. */
export const eventsOf = ({ close, day, open }: TradingSession) => [
  { event: "pre_open", timestamp: timestampOf(open - (weekday(day) === monday ? 60 : 15) * minute) },
  { event: "open", timestamp: timestampOf(open) },
  { event: "close", timestamp: timestampOf(close) },
]

/** Query of the last event of each product up to an instant (an expression), in the columns of the state. */
export const latest = (present: string): string => `
  SELECT product_code, product_name AS name, trading_venue, event AS market_event, session_end_date, timestamp
  FROM futures_schedules WHERE timestamp <= ${present}
  QUALIFY row_number() OVER (PARTITION BY product_code ORDER BY timestamp DESC) = 1`

/** Writes the schedules from the first date to those of the next month. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ extent, now }) => {
  if (extent.markets.futures === undefined) return []
  const days = sessions(extent.from, dateOfDay(dayNumber(dateOf(futures.zone, now)) + ahead))
  return products.flatMap(({ name, product_code, trading_venue }) =>
    days.flatMap((session) =>
      eventsOf(session).map((event) => ({
        product_code,
        product_name: name,
        session_end_date: session.date,
        ...event,
        trading_venue,
      })),
    ),
  )
})
