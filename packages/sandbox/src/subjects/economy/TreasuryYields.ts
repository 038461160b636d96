/**
 * Yields of Treasury securities since 1962: those of the shortest follow the policy rate, longer ones the rate that is
 * usual at the time. The figures are synthetic. @module
 */
import { TreasuryYields } from "@candela/economy/TreasuryYields"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { round } from "../../numbers/Rounding.js"
import * as Table from "../../store/Table.js"
import { businessDayFrom, yearsOf } from "./calendar.js"
import { fedFundsRate, lowerBound } from "./policy.js"
import { yearly } from "./yearly.js"
import * as Generator from "../../generate/Generator.js"

/** Table with one row per business day, published on the next one. */
export const table = Table.of("treasury_yields", {
  row: TreasuryYields,
  hidden: { published: "VARCHAR" },
  key: ["date"],
  visible: "published",
})

/** Average yield of ten years, percent. */
const tenYears = yearly(
  1962,
  [
    3.95, 4, 4.19, 4.28, 4.93, 5.07, 5.64, 6.67, 7.35, 6.16, 6.21, 6.85, 7.56, 7.99, 7.61, 7.42, 8.41, 9.43, 11.43,
    13.92, 13.01, 11.1, 12.46, 10.62, 7.67, 8.39, 8.85, 8.49, 8.55, 7.86, 7.01, 5.87, 7.09, 6.57, 6.44, 6.35, 5.26,
    5.65, 6.03, 5.02, 4.61, 4.01, 4.27, 4.29, 4.8, 4.63, 3.66, 3.26, 3.22, 2.78, 1.8, 2.35, 2.54, 2.14, 1.84, 2.33,
    2.91, 2.14, 0.89, 1.45, 2.95, 3.96, 4.21, 4.3,
  ],
)

type Maturity = Exclude<keyof TreasuryYields, "date">

/**
 * Maturities: what part of the way from the policy rate to the yield of ten years each has come, and its first day.
 * Beyond ten years the way goes on.
 */
const maturities: ReadonlyArray<readonly [field: Maturity, way: number, from: string]> = [
  ["yield_1_month", 0.01, "2001-07-31"],
  ["yield_3_month", 0.04, "1981-09-01"],
  ["yield_6_month", 0.1, "1981-09-01"],
  ["yield_1_year", 0.25, "1962-01-02"],
  ["yield_2_year", 0.5, "1976-06-01"],
  ["yield_3_year", 0.62, "1962-01-02"],
  ["yield_5_year", 0.8, "1962-01-02"],
  ["yield_7_year", 0.92, "1969-07-01"],
  ["yield_10_year", 1, "1962-01-02"],
  ["yield_20_year", 1.15, "1962-01-02"],
  ["yield_30_year", 1.12, "1977-02-15"],
]

/** Years in which no securities of a maturity were sold: a series has no rows from the first day until the second. */
const gaps: Partial<Record<Maturity, readonly [from: string, until: string]>> = {
  yield_20_year: ["1987-01-01", "1993-10-01"],
  yield_30_year: ["2002-02-19", "2006-02-09"],
}

/** The days whose yields are published by a date. */
export const rows = (
  until: string,
  random: Generator.World["random"],
): ReadonlyArray<TreasuryYields & { readonly published: string }> => {
  const found: Array<TreasuryYields & { readonly published: string }> = []
  // How far the yields of long maturities are from the average of the year, percent: it changes slowly.
  let away = 0
  for (let day = dayNumber("1962-01-02"); ;) {
    const next = businessDayFrom(day + 1)
    const published = dateOfDay(next)
    if (published > until) return found
    const { normal } = random("treasury yields", day)
    const [date, years] = [dateOfDay(day), yearsOf(day)]
    away = 0.98 * away + 0.05 * normal()
    const near = fedFundsRate(lowerBound(date), years)
    const far = tenYears(years) + away
    const row: { -readonly [K in keyof TreasuryYields]: TreasuryYields[K] } = { date }
    for (const [field, way, from] of maturities) {
      const gap = gaps[field]
      if (date < from || (gap !== undefined && date >= gap[0] && date < gap[1])) continue
      const rate = way <= 1 ? near + way * (far - near) : far + (way - 1)
      row[field] = round(Math.max(0.01, rate + 0.01 * normal()), 2)
    }
    found.push({ ...row, published })
    day = next
  }
}

/** Writes the days. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ random, today }) => rows(today, random))
