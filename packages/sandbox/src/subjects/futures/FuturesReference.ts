/**
 * Futures products, their contracts, and the calendar spreads between these. Codes, names and terms are real. @module
 */
import { FuturesContract } from "@candela/futures/Contracts"
import { FuturesProduct } from "@candela/futures/Products"
import { futures } from "@candela/market/Market"
import { dateOf, dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { Effect } from "effect"
import * as Table from "../../store/Table.js"
import { type Contract, contractsOf } from "./contracts.js"
import { type Product, products } from "./products.js"
import type { Generator } from "../../generate/Generator.js"

/** Table with one row per product, as of the first day. */
export const productTable = Table.of("futures_products", { row: FuturesProduct, key: ["date", "product_code"] })

/** Table with one row per contract, as of the day of its final settlement. It is known from `known_date` on. */
export const contractTable = Table.of("futures_contracts", {
  row: FuturesContract,
  hidden: { known_date: "VARCHAR" },
  // Unknown for days before 2025-03-12.
  nulls: ["type"],
  key: ["date", "ticker"],
})

/** Row of {@link contractTable}. */
export type ContractRow = FuturesContract & { readonly known_date: string }

const productRow = (product: Product, date: string): FuturesProduct => ({
  product_code: product.product_code,
  name: product.name,
  date,
  trading_venue: product.trading_venue,
  asset_class: product.asset_class,
  asset_sub_class: product.asset_sub_class,
  sector: product.sector,
  ...(product.sub_sector === undefined ? {} : { sub_sector: product.sub_sector }),
  type: "single",
  price_quotation: product.price_quotation,
  settlement_currency_code: "USD",
  trade_currency_code: "USD",
  settlement_method: product.settlement_method,
  settlement_type: product.settlement_method === "deliverable" ? "physical" : "cash",
  unit_of_measure: product.unit_of_measure,
  unit_of_measure_qty: product.unit_of_measure_qty,
})

/** Combination of two products, without a listed contract here. */
const combination = (date: string): FuturesProduct => {
  const [one, other] = products.slice(0, 2).map((product) => productRow(product, date)) as [
    FuturesProduct,
    FuturesProduct,
  ]
  return {
    ...one,
    product_code: `${one.product_code}-${other.product_code}`,
    name: `${one.name} - ${other.name}`,
    type: "combo",
  }
}

/**
 * Number of days by which a contract is known before its first trade date. No settlement is this
 * many days after the last trade date.
 */
const month = 31

const shifted = (date: string, days: number) => dateOfDay(dayNumber(date) + days)

const contractRow = (contract: Omit<Contract, "lastTradeDay">, type: "single" | "combo"): ContractRow => {
  const { first_trade_date, last_trade_date, name, product, settlement_date, ticker } = contract
  const tick = 1 / product.ticks
  return {
    ticker,
    name,
    product_code: product.product_code,
    ...(product.group_code === undefined ? {} : { group_code: product.group_code }),
    trading_venue: product.trading_venue,
    type,
    date: settlement_date,
    active: last_trade_date === settlement_date,
    first_trade_date,
    last_trade_date,
    settlement_date,
    days_to_maturity: 0,
    min_order_quantity: 1,
    max_order_quantity: product.max_order_quantity,
    trade_tick_size: tick,
    settlement_tick_size: tick,
    spread_tick_size: tick,
    known_date: shifted(first_trade_date, -month),
  }
}

/** Calendar spread of a contract that is bought and the next one, which is sold: it trades while both do. */
const spread = (near: Contract, far: Contract): Omit<Contract, "lastTradeDay"> => ({
  ...near,
  ticker: `${near.ticker}-${far.ticker}`,
  name: `${near.name} - ${far.name}`,
  first_trade_date: far.first_trade_date > near.first_trade_date ? far.first_trade_date : near.first_trade_date,
})

/** Contracts of a product and their spreads that are known on some day between two dates. */
export const contractRows = (product: Product, from: string, to: string): ReadonlyArray<ContractRow> => {
  const contracts = contractsOf(product, shifted(from, -month), shifted(to, month))
  return [
    ...contracts.map((contract) => contractRow(contract, "single")),
    ...contracts.slice(1).map((far, index) => contractRow(spread(contracts[index]!, far), "combo")),
  ].filter((row) => row.known_date <= to && row.date! >= from)
}

/** Writes the products and the contracts. */
export const generator: Generator = {
  name: "futures reference",
  tables: [productTable, contractTable],
  needs: [],
  write: ({ extent, now, statements }) => {
    if (extent.markets.futures === undefined) return Effect.void
    const today = dateOf(futures.zone, now)
    const contracts = products.flatMap((product) => contractRows(product, extent.from, today))
    return Effect.zipRight(
      productTable.append(statements, [
        ...products.map((product) => productRow(product, extent.from)),
        combination(extent.from),
      ]),
      contractTable.append(statements, contracts),
    )
  },
}
