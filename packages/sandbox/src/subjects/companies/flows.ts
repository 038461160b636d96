import { Record } from "effect"

/** Lines of a cash flow statement by activity, under the service's names; negative for outflows. */
const activities = {
  operating: [
    "net_income",
    "depreciation_depletion_and_amortization",
    /** Pay in shares. */
    "other_operating_activities",
    "change_in_other_operating_assets_and_liabilities_net",
  ],
  investing: [
    "purchase_of_property_plant_and_equipment",
    "sale_of_property_plant_and_equipment",
    "other_investing_activities",
  ],
  financing: [
    "short_term_debt_issuances_repayments",
    "long_term_debt_issuances_repayments",
    "dividends",
    "noncontrolling_interests",
    /** Shares issued and bought back. */
    "other_financing_activities",
  ],
  adjustments: ["effect_of_currency_exchange_rate"],
} as const

type Activity = keyof typeof activities
/** Line of the statement. The income of discontinued operations is part of the net income, and all of it is cash. */
type Line = (typeof activities)[Activity][number] | "income_loss_from_discontinued_operations"

/** Cash flows of a company in a quarter, whole dollars. */
export type Flows = Readonly<Record<Line, number>>

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

const net = (flows: Flows, activity: Activity) => sum(activities[activity].map((line) => flows[line]))

/** Sum of the flows of one or more quarters. */
export const together = (quarters: ReadonlyArray<Flows>): Flows =>
  quarters.reduce((total, flows) => Record.map(total, (dollars, line) => dollars + flows[line]))

/** Sums of flows, under the service's names. */
export const totals = (flows: Flows) => {
  const operating = net(flows, "operating")
  const investing = net(flows, "investing")
  const financing = net(flows, "financing")
  const discontinued = flows.income_loss_from_discontinued_operations
  return {
    net_cash_from_operating_activities: operating,
    cash_from_operating_activities_continuing_operations: operating - discontinued,
    net_cash_from_operating_activities_discontinued_operations: discontinued,
    net_cash_from_investing_activities: investing,
    net_cash_from_investing_activities_continuing_operations: investing,
    net_cash_from_investing_activities_discontinued_operations: 0,
    net_cash_from_financing_activities: financing,
    net_cash_from_financing_activities_continuing_operations: financing,
    net_cash_from_financing_activities_discontinued_operations: 0,
    change_in_cash_and_equivalents: operating + investing + financing + net(flows, "adjustments"),
  }
}
