/**
 * Types of tickers. Source: the codes that the service documents as values of `type` of its list of tickers; their
 * meanings are the usual ones of the kinds of securities. @module
 */
import { TickerType } from "@candela/reference/TickerTypes"
import * as Table from "../../store/Table.js"
import * as Generator from "../../generate/Generator.js"

const types: ReadonlyArray<readonly [code: string, description: string]> = [
  ["CS", "Common Stock"],
  ["PFD", "Preferred Stock"],
  ["WARRANT", "Warrant"],
  ["RIGHT", "Rights"],
  ["BOND", "Corporate Bond"],
  ["ETF", "Exchange Traded Fund"],
  ["ETN", "Exchange Traded Note"],
  ["SP", "Structured Product"],
  ["ADRC", "American Depositary Receipt, Common Stock"],
  ["ADRP", "American Depositary Receipt, Preferred Stock"],
  ["ADRW", "American Depositary Receipt, Warrants"],
  ["ADRR", "American Depositary Receipt, Rights"],
  ["FUND", "Fund"],
  ["BASKET", "Basket"],
  ["UNIT", "Unit"],
  ["LT", "Liquidating Trust"],
  ["OS", "Ordinary Shares"],
  ["GDR", "Global Depositary Receipt"],
  ["OTHER", "Other Kind of Security"],
  ["NYRS", "New York Registry Shares"],
  ["AGEN", "Agency Bond"],
  ["EQLK", "Equity-Linked Bond"],
  ["INDEX", "Index"],
]

/** Table with one row per type. */
export const table = Table.of("ticker_types", { row: TickerType, key: ["code"] })

/** Writes the types. */
export const generator: Generator.Generator = Generator.ofTable(table, () =>
  types.map(([code, description]) => ({
    code,
    description,
    asset_class: code === "INDEX" ? "indices" : "stocks",
    locale: "us",
  })),
)
