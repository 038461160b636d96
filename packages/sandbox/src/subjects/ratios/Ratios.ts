/** Financial ratios of stocks, from their day bars and the statements filed by the day. @module */
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { Ratios } from "@candela/stocks/Ratios"
import { Effect, Predicate, Record } from "effect"
import { byTicker, tickerIn } from "../../store/tickerIn.js"
import { round } from "../../numbers/Rounding.js"
import * as Table from "../../store/Table.js"
import type { Generator } from "../../generate/Generator.js"
import { type Filing, filings } from "../tickers/filings.js"
import * as StockBars from "../stocks/StockBars.js"
import { debtOf, totals as totalsOfBalance } from "../companies/balance.js"
import { together, totals } from "../companies/flows.js"
import { payouts } from "../companies/payouts.js"
import { type Profile, profiles, splitIn } from "../companies/profiles.js"
import { type Reports, reports } from "../companies/statements.js"

/**
 * Table with one row per stock on each of the last two trading days: until the data's last day is
 * completed, the one before it is the latest.
 */
export const table = Table.of("ratios", { row: Ratios, key: ["ticker", "date"] })

/** Decimals of ratios and averages. */
const decimals = 4

const averagedDays = 30

interface Day {
  readonly date: string
  readonly close: number
  readonly volume: number
}

/** Average volume in shares of the day itself: earlier volumes are adjusted for the splits between. */
const averageVolume = (profile: Profile, days: ReadonlyArray<Day>, date: string) =>
  days.reduce((total, day) => total + day.volume * splitIn(profile, day.date, date), 0) / days.length

const paidInYear = (profile: Profile, date: string) =>
  payouts(profile, dateOfDay(dayNumber(date) - 364), date).reduce(
    (total, { amount, exDate }) => total + amount / splitIn(profile, exDate, date),
    0,
  )

/** Ratio with a positive denominator, else undefined. */
const overPositive = (numerator: number, denominator: number) =>
  denominator > 0 ? round(numerator / denominator, decimals) : undefined

const over = (numerator: number, denominator: number) =>
  denominator === 0 ? undefined : round(numerator / denominator, decimals)

/** Ratios of a stock on the last of some days, from its company's filings by then. */
const ratiosOf = (
  profile: Profile,
  { filer, quarters }: Reports,
  filed: ReadonlyArray<Filing>,
  days: ReadonlyArray<Day>,
): ReadonlyArray<Ratios> => {
  const { close: price, date } = days.at(-1)!
  const year = quarters.filter(({ filingDate }) => filingDate <= date).slice(-4)
  const shares = filed.findLast((filing) => filing.filed <= date)?.weightedShares
  if (year.length < 4 || shares === undefined) return []

  const { balance } = year.at(-1)!
  const flows = together(year.map(({ flows }) => flows))
  const revenue = year.reduce((total, quarter) => total + quarter.revenue, 0)
  const ebitda = year.reduce((total, quarter) => total + quarter.ebitda, 0)
  const income = flows.net_income
  const operating = totals(flows).net_cash_from_operating_activities
  const free = operating + flows.purchase_of_property_plant_and_equipment
  const sums = totalsOfBalance(balance)
  // Banks and insurers do not report the lines due within a year.
  const due = filer.kind.classified ? sums.total_current_liabilities : 0
  const debt = debtOf(balance)
  const cash = balance.cash_and_equivalents

  const capitalization = round(price * shares, 0)
  const enterprise = capitalization + debt - cash
  const earnings = round(income / shares, decimals)
  const latest = days.slice(-averagedDays)
  const paid = paidInYear(profile, date)
  const numbers = {
    price,
    average_volume: latest.length < averagedDays ? undefined : round(averageVolume(profile, latest, date), decimals),
    market_cap: capitalization,
    earnings_per_share: earnings,
    price_to_earnings: overPositive(price, earnings),
    price_to_book: over(capitalization, sums.total_equity_attributable_to_parent),
    price_to_sales: over(capitalization, revenue),
    price_to_cash_flow: overPositive(capitalization, operating),
    price_to_free_cash_flow: overPositive(capitalization, free),
    dividend_yield: paid === 0 ? undefined : over(paid, price),
    return_on_assets: over(income, sums.total_assets),
    return_on_equity: over(income, sums.total_equity),
    debt_to_equity: over(debt, sums.total_equity),
    current: over(sums.total_current_assets, due),
    quick: over(sums.total_current_assets - balance.inventories, due),
    cash: over(cash, due),
    ev_to_sales: over(enterprise, revenue),
    ev_to_ebitda: over(enterprise, ebitda),
    enterprise_value: enterprise,
    free_cash_flow: free,
  }
  return [{ ticker: profile.ticker, date, cik: filer.cik, ...Record.filter(numbers, Predicate.isNotUndefined) }]
}

/** Writes the ratios of the last two trading days. */
export const generator: Generator = {
  name: "ratios",
  tables: [table],
  needs: [StockBars.generator],
  write: (world) =>
    Effect.gen(function* () {
      const companies = reports(world)
      const tickers = companies.flatMap(({ tickers }) => tickers)
      if (tickers.length === 0) return
      const bars = yield* world.statements.query<Day & { readonly ticker: string }>(
        `SELECT ticker, date, c AS close, v AS volume FROM day_bars WHERE ${tickerIn(tickers)}
         QUALIFY row_number() OVER (PARTITION BY ticker ORDER BY date DESC) <= ${averagedDays + 1} ORDER BY ticker, date`,
        tickers,
      )
      const dates = [...new Set(bars.map(({ date }) => date))].sort().slice(-2)
      const days = byTicker(bars)
      const rows = companies.flatMap((company) =>
        profiles
          .filter(({ ticker }) => company.tickers.includes(ticker))
          .flatMap((profile) => {
            const filed = filings(profile, world.random, world.today)
            return dates.flatMap((date) => {
              const until = (days.get(profile.ticker) ?? []).filter((day) => day.date <= date)
              // A stock that no longer trades has no ratios.
              return until.at(-1)?.date === date ? ratiosOf(profile, company, filed, until) : []
            })
          }),
      )
      yield* table.append(world.statements, rows)
    }),
}
