/** Expected inflation since 1982. The estimates are synthetic; they follow the true inflation of each year. @module */
import { InflationExpectations } from "@candela/economy/InflationExpectations"
import { dayNumber } from "@candela/market/TimeZone"
import { round } from "../../numbers/Rounding.js"
import * as Table from "../../store/Table.js"
import { months, yearsOf } from "./calendar.js"
import { inflation, yearly } from "./yearly.js"
import * as Generator from "../../generate/Generator.js"

/** Table with one row per month, published with the inflation of the month. */
export const table = Table.of("inflation_expectations", {
  row: InflationExpectations,
  hidden: { published: "VARCHAR" },
  key: ["date"],
  visible: "published",
})

/** Expected long-run inflation, percent a year. */
const longRun = yearly(
  1982,
  [5.6, 5.3, 5, 4.7, 4.4, 4.2, 4.1, 4, 3.9, 3.7, 3.5, 3.3, 3.2, 3.1, 3, 2.9, 2.7, 2.5, 2.4, 2.4, 2.3],
)

/** Ten-year breakeven rate, from those of the first and the last five years. All are in percent. */
const compounded = (first: number, last: number) => 100 * (Math.sqrt((1 + first / 100) * (1 + last / 100)) - 1)

/** Months whose figures are released by a date. */
export const rows = (
  until: string,
  random: Generator.World["random"],
): ReadonlyArray<InflationExpectations & { readonly published: string }> =>
  months("1982-01-01", until).map(({ date, published }) => {
    const { normal } = random("inflation expectations", dayNumber(date))
    const years = yearsOf(dayNumber(date))
    /** Expected inflation: the longer the horizon, the less of today's inflation is expected to stay. */
    const expected = (staying: number, deviation: number) =>
      longRun(years) + staying * (inflation(years) - longRun(years)) + deviation * normal()
    const model = {
      model_1_year: round(expected(0.4, 0.1), 4),
      model_5_year: round(expected(0.2, 0.05), 4),
      model_10_year: round(expected(0.12, 0.04), 4),
      model_30_year: round(expected(0.05, 0.03), 4),
    }
    if (date < "2003-01-01") return { date, ...model, published }
    const first = round(expected(0.25, 0.1), 2)
    const last = round(expected(0, 0.1), 2)
    const market = {
      market_5_year: first,
      market_10_year: round(compounded(first, last), 2),
      forward_years_5_to_10: last,
    }
    return { date, ...market, ...model, published }
  })

/** Writes the months. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ random, today }) => rows(today, random))
