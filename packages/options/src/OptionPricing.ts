/**
 * Prices of options, and what follows from one: greeks and implied volatility.
 *
 * European options are priced by the formula of Black, Scholes and Merton with a continuous dividend
 * yield, American ones by the binomial tree of Leisen and Reimer (1996): it needs a few lines,
 * converges smoothly, and with 101 steps is accurate to about a cent for an underlying at 100 dollars.
 *
 * ```ts
 * const terms = { contract_type: "call", exercise_style: "american", strike_price: 200 } as const
 * const market = { years: 0.05, rate: 0.0425, dividendYield: 0.005 }
 * OptionPricing.impliedVolatility({ ...terms, ...market }, 201.5, 4.1)
 * ```
 *
 * @module
 */
import * as Calendar from "@candela/market/Calendar"
import type { Greeks, OptionDetails } from "@candela/market/InstrumentState"

/** Terms of an option, without its volatility. */
export interface Contract extends Required<Pick<OptionDetails, "contract_type" | "exercise_style" | "strike_price">> {
  /** Time to expiration, years. */
  readonly years: number
  /** Risk-free interest, continuously compounded, as a fraction a year. */
  readonly rate: number
  /** Dividends of the underlying, continuously paid, as a fraction of its price a year. */
  readonly dividendYield: number
}

/** Price factors of an option besides the underlying's price. */
export interface Terms extends Contract {
  /** Standard deviation of the underlying's returns, as a fraction a year. */
  readonly volatility: number
}

const year = 365 * 86_400_000

/**
 * Returns the years (of 365 days) from an instant, epoch milliseconds, to the end of a contract: the close of the
 * regular session of its last day (`yyyy-mm-dd`), or of the last session before. 0 afterwards.
 */
export const yearsUntil = (expiration: string, epochMillis: number): number => {
  const { close } = Calendar.session(expiration) ?? Calendar.previousSession(expiration)
  return Math.max(0, close - epochMillis) / year
}

/** Coefficients of Hart's rational function of the distribution's tail, of descending powers. */
const numerator = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
] as const
const denominator = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
] as const

/** Returns the standard normal distribution function, to about 15 decimals: Hart (1968), as in West (2005). */
export const normal = (x: number): number => {
  const at = Math.abs(x)
  if (at > 8) return x > 0 ? 1 : 0
  let above = 0
  for (const coefficient of numerator) above = above * at + coefficient
  let below = 0
  for (const coefficient of denominator) below = below * at + coefficient
  const tail = (Math.exp((-x * x) / 2) * above) / below
  return x > 0 ? 1 - tail : tail
}

/** 1 for a call, -1 for a put. */
const signOf = ({ contract_type: type }: Contract): number => (type === "call" ? 1 : -1)

/** Returns the exercise value of an option, dollars a share. */
export const intrinsic = (terms: Contract, underlying: number): number =>
  Math.max(0, signOf(terms) * (underlying - terms.strike_price))

/** Distances from the strike, in standard deviations, that both methods use. */
const distances = (terms: Terms, underlying: number): readonly [number, number] => {
  const { dividendYield, rate, strike_price: strike, volatility, years } = terms
  const deviation = volatility * Math.sqrt(years)
  const first = (Math.log(underlying / strike) + (rate - dividendYield) * years) / deviation + deviation / 2
  return [first, first - deviation]
}

const european = (terms: Terms, underlying: number): number => {
  const { dividendYield, rate, strike_price: strike, years } = terms
  const sign = signOf(terms)
  const [first, second] = distances(terms, underlying)
  const received = underlying * Math.exp(-dividendYield * years) * normal(sign * first)
  return sign * (received - strike * Math.exp(-rate * years) * normal(sign * second))
}

/** Odd, so that the strike is halfway between two final prices. */
const steps = 101

/**
 * Probability of an upward step for a final distance of the strike in standard deviations: Peizer
 * and Pratt's second inversion.
 */
const probability = (distance: number): number => {
  const scaled = distance / (steps + 1 / 3 + 0.1 / (steps + 1))
  return 0.5 + (Math.sign(distance) / 2) * Math.sqrt(1 - Math.exp(-scaled * scaled * (steps + 1 / 6)))
}

const american = (terms: Terms, underlying: number): number => {
  const { dividendYield, rate, strike_price: strike, years } = terms
  const sign = signOf(terms)
  const [first, second] = distances(terms, underlying)
  // Too far from the strike the probabilities of the tree lose their digits, but exercise is certain or ruled out.
  if (Math.max(Math.abs(first), Math.abs(second)) > 6) {
    return Math.max(intrinsic(terms, underlying), european(terms, underlying))
  }
  const up = probability(second)
  const growth = Math.exp(((rate - dividendYield) * years) / steps)
  const rise = (growth * probability(first)) / up
  const fall = (growth * (1 - probability(first))) / (1 - up)
  const discount = Math.exp((-rate * years) / steps)
  const [weightUp, weightDown] = [discount * up, discount * (1 - up)]
  // Works back from the final prices to the first one. The price after `rises` of a step is that of
  // the next step before a fall.
  const prices = Float64Array.from(
    { length: steps + 1 },
    (_, rises) => underlying * rise ** rises * fall ** (steps - rises),
  )
  const values = prices.map((price) => Math.max(0, sign * (price - strike)))
  for (let step = steps - 1; step >= 0; step--) {
    for (let rises = 0; rises <= step; rises++) {
      const held = weightUp * values[rises + 1]! + weightDown * values[rises]!
      const exercised = sign * ((prices[rises]! /= fall) - strike)
      values[rises] = held > exercised ? held : exercised
    }
  }
  return values[0]!
}

/** Returns the price of an option at a price of the underlying, dollars a share, unrounded. */
export const price = (terms: Terms, underlying: number): number => {
  if (terms.years <= 0) return intrinsic(terms, underlying)
  return terms.exercise_style === "american" ? american(terms, underlying) : european(terms, underlying)
}

/** Slope of a function, from its values on both sides. */
const slope = (value: (at: number) => number, at: number, distance: number): number =>
  (value(at + distance) - value(at - distance)) / (2 * distance)

/**
 * Returns the greeks of an option, in the units of {@link Greeks}: differences of {@link price}, so that they agree
 * with it for every method. `undefined` when the price does not depend on the volatility: at expiration, and far in or
 * out of the money.
 */
export const greeks = (terms: Terms, underlying: number): Required<Greeks> | undefined => {
  const { volatility, years } = terms
  if (years <= 0) return undefined
  const vega = slope((at) => price({ ...terms, volatility: at }, underlying), volatility, volatility / 200) / 100
  if (vega < leastVega) return undefined
  const at = (moved: number) => price(terms, moved)
  const distance = underlying * volatility * Math.sqrt(years) * 0.05
  const [below, here, above] = [at(underlying - distance), at(underlying), at(underlying + distance)]
  return {
    delta: (above - below) / (2 * distance),
    gamma: (above - 2 * here + below) / distance ** 2,
    theta: -slope((at) => price({ ...terms, years: at }, underlying), years, years / 100) / 365,
    vega,
  }
}

/** Below this vega a cent is worth a percentage point of volatility and more: the price tells none. */
const leastVega = 0.0001

/** Volatilities between which an implied one is searched, and how exactly. */
const [lowest, highest, exactness] = [0.001, 20, 1e-9]

/**
 * Returns the volatility at which an option has a price (dollars a share), as a fraction a year: the inverse of
 * {@link price}. `undefined` for a price that none gives: at or below what immediate exercise or the forward is worth,
 * above the underlying's (a put: the strike's) price, or no number; and at expiration.
 */
export const impliedVolatility = (contract: Contract, underlying: number, paid: number): number | undefined => {
  const excess = (volatility: number) => price({ ...contract, volatility }, underlying) - paid
  if (!(contract.years > 0) || !Number.isFinite(paid)) return undefined
  let [low, high] = [lowest, highest]
  let [below, above] = [excess(low), excess(high)]
  // protects: A price that no volatility gives has none.
  // mutant: "has none where no volatility gives the price": !(below < 0 && above >= 0) → false
  if (!(below < 0 && above >= 0)) return undefined
  // The method of false position, with half of the weight (Illinois) where an end stays.
  for (let step = 0; step < 100 && high - low > exactness; step++) {
    const next = step % 4 === 3 ? (low + high) / 2 : (low * above - high * below) / (above - below)
    const found = excess(next)
    if (found === 0) return next
    if (found < 0) {
      ;[low, below] = [next, found]
      above /= 2
    } else {
      ;[high, above] = [next, found]
      below /= 2
    }
  }
  return (low + high) / 2
}
