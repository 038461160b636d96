/**
 * A chain as a matrix of expirations and strikes, and what follows from it: smile, term structure, and volatilities and
 * greeks from prices.
 *
 * ```ts
 * const matrix = OptionChain.matrix(yield* Stream.runCollect(options.chain.stream({ underlyingAsset: "AAPL" })))
 * matrix.at("2025-07-18", 200)?.call?.implied_volatility
 * ```
 *
 * @module
 */
import type { Greeks } from "@candela/market/InstrumentState"
import * as Either from "effect/Either"
import type { ChainContract } from "./Chain.js"
import * as OptionPricing from "./OptionPricing.js"
import * as OptionTicker from "./OptionTicker.js"

/** Call and put of one expiration and strike. */
export interface Pair {
  /** Last day of both, `yyyy-mm-dd`. */
  readonly expiration_date: string
  /** Strike price of both, dollars. */
  readonly strike_price: number
  /** Root of both tickers: an adjusted contract, and a weekly one of an index, has another. */
  readonly root: string
  /** The call; absent if the chain does not have it. */
  readonly call?: ChainContract
  /** The put; absent if the chain does not have it. */
  readonly put?: ChainContract
}

/** A chain, by expiration and strike. */
export interface Matrix {
  /** Expirations, ascending. */
  readonly expirations: ReadonlyArray<string>
  /** Strikes of all expirations, dollars, ascending. */
  readonly strikes: ReadonlyArray<number>
  /** Calls and puts, by expiration, strike and root. */
  readonly pairs: ReadonlyArray<Pair>
  /** Contracts that are neither: without their terms, of another type than `call` and `put`, or a repeated one. */
  readonly others: ReadonlyArray<ChainContract>
  /**
   * Returns the pair of an expiration and a strike; `undefined` if the chain has none. Of several roots it is the
   * first in their order, unless one is given.
   */
  readonly at: (expiration: string, strike: number, root?: string) => Pair | undefined
}

const rootOf = (ticker: string): string =>
  Either.match(OptionTicker.parse(ticker), { onLeft: () => ticker, onRight: ({ root }) => root })

const ascending = <A extends string | number>(values: Iterable<A>): ReadonlyArray<A> =>
  [...new Set(values)].sort((one, other) => (one < other ? -1 : 1))

const keyOf = (expiration: string, strike: number): string => `${expiration} ${strike}`

/** Arranges the contracts of a chain. Every contract is in a pair, or among the `others`. */
export const matrix = (contracts: Iterable<ChainContract>): Matrix => {
  const cells = new Map<string, Array<Pair>>()
  const others: Array<ChainContract> = []
  for (const contract of contracts) {
    const { contract_type: type, expiration_date: date, strike_price: strike, ticker } = contract.details
    if (date === undefined || strike === undefined || (type !== "call" && type !== "put")) {
      others.push(contract)
      continue
    }
    const root = rootOf(ticker)
    const key = keyOf(date, strike)
    const cell = cells.get(key) ?? []
    const index = cell.findIndex((pair) => pair.root === root)
    const pair = cell[index] ?? { expiration_date: date, strike_price: strike, root }
    if (type in pair) others.push(contract)
    else cell[index < 0 ? cell.length : index] = { ...pair, [type]: contract }
    cells.set(key, cell)
  }
  const pairs = [...cells.values()]
    .flatMap((cell) => cell.sort((one, other) => (one.root < other.root ? -1 : 1)))
    .sort((one, other) =>
      one.expiration_date === other.expiration_date
        ? one.strike_price - other.strike_price
        : one.expiration_date < other.expiration_date
          ? -1
          : 1,
    )
  return {
    expirations: ascending(pairs.map(({ expiration_date: date }) => date)),
    strikes: ascending(pairs.map(({ strike_price: strike }) => strike)),
    pairs,
    others,
    at: (expiration, strike, root) =>
      cells.get(keyOf(expiration, strike))?.find((pair) => root === undefined || pair.root === root),
  }
}

/** Price or value of the underlying, as the contracts of a chain tell it. */
const underlyingOf = ({ call, put }: Pair): number => {
  const asset = call?.underlying_asset ?? put?.underlying_asset
  return asset?.price ?? asset?.value ?? Number.NaN
}

/** Implied volatilities of one expiration by strike, as columns of one length. A value that is not known is `NaN`. */
export interface Smile {
  /** Strike prices, dollars, ascending. */
  readonly strike_price: Float64Array
  /** Strike by the underlying's price. */
  readonly moneyness: Float64Array
  /** Implied volatilities of the calls, as fractions a year. */
  readonly call: Float64Array
  /** Implied volatilities of the puts, as fractions a year. */
  readonly put: Float64Array
}

/** Returns the smile of an expiration; its columns are empty if the chain does not have the expiration. */
export const smile = ({ pairs }: Matrix, expiration: string): Smile => {
  const own = pairs.filter(({ expiration_date: date }) => date === expiration)
  const column = (value: (pair: Pair) => number | undefined) =>
    Float64Array.from(own, (pair) => value(pair) ?? Number.NaN)
  return {
    strike_price: column(({ strike_price: strike }) => strike),
    moneyness: column((pair) => pair.strike_price / underlyingOf(pair)),
    call: column(({ call }) => call?.implied_volatility),
    put: column(({ put }) => put?.implied_volatility),
  }
}

/** Implied volatilities at the money by expiration, as columns of one length. */
export interface TermStructure {
  /** Expirations, `yyyy-mm-dd`, ascending. */
  readonly expiration_date: ReadonlyArray<string>
  /**
   * Implied volatilities at the underlying's price, as fractions a year: means of call and put, on the line between the
   * strikes on both sides. `NaN` where they are not known on both.
   */
  readonly volatility: Float64Array
}

const meanOf = (values: ReadonlyArray<number>): number => {
  const known = values.filter((value) => !Number.isNaN(value))
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

const atTheMoney = ({ call, moneyness, put }: Smile): number => {
  const points = Array.from(moneyness, (at, index) => ({ at, volatility: meanOf([call[index]!, put[index]!]) })).filter(
    ({ volatility }) => !Number.isNaN(volatility),
  )
  const after = points.findIndex(({ at }) => at >= 1)
  const [lower, upper] = [points[after - 1], points[after]]
  if (upper?.at === 1) return upper.volatility
  if (lower === undefined || upper === undefined) return Number.NaN
  return lower.volatility + ((1 - lower.at) / (upper.at - lower.at)) * (upper.volatility - lower.volatility)
}

/** Returns the term structure of a chain. */
export const termStructure = (chain: Matrix): TermStructure => ({
  expiration_date: chain.expirations,
  volatility: Float64Array.from(chain.expirations, (expiration) => atTheMoney(smile(chain, expiration))),
})

/** Assumptions about the market that a chain does not tell. */
export interface Assumptions {
  /** Risk-free interest, continuously compounded, as a fraction a year. */
  readonly rate: number
  /** Dividends of the underlying, continuously paid, as a fraction of its price a year. */
  readonly dividendYield: number
}

/** Volatility and greeks that follow from a price. */
export interface Implied {
  /** Implied volatility, as a fraction a year. */
  readonly volatility: number
  /** Greeks at this volatility; absent where the price does not depend on it. */
  readonly greeks?: Required<Greeks>
}

const perMilli = 1_000_000n

/**
 * Returns volatility and greeks of a contract from its own price: the middle of the last quote, without one the last
 * price of the day. `undefined` if the chain lacks the price, its time, a term or the underlying's price, and if no
 * volatility gives the price. Outside of the regular session the underlying's price is later than the option's.
 */
export const implied = (
  { day, details, last_quote: quote, underlying_asset: asset }: ChainContract,
  { dividendYield, rate }: Assumptions,
): Implied | undefined => {
  const { contract_type, exercise_style, expiration_date, strike_price } = details
  const paid = quote?.midpoint ?? day?.close
  const updated = quote?.midpoint === undefined ? day?.last_updated : quote.last_updated
  const underlying = asset?.price ?? asset?.value
  if (contract_type === undefined || exercise_style === undefined || expiration_date === undefined) return undefined
  if (strike_price === undefined || paid === undefined || updated === undefined || underlying === undefined) {
    return undefined
  }
  const years = OptionPricing.yearsUntil(expiration_date, Number(updated / perMilli))
  const contract = { contract_type, exercise_style, strike_price, years, rate, dividendYield }
  const volatility = OptionPricing.impliedVolatility(contract, underlying, paid)
  if (volatility === undefined) return undefined
  const greeks = OptionPricing.greeks({ ...contract, volatility }, underlying)
  return { volatility, ...(greeks && { greeks }) }
}
