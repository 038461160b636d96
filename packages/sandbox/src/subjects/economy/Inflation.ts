/** Price indexes since 1947. Their growth follows the true inflation of each year, months are synthetic. @module */
import { Inflation } from "@candela/economy/Inflation"
import { dayNumber } from "@candela/market/TimeZone"
import { round } from "../../numbers/Rounding.js"
import * as Table from "../../store/Table.js"
import { type Month, months, yearsOf } from "./calendar.js"
import { inflation } from "./yearly.js"
import * as Generator from "../../generate/Generator.js"

/** Table with one row per month, published when its figures are released. */
export const table = Table.of("inflation", {
  row: Inflation,
  hidden: { published: "VARCHAR" },
  key: ["date"],
  visible: "published",
})

interface Series {
  /** First month. */
  readonly from: string
  readonly level: number
  /** Growth at a time, percent a year. */
  readonly growth: (years: number) => number
  /** Whether the months of a year differ as before a seasonal adjustment. */
  readonly seasonal: boolean
  readonly decimals: number
}

/** Inflation without volatile prices. */
const core = (years: number) => (inflation(years) + inflation(years - 1) + inflation(years - 2)) / 3

/** Growth after substitution: spending shifts to goods whose prices rose less. */
const substituted = (growth: (years: number) => number) => (years: number) => 0.88 * growth(years)

const series: Readonly<Record<Exclude<keyof Inflation, "date" | "cpi_year_over_year">, Series>> = {
  cpi: { from: "1947-01-01", level: 21.5, growth: inflation, seasonal: true, decimals: 3 },
  cpi_core: { from: "1957-01-01", level: 28.5, growth: core, seasonal: true, decimals: 3 },
  pce: { from: "1959-01-01", level: 15.2, growth: substituted(inflation), seasonal: false, decimals: 3 },
  pce_core: { from: "1959-01-01", level: 15.2, growth: substituted(core), seasonal: false, decimals: 3 },
  pce_spending: {
    from: "1959-01-01",
    level: 306,
    growth: (years) => 0.88 * core(years) + 3.3,
    seasonal: false,
    decimals: 1,
  },
}

/** Deviation of a month from the trend of its year, percent. */
const seasons = [-0.3, -0.1, 0.1, 0.25, 0.3, 0.35, 0.25, 0.15, 0.1, 0, -0.25, -0.4]

/** Monthly growth for a yearly growth, both in percent: twelve months make the year's, to the second order. */
const monthly = (year: number) => (year / 12) * (1 - year / 218)

/** Random deviation of a month from the trend, percent. */
const deviation = 0.06

/** Values of a series by month. */
const valuesOf = (
  name: string,
  { decimals, from, growth, level, seasonal }: Series,
  all: ReadonlyArray<Month>,
  random: Generator.World["random"],
) => {
  let trend = level
  return new Map(
    all
      .filter(({ date }) => date >= from)
      .map(({ date }) => {
        const season = seasonal ? seasons[Number(date.slice(5, 7)) - 1]! : 0
        const chance = deviation * random(`inflation ${name}`, dayNumber(date)).normal()
        const value = round(trend * (1 + (season + chance) / 100), decimals)
        trend *= 1 + monthly(growth(yearsOf(dayNumber(date)))) / 100
        return [date, value]
      }),
  )
}

const yearBefore = (date: string) => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`

/** Months whose figures are released by a date. */
export const rows = (
  until: string,
  random: Generator.World["random"],
): ReadonlyArray<Inflation & { readonly published: string }> => {
  const all = months("1947-01-01", until)
  const values = Object.entries(series).map(([name, one]) => [name, valuesOf(name, one, all, random)] as const)
  const cpi = values[0]![1]
  return all.map(({ date, published }) => {
    const before = cpi.get(yearBefore(date))
    return {
      date,
      ...Object.fromEntries(
        values.flatMap(([name, byMonth]) => (byMonth.has(date) ? [[name, byMonth.get(date)]] : [])),
      ),
      ...(before === undefined ? {} : { cpi_year_over_year: round((cpi.get(date)! / before - 1) * 100, 4) }),
      published,
    }
  })
}

/** Writes the months. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ random, today }) => rows(today, random))
