import type { AssetLine, LiabilityLine } from "./balance.js"

/** Composition of the balance sheet of a kind of company. Figures are shares of all assets. */
export interface Structure {
  /** Whether the sheet totals the lines due within a year: those of banks and insurers do not. */
  readonly classified: boolean
  /** Lines of the assets; the rest is cash. */
  readonly assets: Readonly<Partial<Record<AssetLine, number>>>
  /** Lines of the liabilities. */
  readonly liabilities: Readonly<Partial<Record<LiabilityLine, number>>>
  /** Paid-in capital. Retained earnings are the rest of the equity: a deficit when it is negative. */
  readonly paidIn: number
  /** Share-based pay, per year. */
  readonly compensation: number
  /**
   * Parts of the costs of the business without depreciation; administration bears the rest. Absent where the costs are
   * not told apart: administration then costs a third of the revenue, and what remains is other income.
   */
  readonly costs?: { readonly revenue: number; readonly research: number }
}

/** The kinds of companies. */
export const kinds = {
  technology: {
    classified: true,
    assets: {
      short_term_investments: 0.12,
      receivables: 0.12,
      inventories: 0.02,
      other_current_assets: 0.05,
      property_plant_equipment_net: 0.17,
      goodwill: 0.12,
      intangible_assets_net: 0.04,
      other_assets: 0.22,
    },
    liabilities: {
      accounts_payable: 0.08,
      accrued_and_other_current_liabilities: 0.1,
      deferred_revenue_current: 0.05,
      debt_current: 0.03,
      long_term_debt_and_capital_lease_obligations: 0.2,
      other_noncurrent_liabilities: 0.1,
    },
    paidIn: 0.2,
    compensation: 0.02,
    costs: { revenue: 0.7, research: 0.17 },
  },
  retail: {
    classified: true,
    assets: {
      receivables: 0.06,
      inventories: 0.22,
      other_current_assets: 0.03,
      property_plant_equipment_net: 0.42,
      goodwill: 0.08,
      intangible_assets_net: 0.02,
      other_assets: 0.09,
    },
    liabilities: {
      accounts_payable: 0.18,
      accrued_and_other_current_liabilities: 0.12,
      deferred_revenue_current: 0.03,
      debt_current: 0.04,
      long_term_debt_and_capital_lease_obligations: 0.22,
      other_noncurrent_liabilities: 0.1,
    },
    paidIn: 0.05,
    compensation: 0.003,
    costs: { revenue: 0.8, research: 0 },
  },
  industry: {
    classified: true,
    assets: {
      short_term_investments: 0.03,
      receivables: 0.1,
      inventories: 0.16,
      other_current_assets: 0.03,
      property_plant_equipment_net: 0.37,
      goodwill: 0.06,
      intangible_assets_net: 0.03,
      other_assets: 0.12,
    },
    liabilities: {
      accounts_payable: 0.1,
      accrued_and_other_current_liabilities: 0.11,
      deferred_revenue_current: 0.05,
      debt_current: 0.03,
      long_term_debt_and_capital_lease_obligations: 0.24,
      other_noncurrent_liabilities: 0.12,
    },
    paidIn: 0.06,
    compensation: 0.003,
    costs: { revenue: 0.85, research: 0.05 },
  },
  consumer: {
    classified: true,
    assets: {
      short_term_investments: 0.03,
      receivables: 0.11,
      inventories: 0.06,
      other_current_assets: 0.03,
      property_plant_equipment_net: 0.19,
      goodwill: 0.26,
      intangible_assets_net: 0.13,
      other_assets: 0.11,
    },
    liabilities: {
      accounts_payable: 0.12,
      accrued_and_other_current_liabilities: 0.12,
      deferred_revenue_current: 0.01,
      debt_current: 0.05,
      long_term_debt_and_capital_lease_obligations: 0.26,
      other_noncurrent_liabilities: 0.1,
    },
    paidIn: 0.08,
    compensation: 0.004,
    costs: { revenue: 0.6, research: 0.04 },
  },
  finance: {
    classified: false,
    assets: {
      short_term_investments: 0.2,
      receivables: 0.45,
      property_plant_equipment_net: 0.03,
      goodwill: 0.03,
      intangible_assets_net: 0.01,
      other_assets: 0.14,
    },
    liabilities: {
      accrued_and_other_current_liabilities: 0.06,
      long_term_debt_and_capital_lease_obligations: 0.1,
      other_noncurrent_liabilities: 0.71,
    },
    paidIn: 0.025,
    compensation: 0.0007,
  },
  beginner: {
    classified: true,
    assets: {
      short_term_investments: 0.2,
      receivables: 0.01,
      inventories: 0.12,
      other_current_assets: 0.03,
      property_plant_equipment_net: 0.3,
      other_assets: 0.04,
    },
    liabilities: {
      accounts_payable: 0.08,
      accrued_and_other_current_liabilities: 0.08,
      deferred_revenue_current: 0.01,
      long_term_debt_and_capital_lease_obligations: 0.3,
      other_noncurrent_liabilities: 0.03,
    },
    paidIn: 1.5,
    compensation: 0.04,
    costs: { revenue: 0.35, research: 0.4 },
  },
} satisfies Record<string, Structure>

/** A kind of company. */
export type CompanyKind = keyof typeof kinds
