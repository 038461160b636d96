/**
 * The inflation that markets and models expect, synthetic: in the long run what was expected in those years, in the short run what is.
 *
 * @module
 */
import { InflationExpectations } from "@candela/economy/InflationExpectations"
import { stocks } from "@candela/market/Market"
import { dateOf, dayNumber } from "@candela/market/TimeZone"
import { round } from "../Rounding.js"
import * as Table from "../Table.js"
import { months, yearsOf } from "./economy/calendar.js"
import { inflation, yearly } from "./economy/yearly.js"
import * as Generator from "./Generator.js"

/** One row a month. It is published when the month's inflation is. */
export const table = Table.of("inflation_expectations", {
  row: InflationExpectations,
  hidden: { published: "VARCHAR" },
  key: ["date"],
})

/** What was expected in the long run, percent a year. */
const longRun = yearly(
  1982,
  [
    6.3, 5.5, 5.4, 5, 4.4, 4.5, 4.6, 4.5, 4.4, 4.2, 3.8, 3.6, 3.6, 3.4, 3.1, 2.9, 2.6, 2.5, 2.6, 2.5, 2.5, 2.5, 2.5,
    2.5, 2.5, 2.4, 2.3, 2.2, 2.1, 2, 1.9, 2, 2, 1.8, 1.7, 1.8, 1.9, 1.8, 1.6, 1.8, 2.2, 2.2, 2.3, 2.3,
  ],
)

/** The five years that begin in five years: ten years are those after the next five. All in percent a year. */
const forward = (fiveYears: number, tenYears: number): number =>
  round(((1 + tenYears / 100) ** 2 / (1 + fiveYears / 100) - 1) * 100, 2)

/** The months whose figures are released by a date. */
export const rows = (
  until: string,
  random: Generator.World["random"],
): ReadonlyArray<InflationExpectations & { readonly published: string }> =>
  months("1982-01-01", until).map(({ date, published }) => {
    const { normal } = random("inflation expectations", dayNumber(date))
    const years = yearsOf(dayNumber(date))
    const [short, long] = [inflation(years), longRun(years)]
    const expected = (weight: number, decimals: number) =>
      round(long + weight * (short - long) + 0.06 * normal(), decimals)
    const models = {
      model_1_year: expected(0.45, 4),
      model_5_year: expected(0.2, 4),
      model_10_year: expected(0.12, 4),
      model_30_year: expected(0.05, 4),
    }
    const [market_5_year, market_10_year] = [expected(0.22, 2), expected(0.12, 2)]
    return {
      date,
      // Inflation-protected securities of all these terms exist since 1997, their yields since 2003.
      ...(date < "2003-01-01"
        ? {}
        : { market_5_year, market_10_year, forward_years_5_to_10: forward(market_5_year, market_10_year) }),
      ...models,
      published,
    }
  })

/** Writes the months. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ now, random }) =>
  rows(dateOf(stocks.zone, now), random),
)
