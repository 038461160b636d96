import { businessDaysBefore, dayOfMonth, lastBusinessDay, thirdFriday } from "./calendar.js"

/** Futures product of the sandbox. Codes, names and terms are real; all prices derived from it are synthetic. */
export interface Product {
  readonly product_code: string
  readonly name: string
  /** Market identifier code of the venue. */
  readonly trading_venue: string
  /** Group code on the electronic platform of the CME venues; absent elsewhere. */
  readonly group_code?: string
  readonly asset_class: string
  readonly asset_sub_class: string
  readonly sector: string
  readonly sub_sector?: string
  readonly price_quotation: string
  readonly settlement_method: "financially_settled" | "deliverable"
  readonly unit_of_measure: string
  readonly unit_of_measure_qty: number
  /** Ticks per unit of price: prices are walked in whole ticks. */
  readonly ticks: number
  /** Maximum order size, in contracts. */
  readonly max_order_quantity: number
  /** Expiry months of the contracts (1 to 12). */
  readonly months: ReadonlyArray<number>
  /**
   * Number of months from the first trade to the contract's own month. Real contracts are listed
   * for years: here, as long as they have volume.
   */
  readonly listed: number
  /** Number of days before its last trade date on which a contract stops being the front one. */
  readonly roll: number
  /** Number of the last trade date of a month's contract. */
  readonly lastTradeDay: (year: number, month: number) => number
  /** Number of the day of final settlement; with delivery, the last day of it. */
  readonly settlementDay: (year: number, month: number) => number
  /** Starting price, to which the walk reverts. */
  readonly price: number
  /** Standard deviation of a session's return, as a fraction. */
  readonly volatility: number
  /** Premium of a contract that expires a year later, as a fraction. */
  readonly carry: number
  /** Contracts traded in a usual session, in all months together. */
  readonly volume: number
  /** Contracts of a usual trade. */
  readonly tradeSize: number
  /** Probability that a minute of the front contract has a trade: during the day, 08:30 to 15:00, and otherwise. */
  readonly presence: { readonly day: number; readonly night: number }
}

const quarterly = [3, 6, 9, 12]
const everyMonth = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

const thirdFridayOrBefore = (year: number, month: number) => businessDaysBefore(thirdFriday(year, month), 0)

/**
 * Last trade date of crude oil: three business days before the 25th of the previous month, counted
 * from the business day up to it.
 */
const beforeThe25th = (year: number, month: number) =>
  businessDaysBefore(businessDaysBefore(dayOfMonth(year, month - 1, 25), 0), 3)

/**
 * Last trade date of volatility: 30 days before the third Friday of the next month, on which the
 * options of the index expire.
 */
const beforeOptions = (year: number, month: number) => businessDaysBefore(thirdFridayOrBefore(year, month + 1) - 30, 0)

/** All products. */
export const products: ReadonlyArray<Product> = [
  {
    product_code: "ES",
    name: "E-mini S&P 500 Futures",
    trading_venue: "XCME",
    group_code: "ES",
    asset_class: "financials",
    asset_sub_class: "equity",
    sector: "us_index",
    sub_sector: "large_cap_index",
    price_quotation: "U.S. dollars and cents per index point",
    settlement_method: "financially_settled",
    unit_of_measure: "IPNT",
    unit_of_measure_qty: 50,
    ticks: 4,
    max_order_quantity: 3000,
    months: quarterly,
    listed: 15,
    roll: 8,
    lastTradeDay: thirdFridayOrBefore,
    settlementDay: thirdFridayOrBefore,
    price: 4500,
    volatility: 0.009,
    carry: 0.04,
    volume: 1_500_000,
    tradeSize: 4,
    presence: { day: 0.95, night: 0.25 },
  },
  {
    product_code: "NQ",
    name: "E-mini Nasdaq-100 Futures",
    trading_venue: "XCME",
    group_code: "NQ",
    asset_class: "financials",
    asset_sub_class: "equity",
    sector: "us_index",
    sub_sector: "large_cap_index",
    price_quotation: "U.S. dollars and cents per index point",
    settlement_method: "financially_settled",
    unit_of_measure: "IPNT",
    unit_of_measure_qty: 20,
    ticks: 4,
    max_order_quantity: 1000,
    months: quarterly,
    listed: 15,
    roll: 8,
    lastTradeDay: thirdFridayOrBefore,
    settlementDay: thirdFridayOrBefore,
    price: 15_300,
    volatility: 0.012,
    carry: 0.045,
    volume: 600_000,
    tradeSize: 2,
    presence: { day: 0.9, night: 0.2 },
  },
  {
    product_code: "CL",
    name: "Light Sweet Crude Oil Futures",
    trading_venue: "XNYM",
    group_code: "CL",
    asset_class: "commodity",
    asset_sub_class: "energy",
    sector: "crude_oil",
    sub_sector: "north_american",
    price_quotation: "U.S. dollars and cents per barrel",
    settlement_method: "deliverable",
    unit_of_measure: "BBL",
    unit_of_measure_qty: 1000,
    ticks: 100,
    max_order_quantity: 1000,
    months: everyMonth,
    listed: 7,
    roll: 3,
    lastTradeDay: beforeThe25th,
    settlementDay: lastBusinessDay,
    price: 74,
    volatility: 0.02,
    carry: -0.05,
    volume: 700_000,
    tradeSize: 3,
    presence: { day: 0.75, night: 0.15 },
  },
  {
    product_code: "GC",
    name: "Gold Futures",
    trading_venue: "XCEC",
    group_code: "GC",
    asset_class: "commodity",
    asset_sub_class: "metals",
    sector: "precious",
    price_quotation: "U.S. dollars and cents per troy ounce",
    settlement_method: "deliverable",
    unit_of_measure: "TRYOZ",
    unit_of_measure_qty: 100,
    ticks: 10,
    max_order_quantity: 1000,
    months: [2, 4, 6, 8, 10, 12],
    listed: 12,
    roll: 30,
    lastTradeDay: (year, month) => businessDaysBefore(lastBusinessDay(year, month), 2),
    settlementDay: lastBusinessDay,
    price: 1960,
    volatility: 0.009,
    carry: 0.05,
    volume: 190_000,
    tradeSize: 2,
    presence: { day: 0.7, night: 0.15 },
  },
  {
    product_code: "ZQ",
    name: "30 Day Federal Funds Futures",
    trading_venue: "XCBT",
    group_code: "ZQ",
    asset_class: "financials",
    asset_sub_class: "interest_rate",
    sector: "short_term_gov",
    price_quotation: "100 minus the average rate of the month, in percent",
    settlement_method: "financially_settled",
    unit_of_measure: "IPNT",
    unit_of_measure_qty: 4167,
    ticks: 400,
    max_order_quantity: 9999,
    months: everyMonth,
    listed: 8,
    roll: 10,
    lastTradeDay: lastBusinessDay,
    settlementDay: lastBusinessDay,
    price: 94.85,
    volatility: 0.0003,
    carry: 0.006,
    volume: 300_000,
    tradeSize: 120,
    presence: { day: 0.4, night: 0.04 },
  },
  {
    // Traded on a venue other than the platform with group codes.
    product_code: "VX",
    name: "Cboe Volatility Index Futures",
    trading_venue: "XCBF",
    asset_class: "alt_investment",
    asset_sub_class: "equity",
    sector: "us_index",
    price_quotation: "U.S. dollars and cents per index point",
    settlement_method: "financially_settled",
    unit_of_measure: "IPNT",
    unit_of_measure_qty: 1000,
    ticks: 20,
    max_order_quantity: 10_000,
    months: everyMonth,
    listed: 8,
    roll: 5,
    lastTradeDay: beforeOptions,
    settlementDay: beforeOptions,
    price: 15,
    volatility: 0.04,
    carry: 0.25,
    volume: 210_000,
    tradeSize: 4,
    presence: { day: 0.5, night: 0.06 },
  },
]
