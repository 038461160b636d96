import type { World } from "../../generate/Generator.js"
import type { Random } from "../../numbers/random.js"
import type { TradingSession } from "./calendar.js"
import type { Contract } from "./contracts.js"
import type { Product } from "./products.js"
import { type Trades, toTrades } from "./trades.js"

/** Prices of a product in a session, before adjustment for a contract's time to expiry. */
export interface Level {
  readonly session: TradingSession
  readonly open: number
  readonly close: number
  /** Activity of the session: about 1. */
  readonly excitement: number
}

/** Mean reversion of the price to its start, per session. */
const reversion = 0.01

/** Sessions of a product: each begins near the end of the last one. No session depends on later ones. */
export const walk = (
  product: Product,
  random: World["random"],
  sessions: ReadonlyArray<TradingSession>,
): ReadonlyArray<Level> => {
  const { price, product_code, volatility } = product
  let last = price
  return sessions.map((session) => {
    const chance = random(`futures ${product_code}`, session.day)
    const open = last * (1 + volatility * 0.2 * chance.normal() + (reversion * (price - last)) / price)
    const change = volatility * chance.normal()
    last = open * (1 + change)
    const excitement = 0.6 + 0.5 * chance.uniform() + (0.25 * Math.abs(change)) / volatility
    return { session, open, close: last, excitement }
  })
}

/** Contract in a session. Prices are in whole ticks. */
export interface ContractSession {
  readonly contract: Contract
  readonly session: TradingSession
  readonly open: number
  readonly close: number
  /** Place of the contract: 0 is the front one. */
  readonly place: number
  /** Contract's share of the product's volume. */
  readonly share: number
  /** Volume, contracts. */
  readonly volume: number
  /** Random stream for the rest of the session. */
  readonly random: Random
}

/** Shares of the volume by a contract's place, from the front one on. */
const shares = [0.85, 0.11, 0.02, 0.006, 0.001, 0.0001, 0.00001]
/** Share of a contract that is about to expire. */
const expiring = 0.06

/** Makes a contract in a session of its product, given its place among the contracts. */
export const contractSession = (
  contract: Contract,
  level: Level,
  place: number,
  random: World["random"],
): ContractSession => {
  const { lastTradeDay, product, ticker } = contract
  const { session } = level
  const years = (lastTradeDay - session.day) / 365
  const ticks = product.ticks * (1 + product.carry * years)
  const chance = random(ticker, session.day)
  const share = place < 0 ? expiring : (shares[place] ?? 0)
  return {
    contract,
    session,
    open: Math.max(1, Math.round(level.open * ticks)),
    close: Math.max(1, Math.round(level.close * ticks)),
    place,
    share,
    volume: Math.round(product.volume * share * level.excitement * (0.7 + 0.6 * chance.uniform())),
    random: chance,
  }
}

/** Trades of a whole session without minutes; undefined without volume. */
export const wholeSession = ({ close, contract, open, random, volume }: ContractSession): Trades | undefined => {
  if (volume === 0) return undefined
  const { ticks, tradeSize, volatility } = contract.product
  const reach = () => Math.round(volatility * open * 0.4 * Math.abs(random.normal()))
  const transactions = Math.min(volume, Math.max(1, Math.round((volume / tradeSize) * (0.8 + 0.4 * random.uniform()))))
  const place = 0.3 + 0.4 * random.uniform()
  return toTrades({ open, close, above: reach(), below: reach(), volume, transactions, place }, ticks)
}

/** Settlement price of a session: within two ticks of the last price. */
export const settlementPrice = ({ contract, random }: ContractSession, { c, h, l }: Trades): number => {
  const { ticks } = contract.product
  const settled = Math.round(c * ticks) + Math.floor(random.uniform() * 5) - 2
  return Math.min(Math.max(settled, Math.round(l * ticks)), Math.round(h * ticks)) / ticks
}
