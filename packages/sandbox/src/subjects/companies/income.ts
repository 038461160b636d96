import { round } from "../../numbers/Rounding.js"
import type { Quarter } from "./company.js"
import type { Filer } from "./filers.js"
import { splitIn } from "./profiles.js"

/** Lines of a quarter's income statement that add up over time, whole dollars. */
export interface Income {
  readonly revenue: number
  readonly costOfRevenue: number
  readonly research: number
  readonly administration: number
  readonly depreciation: number
  readonly otherIncome: number
  readonly interest: number
  readonly taxes: number
  readonly discontinued: number
  readonly net: number
  readonly ebitda: number
}

/**
 * Income of a quarter, from its revenue down to the net income of its cash flows: what is between them are the costs
 * of the business, interest and taxes.
 */
export const incomeOf = ({ ebitda, flows, interest, revenue, taxes }: Quarter, { kind }: Filer): Income => {
  const { depreciation_depletion_and_amortization: depreciation, net_income: net } = flows
  const discontinued = flows.income_loss_from_discontinued_operations
  const known = { revenue, depreciation, interest, taxes, discontinued, net, ebitda }
  const operating = net - discontinued + taxes + interest
  if (kind.costs === undefined) {
    const administration = round(revenue / 3, 0)
    const otherIncome = operating - (revenue - administration - depreciation)
    return { ...known, costOfRevenue: 0, research: 0, administration, otherIncome }
  }
  const costs = revenue - operating - depreciation
  const costOfRevenue = round(costs * kind.costs.revenue, 0)
  const research = round(costs * kind.costs.research, 0)
  return { ...known, costOfRevenue, research, administration: costs - costOfRevenue - research, otherIncome: 0 }
}

/** Income of one or more quarters. */
export const together = (quarters: ReadonlyArray<Income>): Income =>
  quarters.reduce((total, income) => {
    const add = (line: keyof Income) => total[line] + income[line]
    const lines = Object.keys(total) as ReadonlyArray<keyof Income>
    return Object.fromEntries(lines.map((line) => [line, add(line)])) as unknown as Income
  })

/** Mean of the shares of some quarters, in shares of the last one: a split between them applies to those before it. */
export const sharesOf = (quarters: ReadonlyArray<Quarter>, { profile }: Filer): number => {
  const { periodEnd } = quarters.at(-1)!
  const shares = quarters.map(
    (quarter) => quarter.shares[profile.ticker]!.weighted * splitIn(profile, quarter.periodEnd, periodEnd),
  )
  return round(shares.reduce((sum, count) => sum + count, 0) / shares.length, 0)
}
