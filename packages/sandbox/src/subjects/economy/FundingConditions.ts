/**
 * Overnight funding conditions since 1954. Target ranges and yearly averages of the federal funds
 * rate are true, all other figures are synthetic. @module
 */
import { FundingConditions } from "@candela/economy/FundingConditions"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { round } from "../../numbers/Rounding.js"
import * as Table from "../../store/Table.js"
import { businessDayFrom, yearsOf } from "./calendar.js"
import { fedFundsRate, lowerBound } from "./policy.js"
import { yearly } from "./yearly.js"
import * as Generator from "../../generate/Generator.js"
import type { Random } from "../../numbers/random.js"

/** Table with one row per calendar day, published on the next business day. */
export const table = Table.of("funding_conditions", {
  row: FundingConditions,
  hidden: { published: "VARCHAR" },
  key: ["date"],
  visible: "published",
})

/** Mutable row: an object for each part would cost more than all random numbers. */
type Draft = { -readonly [K in keyof FundingConditions]: FundingConditions[K] } & { published: string }

/** Volumes, billions of dollars. */
const securedVolume = yearly(2018, [800, 1150, 1050, 950, 1000, 1400, 2050, 2550])
const triPartyVolume = yearly(2018, [380, 450, 400, 370, 390, 550, 800, 1050])
const repurchases = yearly(2000, [3, 4, 4, 5, 6, 6, 7, 8, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 12, 0, 0, 0, 0, 0])
const reverse = yearly(
  2003,
  [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 20, 150, 120, 120, 180, 30, 5, 5, 900, 2100, 1500, 450, 180],
)

/** Rate of trades between banks: the percentiles differ from it by some hundredths of a percent. */
const trades = (near: number, usualVolume: number, { normal, uniform }: Random) => {
  const rate = round(Math.max(0, near + 0.01 * normal()), 2)
  return {
    rate,
    low: round(Math.max(0, rate - 0.01 * Math.floor(3 * uniform())), 2),
    high: round(rate + 0.01 * Math.floor(4 * uniform()), 2),
    volume: round(usualVolume * (1 + 0.06 * normal()), 0),
  }
}

const operation = (usual: number, { uniform }: Random) => round(usual * (0.6 + 0.8 * uniform()), 3)

const addCommercialPaper = (row: Draft, rate: number, { normal, uniform }: Random) => {
  if (uniform() > 0.1) row.financial_commercial_paper_90d_rate = round(rate + 0.12 + 0.03 * normal(), 2)
  if (uniform() > 0.3) row.nonfinancial_commercial_paper_90d_rate = round(rate + 0.07 + 0.03 * normal(), 2)
}

const addUnsecured = (row: Draft, rate: number, random: Random) => {
  const bank = trades(rate - 0.01, 230, random)
  row.effective_fed_funds_volume = trades(rate, 85, random).volume
  row.overnight_bank_funding_rate = bank.rate
  row.obfr_25th_percentile = bank.low
  row.obfr_75th_percentile = bank.high
  row.obfr_volume = bank.volume
}

const addSecured = (row: Draft, rate: number, years: number, random: Random) => {
  const all = trades(rate, securedVolume(years), random)
  const triParty = trades(all.rate - 0.02, triPartyVolume(years), random)
  row.secured_overnight_financing_rate = all.rate
  row.sofr_25th_percentile = all.low
  row.sofr_75th_percentile = all.high
  row.sofr_volume = all.volume
  row.tri_party_general_collateral_rate = triParty.rate
  row.tgcr_25th_percentile = triParty.low
  row.tgcr_75th_percentile = triParty.high
  row.tri_party_general_collateral_volume = triParty.volume
}

/** Adds the figures reported on a business day, each since its true first day. */
const addReported = (row: Draft, rate: number, years: number, random: Random) => {
  const { date } = row
  if (date >= "1997-01-02") addCommercialPaper(row, rate, random)
  if (date >= "2000-07-03") row.fed_overnight_repo_treasury_amount = operation(repurchases(years), random)
  if (date >= "2003-02-07") row.fed_overnight_reverse_repo_treasury_amount = operation(reverse(years), random)
  if (date >= "2016-03-01") addUnsecured(row, rate, random)
  if (date >= "2018-04-03") addSecured(row, rate, years, random)
}

/** Adds the figures posted on every calendar day. */
const addPosted = (row: Draft, lower: number | undefined) => {
  if (lower === undefined) return
  row.fed_funds_target_lower = lower
  row.fed_funds_target_upper = lower + 0.25
  if (row.date >= "2021-07-29") row.interest_on_reserve_balances = round(lower + 0.15, 2)
}

/**
 * Rows of the days up to one, included. On a day without trades the federal funds rate is that of
 * the last business day.
 */
export const rows = (until: string, random: Generator.World["random"]): ReadonlyArray<Readonly<Draft>> => {
  const found: Array<Draft> = []
  const last = dayNumber(until)
  // Next business day, on which the day before is published.
  let published = "1954-07-01"
  let next = dayNumber(published)
  let rate = 0
  for (let day = next; day <= last; day++) {
    const isOpen = day === next
    const date = isOpen ? published : dateOfDay(day)
    const years = yearsOf(day)
    const lower = lowerBound(date)
    const chance = random("funding conditions", day)
    if (isOpen) {
      next = businessDayFrom(day + 1)
      published = dateOfDay(next)
      const usual = fedFundsRate(lower, years)
      rate = round(usual + (lower === undefined ? 0.02 * usual : 0.01) * chance.normal(), 2)
    }
    const row: Draft = { date, effective_fed_funds_rate: rate, published }
    addPosted(row, lower)
    if (isOpen) addReported(row, rate, years, chance)
    found.push(row)
  }
  return found
}

/** Writes the days. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ random, today }) => rows(today, random))
