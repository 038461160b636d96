/** Looking up the parts of days for instants that mostly come in order. */
import * as Calendar from "@candela/market/Calendar"
import * as TimeZone from "@candela/market/TimeZone"

/** {@link Calendar.stretchAt} that looks again only for an instant outside the stretch of the last one. */
export const movingStretch = (calendar: Calendar.Calendar): ((epochMillis: number) => Calendar.Stretch) => {
  let stretch: Calendar.Stretch = { part: "closed", from: Infinity, to: -Infinity }
  return (epochMillis) => {
    if (!(epochMillis >= stretch.from && epochMillis < stretch.to)) stretch = Calendar.stretchAt(calendar, epochMillis)
    return stretch
  }
}

/** Whether a bar that begins at an instant must be of a day or longer: bars of a minute do not begin at midnight while the market is closed. */
export const isWholeDay = (
  { market: { zone } }: Calendar.Calendar,
  { part }: Calendar.Stretch,
  epochMillis: number,
): boolean => part === "closed" && TimeZone.startOfDay(zone, TimeZone.dayOf(zone, epochMillis)) === epochMillis
