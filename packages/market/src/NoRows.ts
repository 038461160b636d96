/**
 * Reasons why a request of a market has no rows, for the warning of a call or stream that gives none.
 *
 * @module
 */
import type { Span } from "@candela/core/Endpoint"
import * as Calendar from "./Calendar.js"

/** Number of days that are looked at: no market is closed for longer. */
const most = 14

/**
 * Returns why no rows lie in a time span (both ends inclusive) that a request asks for: it is in the future, before the first records, or without a day of
 * trading. `records` is the time of the records, up to now. `undefined` if there may be rows.
 */
export const inTime = (calendar: Calendar.Calendar, { from, to }: Span, records: Span): string | undefined => {
  const instant = (millis: number) => new Date(millis).toISOString().replace(".000", "")
  if (from > to) return undefined
  if (from > records.to)
    return `The requested time is in the future: it begins at ${instant(from)}, and now it is ${instant(records.to)}`
  if (to < records.from)
    return `The requested time ends at ${instant(to)}, before the first records, of ${instant(records.from)}`
  const first = Calendar.dayOf(calendar, Math.max(from, records.from))
  const last = Calendar.dayOf(calendar, Math.min(to, records.to))
  if (!(last - first < most)) return undefined
  for (let day = first; day <= last; day++) if (calendar.sessionOfDay(day) !== undefined) return undefined
  return "The requested time is a weekend or holidays: the market does not trade on any of its days"
}
