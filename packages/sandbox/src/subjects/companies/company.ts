/**
 * Model of a company: its figures quarter by quarter, from which all statements are derived. Each
 * quarter's flows are entered twice, so that statements agree: cash changes by the sum of the
 * flows, and assets equal liabilities and equity.
 *
 * @module
 */
import { Record } from "effect"
import { round } from "../../numbers/Rounding.js"
import type { World } from "../../generate/Generator.js"
import { type Balance, debtOf, empty, totals } from "./balance.js"
import type { Filer, Shares } from "./filers.js"
import { type Flows, totals as totalsOfFlows } from "./flows.js"
import { filingDate, type FiscalQuarter, monthOf, quarterAfter, lastQuarter } from "./fiscal.js"
import { type Payout, payouts } from "./payouts.js"
import { type Profile, splitIn } from "./profiles.js"

/** Figures of a company for a fiscal quarter. */
export interface Quarter extends FiscalQuarter {
  readonly filingDate: string
  /** Revenue, whole dollars. */
  readonly revenue: number
  /** Earnings before interest, taxes, depreciation and amortization, whole dollars. */
  readonly ebitda: number
  /** Income taxes, whole dollars. */
  readonly taxes: number
  /** Interest on the debt, whole dollars. */
  readonly interest: number
  readonly flows: Flows
  /** Balance at the end of the last day. */
  readonly balance: Balance
  /** Shares at the end of the last day, by ticker. */
  readonly shares: Readonly<Record<string, Shares>>
}

/** Closing state of a quarter, with which the next one begins. */
type Opening = FiscalQuarter & Pick<Quarter, "balance" | "shares">

/** Start of the models: the last quarter of a company that ended by this day. */
const begin = "2021-12-31"

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** Weighted shares of the class with the splits and dividends. */
const weightedOf = ({ profile }: Filer, shares: Quarter["shares"]) => shares[profile.ticker]!.weighted

/** Multiplies shares, in whole thousands, as filings report them. */
const multiply = (shares: Quarter["shares"], factor: number): Quarter["shares"] => {
  const of = (count: number) => Math.max(1, Math.round((count * factor) / 1000)) * 1000
  return Record.map(shares, ({ outstanding, weighted }) => ({ outstanding: of(outstanding), weighted: of(weighted) }))
}

/** Assets and liabilities by line, as a share of all assets. */
const partsOf = ({ assets, liabilities }: Filer["kind"]): Balance => ({
  ...empty,
  ...assets,
  ...liabilities,
  cash_and_equivalents: 1 - sum(Object.values(assets)),
})

const opening = (filer: Filer): Opening => {
  const { kind, noncontrolling, otherEquity, preferred, shares, treasury, yearEnd } = filer
  const part = (share: number) => round(filer.assets * share, 0)
  const balance: Balance = {
    ...Record.map(partsOf(kind), part),
    // One cent per share.
    common_stock: round(weightedOf(filer, shares) / 100, 0),
    additional_paid_in_capital: part(kind.paidIn),
    accumulated_other_comprehensive_income: part(-0.01),
    treasury_stock: part(-treasury),
    preferred_stock: part(preferred),
    other_equity: part(otherEquity),
    noncontrolling_interest: part(noncontrolling),
  }
  const { total_assets, total_liabilities_and_equity } = totals(balance)
  return {
    ...lastQuarter(begin, yearEnd),
    balance: { ...balance, retained_earnings_deficit: total_assets - total_liabilities_and_equity },
    shares,
  }
}

/** Lines proportional to the size of the business. */
const working = {
  assets: ["receivables", "inventories", "other_current_assets"],
  liabilities: [
    "accounts_payable",
    "accrued_and_other_current_liabilities",
    "deferred_revenue_current",
    "other_noncurrent_liabilities",
  ],
  investments: ["short_term_investments"],
} as const

/** Taxes as a share of income before taxes, if positive. */
const taxRate = 0.21
/** Interest on debt, per quarter. */
const interestRate = 0.01

/** Revenue of the quarter that ends in a month, as a share of a year's: highest in the last quarter of the calendar. */
const season = (month: number) => [0.245, 0.245, 0.25, 0.26][Math.floor((month % 12) / 3)]!

/** Price on a date: the one to which the market's price reverts. */
const priceOn = ({ price, split }: Profile, date: string) =>
  split !== undefined && split.date <= date ? (price * split.from) / split.to : price

/** Next quarter of a company. */
const next = (filer: Filer, payments: ReadonlyArray<Payout>, random: World["random"], last: Opening): Quarter => {
  const { kind, profile } = filer
  const quarter = quarterAfter(last, filer.yearEnd)
  const { periodEnd } = quarter
  const month = monthOf(periodEnd)
  const chance = random(`company ${filer.cik}`, month)
  const years = (month - monthOf(begin)) / 12
  const other = random(`company's other flows ${filer.cik}`, month)
  const wobble = (deviation: number) => 1 + deviation * chance.normal()

  const revenue = round(filer.revenue * season(month) * (1 + filer.growth * years) * wobble(0.02), 0)
  const net_income = round(revenue * filer.margin * wobble(0.12), 0)

  // Lines of the new balance, and the cash from their change.
  const lines: Record<keyof Balance, number> = { ...last.balance }
  const size = 1 + 0.4 * filer.growth * years
  const parts = partsOf(kind)
  const settle = (names: ReadonlyArray<keyof Balance>) => {
    for (const name of names) lines[name] = round(filer.assets * parts[name] * size * wobble(0.03), 0)
    return sum(names.map((name) => lines[name] - last.balance[name]))
  }
  const operating = settle(working.liabilities) - settle(working.assets)
  const investing = 0 - settle(working.investments)
  const borrowedShort = settle(["debt_current"])
  const borrowedLong = settle(["long_term_debt_and_capital_lease_obligations"])

  const depreciation = round(lines.property_plant_equipment_net * 0.02, 0)
  const amortization = round(lines.intangible_assets_net * 0.02, 0)
  const capital = round(depreciation * (1.1 + 0.2 * chance.uniform()), 0)
  const sold = round(depreciation * 0.1 * Math.abs(other.normal()), 0)
  lines.property_plant_equipment_net += capital - sold - depreciation
  lines.intangible_assets_net -= amortization

  const fromOthers = round(lines.noncontrolling_interest * 0.01 * other.normal(), 0)
  lines.noncontrolling_interest += fromOthers
  const exchange = round(lines.cash_and_equivalents * 0.002 * other.normal(), 0)
  lines.accumulated_other_comprehensive_income += exchange

  const revaluation = round(lines.other_assets * 0.01 * chance.normal(), 0)
  lines.other_assets += revaluation
  lines.accumulated_other_comprehensive_income += revaluation

  const compensation = round((filer.assets * kind.compensation) / 4, 0)
  const bought = round(Math.max(0, net_income) * filer.buybacks, 0)
  const sharesOn = (date: string) => weightedOf(filer, last.shares) * splitIn(profile, last.periodEnd, date)
  const dividends = payments
    .filter(({ exDate }) => exDate > last.periodEnd && exDate <= periodEnd)
    .map(({ amount, exDate }) => amount * sharesOn(exDate))
  const paid = round(sum(dividends), 0)

  // A surplus is invested; a shortage is borrowed, or paid in by shareholders when the company has a loss.
  const wanted = filer.assets * parts.cash_and_equivalents * size
  const earned = net_income + depreciation + amortization + compensation
  const borrowed = borrowedShort + borrowedLong
  const before = last.balance.cash_and_equivalents + earned + operating + investing + borrowed - capital - bought - paid
  const invested = before > 1.5 * wanted ? round((before - 1.5 * wanted) / 2, 0) : 0
  const lacking = before < 0.5 * wanted ? round(0.75 * wanted - before, 0) : 0
  const lent = net_income < 0 ? 0 : lacking
  const issued = lacking - lent

  const flows: Flows = {
    net_income,
    depreciation_depletion_and_amortization: depreciation + amortization,
    other_operating_activities: compensation,
    change_in_other_operating_assets_and_liabilities_net: operating,
    purchase_of_property_plant_and_equipment: 0 - capital,
    sale_of_property_plant_and_equipment: sold,
    other_investing_activities: investing - invested,
    short_term_debt_issuances_repayments: borrowedShort,
    long_term_debt_issuances_repayments: borrowedLong + lent,
    dividends: 0 - paid,
    noncontrolling_interests: fromOthers,
    other_financing_activities: issued - bought,
    effect_of_currency_exchange_rate: exchange,
    income_loss_from_discontinued_operations: round(net_income * filer.discontinued, 0),
  }
  lines.cash_and_equivalents += totalsOfFlows(flows).change_in_cash_and_equivalents
  lines.other_assets += invested
  lines.long_term_debt_and_capital_lease_obligations += lent
  lines.additional_paid_in_capital += compensation + issued
  lines.retained_earnings_deficit += net_income - paid
  lines[filer.treasury > 0 ? "treasury_stock" : "retained_earnings_deficit"] -= bought

  const taxes = round((Math.max(0, net_income) * taxRate) / (1 - taxRate), 0)
  const interest = round(interestRate * debtOf(last.balance), 0)
  const worth = sharesOn(periodEnd) * priceOn(profile, periodEnd)
  return {
    ...quarter,
    filingDate: filingDate(quarter, chance.uniform()),
    revenue,
    taxes,
    interest,
    ebitda: net_income + taxes + interest + depreciation + amortization,
    flows,
    balance: lines,
    shares: multiply(last.shares, splitIn(profile, last.periodEnd, periodEnd) * (1 + (issued - bought) / worth)),
  }
}

/**
 * Quarters of a company, from the first of 2022 on, whose statements are filed by a date. No
 * quarter depends on later ones.
 */
export const quarters = (filer: Filer, random: World["random"], filedBy: string): ReadonlyArray<Quarter> => {
  const { profile } = filer
  const first = opening(filer)
  const payments = payouts(profile, first.periodEnd, filedBy)
  const found: Array<Quarter> = []
  for (let last = first; ;) {
    const quarter = next(filer, payments, random, last)
    const isDelisted = profile.delisted !== undefined && profile.delisted <= quarter.filingDate
    if (quarter.filingDate > filedBy || isDelisted) return found
    found.push(quarter)
    last = quarter
  }
}
