/**
 * What it means that a request of a market has no rows, for the warning of a call or stream that gives none.
 *
 * @module
 */
import type { Absence, Span } from "@candela/core/declare/Endpoint"
import * as Calendar from "./Calendar.js"

import { dayMillis } from "./TimeZone.js"

/** Number of days that are looked at: no market is closed for longer. */
const most = 14

const impossible = (reason: string): Absence => ({ reason, doubtful: false })

/**
 * Returns what it means that no rows lie in a time span (both ends inclusive) that a request asks for. There can be
 * none if it is in the future, before the first records, or without a day of trading. They are expected if it has a
 * whole session that ended at least a day ago. `records` is the time of the records, up to now. `undefined` if there
 * may be some.
 */
export const inTime = (calendar: Calendar.Calendar, { from, to }: Span, records: Span): Absence | undefined => {
  const instant = (millis: number) => new Date(millis).toISOString().replace(".000", "")
  if (from > to) return undefined
  if (from > records.to)
    return impossible(
      `The requested time is in the future: it begins at ${instant(from)}, and now it is ${instant(records.to)}`,
    )
  if (to < records.from)
    return impossible(
      `The requested time ends at ${instant(to)}, before the first records, of ${instant(records.from)}`,
    )
  const first = Calendar.dayOf(calendar, Math.max(from, records.from))
  const last = Calendar.dayOf(calendar, Math.min(to, records.to))
  let isOpen = false
  for (let day = first; day <= last && day - first < most; day++) {
    const session = calendar.sessionOfDay(day)
    if (session === undefined) continue
    isOpen = true
    const isWhole = from <= session.open && session.close - 1 <= to
    // protects: An answer that stays without rows where some are expected is told.
    // mutant: "holds in a sample of lapses and ways": to → from
    if (isWhole && session.open >= records.from && session.afterHoursClose + dayMillis <= records.to) {
      return {
        reason: `The market was open on ${session.date}, so that some are expected, unless the ticker was not traded then: the service may have left them out`,
        doubtful: true,
      }
    }
  }
  if (isOpen || !(last - first < most)) return undefined
  return impossible("The requested time is a weekend or holidays: the market does not trade on any of its days")
}
