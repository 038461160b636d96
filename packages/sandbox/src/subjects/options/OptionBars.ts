/**
 * Bars and quotes of option contracts, computed from the prices of their underlying: options trade in its regular
 * session only.
 *
 * @module
 */
import type * as Calendar from "@candela/market/Calendar"
import { session as sessionOn } from "@candela/market/Calendar"
import { stocks } from "@candela/market/Market"
import { dayMillis } from "@candela/market/TimeZone"
import { round } from "../../numbers/Rounding.js"
import type { BaseBar } from "../bars/BaseBar.js"
import type * as OptionContracts from "./OptionContracts.js"
import * as OptionPricing from "./OptionPricing.js"
import { riskFreeRate, underlyings } from "./underlyings.js"

const year = 365 * dayMillis

/** Terms of a contract at an instant (epoch milliseconds). It expires when its last session closes. */
export const termsAt = (contract: OptionContracts.OptionContract, instant: number): OptionPricing.Terms => {
  const expiration = sessionOn(contract.expiration_date)!.close
  return {
    ...contract,
    years: Math.max(0, expiration - instant) / year,
    rate: riskFreeRate,
    dividendYield: underlyings.find(({ ticker }) => ticker === contract.underlying_ticker)?.dividendYield ?? 0,
    volatility: contract.implied_volatility,
  }
}

/** Minimum price of a trade. */
const cent = 0.01

/** Price of a contract at an instant, in whole cents. */
export const priceAt = (contract: OptionContracts.OptionContract, instant: number) => {
  const terms = termsAt(contract, instant)
  return (underlying: number) => Math.max(cent, round(OptionPricing.price(terms, underlying), 2))
}

/** Bar of a contract, from the prices of a span of the underlying's session at given instants. */
const barOf = (
  contract: OptionContracts.OptionContract,
  { h, l, o, c, t }: BaseBar,
  at: { readonly open: number; readonly high: number; readonly low: number; readonly close: number },
  /** Elapsed part of a session. */
  part: number,
): BaseBar => {
  const [most, least] = contract.contract_type === "call" ? [h, l] : [l, h]
  const open = priceAt(contract, at.open)(o)
  const close = priceAt(contract, at.close)(c)
  const high = Math.max(open, close, priceAt(contract, at.high)(most))
  const low = Math.min(open, close, priceAt(contract, at.low)(least))
  // About a tenth of the open interest trades in a session, a few contracts at a time, and at least
  // one at each of the four prices.
  const volume = Math.max(4, Math.ceil(((contract.open_interest + 10) / 10) * part))
  const average = round((high + low + 2 * close) / 4, stocks.decimals)
  return { t, o: open, h: high, l: low, c: close, v: volume, vw: average, n: Math.max(4, Math.ceil(volume / 4)) }
}

const minute = 60_000

/**
 * Bar of a contract in a session so far, from that of its underlying up to `until`. Time value decays: the high is
 * priced at the opening, the low at the close, so that neither depends on the time of the request.
 */
export const ofSession = (
  contract: OptionContracts.OptionContract,
  bar: BaseBar,
  hours: Calendar.Session,
  until: number,
): BaseBar =>
  barOf(
    contract,
    bar,
    { open: hours.open, high: hours.open, low: hours.close, close: until },
    (until - hours.open) / (hours.close - hours.open),
  )

/** Bar of a contract in a minute of a session, from that of its underlying: it is priced at the end of the minute. */
export const ofMinute = (contract: OptionContracts.OptionContract, bar: BaseBar, hours: Calendar.Session): BaseBar => {
  const end = bar.t + minute
  return barOf(contract, bar, { open: end, high: end, low: end, close: end }, minute / (hours.close - hours.open))
}

/** Quote with bid and ask at the same distance from a price, a cent or one percent. */
export const quoteOf = (price: number): { readonly ask: number; readonly bid: number } => {
  const half = Math.max(cent, round(price / 100, 2))
  return { ask: round(price + half, 2), bid: Math.max(0, round(price - half, 2)) }
}
