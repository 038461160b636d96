/**
 * The labor market since 1948. Yearly averages are true or nearly so, the figures of the months are synthetic. @module
 */
import { LaborMarket } from "@candela/economy/LaborMarket"
import { dayNumber } from "@candela/market/TimeZone"
import { round } from "../../numbers/Rounding.js"
import * as Table from "../../store/Table.js"
import { months, yearsOf } from "./calendar.js"
import { yearly } from "./yearly.js"
import * as Generator from "../../generate/Generator.js"

/** Table with one row per month, published in the middle of the next. */
export const table = Table.of("labor_market", {
  row: LaborMarket,
  hidden: { published: "VARCHAR" },
  key: ["date"],
  visible: "published",
})

/** Average unemployment rate of each year, percent. */
const unemployment = yearly(
  1948,
  [
    3.8, 6.1, 5.2, 3.3, 3, 2.9, 5.6, 4.4, 4.1, 4.3, 6.8, 5.5, 5.5, 6.7, 5.6, 5.6, 5.2, 4.5, 3.8, 3.8, 3.6, 3.5, 5, 6,
    5.6, 4.9, 5.6, 8.5, 7.7, 7.1, 6.1, 5.9, 7.2, 7.6, 9.7, 9.6, 7.5, 7.2, 7, 6.2, 5.5, 5.3, 5.6, 6.9, 7.5, 6.9, 6.1,
    5.6, 5.4, 4.9, 4.5, 4.2, 4, 4.7, 5.8, 6, 5.5, 5.1, 4.6, 4.6, 5.8, 9.3, 9.6, 8.9, 8.1, 7.4, 6.2, 5.3, 4.9, 4.4, 3.9,
    3.7, 8.1, 5.3, 3.6, 3.6, 4, 4.2,
  ],
)

/** Participation rate every ten years, percent, over tenths of years. */
const participationOf = yearly(1948, [58.8, 59.5, 59.6, 63.2, 65.9, 67.1, 66, 62.9, 62.5])
const participation = (years: number) => participationOf(1948.5 + (years - 1948.5) / 10)

/** Earnings, dollars an hour, and open positions, thousands. */
const earnings = yearly(
  2006,
  [20.2, 20.9, 21.6, 22.2, 22.6, 23, 23.5, 24, 24.5, 25, 25.7, 26.3, 27.1, 28, 29.4, 30.6, 32.3, 33.7, 35.1, 36.3],
)
const openings = yearly(
  2000,
  [
    5100, 4300, 3500, 3300, 3700, 4100, 4500, 4600, 3800, 2500, 2900, 3300, 3700, 3900, 4600, 5500, 5900, 6300, 7200,
    7200, 6400, 9900, 11_200, 9300, 8000, 7500,
  ],
)

/** Months whose figures are released by a date. */
export const rows = (
  until: string,
  random: Generator.World["random"],
): ReadonlyArray<LaborMarket & { readonly published: string }> =>
  months("1948-01-01", until).map(({ date, published }) => {
    const { normal } = random("labor market", dayNumber(date))
    const years = yearsOf(dayNumber(date))
    return {
      date,
      unemployment_rate: round(unemployment(years) + 0.1 * normal(), 1),
      labor_force_participation_rate: round(participation(years) + 0.1 * normal(), 1),
      ...(date < "2006-03-01" ? {} : { avg_hourly_earnings: round(earnings(years) + 0.03 * normal(), 2) }),
      ...(date < "2000-12-01" ? {} : { job_openings: round(openings(years) * (1 + 0.02 * normal()), 0) }),
      published,
    }
  })

/** Writes the months. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ random, today }) => rows(today, random))
