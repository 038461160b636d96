import { dateOfDay } from "@candela/market/TimeZone"
import { businessDaysBefore, dayOfMonth } from "./calendar.js"
import { type Product, products } from "./products.js"

/** A futures contract: a product in a month of expiry. Dates are `yyyy-mm-dd`. */
export interface Contract {
  /** Product code, month letter and last digit of the year: it is reused after ten years. */
  readonly ticker: string
  readonly name: string
  readonly product: Product
  readonly first_trade_date: string
  readonly last_trade_date: string
  /** Number of the last trade date. */
  readonly lastTradeDay: number
  /** Day of final settlement. */
  readonly settlement_date: string
}

/** Letters of the months from January to December. */
const monthCodes = "FGHJKMNQUVXZ"
const monthNames = "January February March April May June July August September October November December".split(" ")

const contractOf = (product: Product, year: number, month: number): Contract => {
  // The first business day of the month follows the last one of the month before.
  let first = dayOfMonth(year, month - product.listed, 1)
  while (businessDaysBefore(first, 0) < first) first++
  const lastTradeDay = product.lastTradeDay(year, month)
  return {
    ticker: `${product.product_code}${monthCodes[month - 1]}${year % 10}`,
    name: `${product.name} ${monthNames[month - 1]} ${year}`,
    product,
    first_trade_date: dateOfDay(first),
    last_trade_date: dateOfDay(lastTradeDay),
    lastTradeDay,
    settlement_date: dateOfDay(product.settlementDay(year, month)),
  }
}

/** Product of a contract ticker. */
export const productOf = (ticker: string): Product | undefined =>
  products.find(({ product_code }) => ticker.slice(0, -2) === product_code)

/**
 * Contracts of a product that trade on some day between two dates (`yyyy-mm-dd`, both included), in
 * the order of their expiry.
 */
export const contractsOf = (product: Product, from: string, to: string): ReadonlyArray<Contract> => {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4)) + Math.ceil(product.listed / 12)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .flatMap((year) => product.months.map((month) => contractOf(product, year, month)))
    .filter((contract) => contract.first_trade_date <= to && contract.last_trade_date >= from)
}

/** Contracts of all products that trade on some day between two dates (`yyyy-mm-dd`, both included). */
export const contractsBetween = (from: string, to: string): ReadonlyArray<Contract> =>
  products.flatMap((product) => contractsOf(product, from, to))

/** Whether a contract trades on a date: from its first to its last trade date. */
export const isActive = ({ first_trade_date, last_trade_date }: Contract, date: string): boolean =>
  date >= first_trade_date && date <= last_trade_date

/**
 * Place of a contract among those of its product (in the order of their expiry) on a day: 0 is the
 * front one, with most of the volume; negative ones are about to expire.
 */
export const placeOf = (contract: Contract, contracts: ReadonlyArray<Contract>, day: number): number =>
  contracts.indexOf(contract) - contracts.findIndex(({ lastTradeDay }) => lastTradeDay - day >= contract.product.roll)
