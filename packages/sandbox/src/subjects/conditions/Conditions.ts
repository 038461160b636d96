/**
 * Conditions of trades and quotes.
 *
 * Facts: codes and rules from the tables of sale conditions in the output specifications of the consolidators (CTA,
 * UTP and OPRA), the service's ids from its own list. A condition of which only one consolidator has a code says so.
 *
 * @module
 */
import { Condition, type ConditionUpdates } from "@candela/reference/Conditions"
import * as Generator from "../../generate/Generator.js"
import * as Table from "../../store/Table.js"

/** Table with one row per condition; `sips` names the consolidators that have a code for it. */
export const table = Table.of("conditions", {
  row: Condition,
  hidden: { sips: "VARCHAR[]" },
  key: ["asset_class", "type", "id"],
})

/** What a trade changes in a bar: `H` high and low, `O` open and close, `V` the volume. */
const updates = (letters: string): ConditionUpdates => ({
  updates_high_low: letters.includes("H"),
  updates_open_close: letters.includes("O"),
  updates_volume: letters.includes("V"),
})

type Codes = NonNullable<Condition["sip_mapping"]>

const both = (code: string): Codes => ({ CTA: code, UTP: code })

type Row = readonly [id: number, name: string, codes: Codes, consolidated: string, center?: string]

const sales: ReadonlyArray<Row> = [
  [1, "Acquisition", { UTP: "A" }, "HOV"],
  [2, "Average Price Trade", { CTA: "B", UTP: "W" }, "V"],
  [3, "Automatic Execution", { CTA: "E" }, "HOV"],
  [4, "Bunched Trade", { UTP: "B" }, "HOV"],
  [5, "Bunched Sold Trade", { UTP: "G" }, "HV"],
  [7, "Cash Sale", both("C"), "V"],
  [8, "Closing Prints", { UTP: "6" }, "HOV"],
  [9, "Cross Trade", both("X"), "HOV"],
  [10, "Derivatively Priced", both("4"), "HV"],
  [11, "Distribution", { UTP: "D" }, "HOV"],
  [12, "Form T/Extended Hours", both("T"), "V"],
  [13, "Extended Hours (Sold Out Of Sequence)", both("U"), "V"],
  [14, "Intermarket Sweep", both("F"), "HOV"],
  [15, "Market Center Official Close", both("M"), "", "HO"],
  [16, "Market Center Official Open", both("Q"), "", "H"],
  [17, "Market Center Opening Trade", { CTA: "O" }, "HOV"],
  [18, "Market Center Reopening Trade", { CTA: "5" }, "HOV"],
  [19, "Market Center Closing Trade", { CTA: "6" }, "HOV"],
  [20, "Next Day", both("N"), "V"],
  [21, "Price Variation Trade", both("H"), "V"],
  [22, "Prior Reference Price", both("P"), "HV"],
  [23, "Rule 155 Trade", both("K"), "HOV"],
  [25, "Opening Prints", { UTP: "O" }, "HOV"],
  [27, "Stopped Stock (Regular Trade)", { UTP: "1" }, "HOV"],
  [28, "Re-Opening Prints", { UTP: "5" }, "HOV"],
  [29, "Seller", both("R"), "HV"],
  [30, "Sold Last", both("L"), "HOV"],
  [32, "Sold (Out Of Sequence)", both("Z"), "HV"],
  [34, "Split Trade", { UTP: "S" }, "HOV"],
  [36, "Yellow Flag Regular Trade", { UTP: "Y" }, "HOV"],
  [37, "Odd Lot Trade", both("I"), "V"],
  [38, "Corrected Consolidated Close", both("9"), "HO", ""],
  [52, "Contingent Trade", both("V"), "V"],
  [53, "Qualified Contingent Trade", both("7"), "V"],
]

/** Conditions of options from 227 on, in the order of their letters from `a` on. */
const legs = [
  "Single Leg Auction Non ISO",
  "Single Leg Auction ISO",
  "Single Leg Cross Non ISO",
  "Single Leg Cross ISO",
  "Single Leg Floor Trade",
  "Multi Leg Auto-Electronic Trade",
  "Multi Leg Auction",
  "Multi Leg Cross",
  "Multi Leg Floor Trade",
  "Multi Leg Auto-Electronic Trade Against Single Legs",
  "Stock Options Auction",
  "Multi Leg Auction Against Single Legs",
  "Multi Leg Floor Trade Against Single Legs",
  "Stock Options Auto-Electronic Trade",
  "Stock Options Cross",
  "Stock Options Floor Trade",
  "Stock Options Auto-Electronic Trade Against Single Legs",
  "Stock Options Auction Against Single Legs",
  "Stock Options Floor Trade Against Single Legs",
]

const optionSales: ReadonlyArray<Row> = [
  [201, "Canceled", { OPRA: "A" }, ""],
  [202, "Late and Out Of Sequence", { OPRA: "B" }, "HV"],
  [203, "Last and Canceled", { OPRA: "C" }, ""],
  [204, "Late", { OPRA: "D" }, "HOV"],
  [205, "Opening Trade and Canceled", { OPRA: "E" }, ""],
  [206, "Opening Trade, Late, and Out Of Sequence", { OPRA: "F" }, "HV"],
  [207, "Only Trade and Canceled", { OPRA: "G" }, ""],
  [208, "Opening Trade and Late", { OPRA: "H" }, "HOV"],
  [209, "Automatic Execution", { OPRA: "I" }, "HOV"],
  [210, "Reopening Trade", { OPRA: "J" }, "HOV"],
  [219, "Intermarket Sweep Order", { OPRA: "S" }, "HOV"],
  ...legs.map((name, index): Row => [227 + index, name, { OPRA: String.fromCharCode(97 + index) }, "HOV"]),
]

const quoted: ReadonlyArray<readonly [id: number, name: string, codes: Codes]> = [
  [1, "Regular, Two-Sided Open", both("R")],
  [3, "Slow Ask", both("A")],
  [4, "Slow Bid", both("B")],
  [13, "Opening", { CTA: "O" }],
  [14, "Closing", { CTA: "C" }],
  [17, "Fast Trading", both("F")],
]

const trade =
  (assetClass: string, type: string) =>
  ([id, name, codes, consolidated, center = consolidated]: Row): Condition => ({
    id,
    asset_class: assetClass,
    data_types: ["trade"],
    name,
    sip_mapping: codes,
    type,
    update_rules: { consolidated: updates(consolidated), market_center: updates(center) },
  })

/** All conditions. */
export const all: ReadonlyArray<Condition> = [
  ...sales.map(trade("stocks", "sale_condition")),
  trade("stocks", "trade_thru_exempt")([41, "Trade Thru Exempt", {}, "HOV"]),
  { ...trade("stocks", "sale_condition")([6, "CAP Election", { CTA: "I" }, "HOV"]), legacy: true },
  { ...trade("stocks", "sale_condition")([24, "Rule 127", { CTA: "K" }, "HOV"]), legacy: true },
  ...quoted.map(([id, name, codes]): Condition => ({
    id,
    asset_class: "stocks",
    data_types: ["bbo", "nbbo"],
    name,
    sip_mapping: codes,
    type: "quote_condition",
  })),
  ...optionSales.map(trade("options", "sale_condition")),
  trade("crypto", "regular")([0, "Regular Trade", {}, "HOV"]),
  trade("crypto", "buy_or_sell_side")([1, "Sell Side", {}, "HOV"]),
  trade("crypto", "buy_or_sell_side")([2, "Buy Side", {}, "HOV"]),
]

/** Writes the conditions. */
export const generator: Generator.Generator = Generator.ofTable(table, () =>
  all.map((condition) => ({ ...condition, sips: Object.keys(condition.sip_mapping ?? {}) })),
)
