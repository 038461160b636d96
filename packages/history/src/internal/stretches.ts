/** Looks up the parts of days for instants that mostly ascend. */
import * as Calendar from "@candela/market/Calendar"
import * as TimeZone from "@candela/market/TimeZone"

/** {@link Calendar.stretchAt} that reuses the last stretch for instants within it. */
export const movingStretch = (calendar: Calendar.Calendar): ((epochMillis: number) => Calendar.Stretch) => {
  let stretch: Calendar.Stretch = { part: "closed", from: Infinity, to: -Infinity }
  return (epochMillis) => {
    if (!(epochMillis >= stretch.from && epochMillis < stretch.to)) stretch = Calendar.stretchAt(calendar, epochMillis)
    return stretch
  }
}

/**
 * Whether a bar that begins at an instant must span a day or longer: minute bars never begin at
 * midnight while the market is closed.
 */
export const isWholeDay = (
  { market: { zone } }: Calendar.Calendar,
  { part }: Calendar.Stretch,
  epochMillis: number,
): boolean => part === "closed" && TimeZone.startOfDay(zone, TimeZone.dayOf(zone, epochMillis)) === epochMillis
