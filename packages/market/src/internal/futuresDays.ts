/**
 * Trading days and early ends of U.S. futures by group of products. Source: the holiday calendars that CME Group
 * publishes for its electronic platform (https://www.cmegroup.com/tools-information/holiday-calendar.html, and its
 * trading hours by date since 2023), as notices of the exchange, of brokers and of data vendors quote them for the
 * dates below; other years follow the same rules.
 *
 * - **All groups**: closed on New Year's Day, Good Friday and Christmas, as these are observed.
 * - **Grains and livestock** (notices for June 20, 2022; February 20, 2023; July 4, 2024; Thanksgiving): closed on
 *   the other holidays of the stock market as well, until 12:05 on the day after Thanksgiving and on Christmas Eve,
 *   until 12:15 on January 9, 2025 (CME Group, December 30, 2024).
 * - **Stock indices** (notices for February 20, 2023; July 3 and 4, June 19 and November 28, 2024): until 12:00 on
 *   the other holidays of the stock market since 2015, until 12:15 on its early closes since 2013, until 08:30 on
 *   January 9, 2025; until 08:15 on the Good Fridays of 2010, 2012, 2015, 2021 and 2023, on which the employment
 *   report came out.
 *
 * Not established, and therefore left as on other days: Good Fridays after 2023 (closed for all groups), December 5,
 * 2018, and the early ends of all other groups. Where a closed day is followed by a late start (no evening session of
 * grains before July 5, 2024), the usual start is given.
 */
import { dateOfDay, dayMillis } from "../TimeZone.js"
import { saturday, sunday, weekday } from "../Weekday.js"
import { greatHolidays, isHoliday, stockDay } from "./stockDays.js"

/** Products with the same holidays. */
export type Group = "agriculture" | "index" | "other"

const noon = 12 * 60

/** Ends outside the rules, minutes after Chicago's midnight. */
const specialEnds: Readonly<Record<Group, Readonly<Record<string, number>>>> = {
  agriculture: { "2025-01-09": noon + 15 },
  index: {
    "2010-04-02": 8 * 60 + 15,
    "2012-04-06": 8 * 60 + 15,
    "2015-04-03": 8 * 60 + 15,
    "2021-04-02": 8 * 60 + 15,
    "2023-04-07": 8 * 60 + 15,
    "2025-01-09": 8 * 60 + 30,
  },
  other: {},
}

/**
 * Returns the end of trading on a date, in minutes after Chicago's midnight: `Infinity` for the usual one,
 * `undefined` where a group does not trade.
 */
export const futuresEnd = (group: Group, day: number): number | undefined => {
  if (weekday(day) === saturday || weekday(day) === sunday) return undefined
  const special = specialEnds[group][dateOfDay(day)]
  if (special !== undefined) return special
  const year = new Date(day * dayMillis).getUTCFullYear()
  if (greatHolidays(year).includes(day)) return undefined
  if (group === "other") return Infinity
  // protects: Grains and livestock are shut on the holidays of stocks.
  // mutant: "are closed on the seven holidays": without group === "agriculture" ? undefined :
  if (isHoliday(day)) return group === "agriculture" ? undefined : year >= 2015 ? noon : Infinity
  if (stockDay(day) !== "early" || year < 2013) return Infinity
  // Grains and livestock trade as usual before Independence Day.
  if (group === "agriculture") return new Date(day * dayMillis).getUTCMonth() === 6 ? Infinity : noon + 5
  return noon + 15
}
