/** Lines of a balance sheet, under the service's names. Those due within a year come first. */
const lines = {
  assets: {
    current: ["cash_and_equivalents", "short_term_investments", "receivables", "inventories", "other_current_assets"],
    other: ["property_plant_equipment_net", "goodwill", "intangible_assets_net", "other_assets"],
  },
  liabilities: {
    current: ["accounts_payable", "accrued_and_other_current_liabilities", "deferred_revenue_current", "debt_current"],
    other: ["long_term_debt_and_capital_lease_obligations", "other_noncurrent_liabilities"],
  },
  /** Equity of the company's own shareholders; `noncontrolling_interest` is added to it. */
  equity: [
    "common_stock",
    "additional_paid_in_capital",
    "retained_earnings_deficit",
    "accumulated_other_comprehensive_income",
    "treasury_stock",
    "preferred_stock",
    "other_equity",
  ],
} as const

type Side = "assets" | "liabilities"
/** A line of the assets. */
export type AssetLine = (typeof lines)["assets"]["current" | "other"][number]
/** A line of the liabilities. */
export type LiabilityLine = (typeof lines)["liabilities"]["current" | "other"][number]
/** A line of the equity. */
export type EquityLine = (typeof lines)["equity"][number] | "noncontrolling_interest"

/** Amount of each line at the end of a day, dollars. */
export type Balance = Readonly<Record<AssetLine | LiabilityLine | EquityLine, number>>

const sum = (balance: Balance, names: ReadonlyArray<keyof Balance>) =>
  names.reduce((total, name) => total + balance[name], 0)

const all = (side: Side) => [...lines[side].current, ...lines[side].other]

/** Balance with 0 in every line. */
export const empty = Object.fromEntries(
  [...all("assets"), ...all("liabilities"), ...lines.equity, "noncontrolling_interest"].map((name) => [name, 0]),
) as Balance

/** Total debt. */
export const debtOf = (balance: Balance): number =>
  balance.debt_current + balance.long_term_debt_and_capital_lease_obligations

/** Sums of a balance, under the service's names. */
export const totals = (balance: Balance) => {
  const parent = sum(balance, lines.equity)
  const equity = parent + balance.noncontrolling_interest
  const liabilities = sum(balance, all("liabilities"))
  return {
    total_current_assets: sum(balance, lines.assets.current),
    total_assets: sum(balance, all("assets")),
    total_current_liabilities: sum(balance, lines.liabilities.current),
    total_liabilities: liabilities,
    total_equity_attributable_to_parent: parent,
    total_equity: equity,
    total_liabilities_and_equity: liabilities + equity,
  }
}
