/**
 * Bars of option contracts. They follow from those of the underlying in the regular session, the
 * only time at which options trade here: in each of its minutes the contract costs what the model
 * gives at the underlying's prices. Nothing is stored. The bar of a day is made of its minutes;
 * that of a day without minutes, of the underlying's session.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dateOf, dayMillis, dayNumber, startOfDay } from "@candela/market/TimeZone"
import * as Calendar from "@candela/market/Calendar"
import * as OptionPricing from "@candela/options/OptionPricing"
import { Effect } from "effect"
import { round } from "../../numbers/Rounding.js"
import { tickerIn } from "../../store/tickerIn.js"
import type { RowRange } from "../../store/readTable.js"
import * as Remembered from "../../store/remembered.js"
import { Store, type StoreError } from "../../store/Store.js"
import { turn } from "../../store/turns.js"
import { type BaseBar, combine } from "../bars/BaseBar.js"
import * as Deriving from "../bars/Deriving.js"
import { type BarTables, endOfMinutes, storedMinutes } from "../bars/Reader.js"
import * as OptionContracts from "./OptionContracts.js"
import { riskFreeRate, type Underlying, underlyings } from "./underlyings.js"

/** Contracts with these tickers. */
export const contracts = (
  tickers: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<OptionContracts.OptionContract>, StoreError, Store> =>
  Effect.gen(function* () {
    if (tickers.length === 0) return []
    const { query } = yield* Store
    const { name, read, select } = OptionContracts.table
    return (yield* query(`SELECT ${select} FROM ${name} WHERE ${tickerIn(tickers)}`, tickers)).map(read)
  })

const minute = 60_000
const year = 365 * dayMillis
const usualMinutes = 390

const underlyingOf = ({ underlying_ticker: of }: OptionContracts.OptionContract): Underlying =>
  underlyings.find(({ ticker }) => ticker === of)!

/** Terms of a contract at an instant (epoch milliseconds). It expires when its last session closes. */
export const termsAt = (contract: OptionContracts.OptionContract, instant: number): OptionPricing.Terms => ({
  contract_type: contract.contract_type,
  exercise_style: contract.exercise_style,
  strike_price: contract.strike_price,
  years: OptionPricing.yearsUntil(contract.expiration_date, instant),
  rate: riskFreeRate,
  dividendYield: underlyingOf(contract).dividendYield,
  volatility: contract.implied_volatility,
})

/** Minimum price of a trade. */
const cent = 0.01

/** Opening and close of a session. */
type Hours = Pick<Calendar.Session, "close" | "open">

/** Price of a contract in a session, in whole cents, at a price of the underlying and an instant. */
export type Pricer = (underlying: number, instant: number) => number

/**
 * Prices a contract in a session. What the right of early exercise adds is interpolated between prices of the
 * underlying, and between opening and close: it changes slowly, and a tree for each price of a session takes too long.
 */
export const pricer = (contract: OptionContracts.OptionContract, { close, open }: Hours): Pricer => {
  const { step } = underlyingOf(contract)
  const european = { ...termsAt(contract, open), exercise_style: "european" }
  const expiry = Calendar.session(contract.expiration_date)!.close
  const yearsAt = (instant: number) => Math.max(0, expiry - instant) / year
  const grid = step / 5
  const known = new Map<number, readonly [number, number]>()
  const right = (place: number, instant: number) => {
    const terms = { ...european, years: yearsAt(instant) }
    const at = place * grid
    return OptionPricing.price({ ...terms, exercise_style: "american" }, at) - OptionPricing.price(terms, at)
  }
  const rightsAt = (place: number) => {
    const found = known.get(place) ?? ([right(place, open), right(place, close)] as const)
    known.set(place, found)
    return found
  }
  const isAmerican = contract.exercise_style === "american"
  return (underlying, instant) => {
    const terms = { ...european, years: yearsAt(instant) }
    let value = OptionPricing.price(terms, underlying)
    if (isAmerican && terms.years > 0) {
      const place = Math.floor(underlying / grid)
      const [over, late] = [underlying / grid - place, (instant - open) / (close - open)]
      const [lower, upper] = [rightsAt(place), rightsAt(place + 1)]
      const at = (end: 0 | 1) => lower[end] * (1 - over) + upper[end] * over
      value = Math.max(OptionPricing.intrinsic(terms, underlying), value + at(0) * (1 - late) + at(1) * late)
    }
    return Math.max(cent, round(value, 2))
  }
}

/** Usual volume of a minute: a tenth of the open interest trades in a session, and at least one at each price. */
const usualVolume = ({ open_interest: interest }: OptionContracts.OptionContract) =>
  Math.max(4, (interest + 10) / 10 / usualMinutes)

/**
 * Bar from those prices of the underlying that are best and worst for the owner, at the earliest and latest instant.
 */
const barOf = (
  { contract_type: type }: OptionContracts.OptionContract,
  price: Pricer,
  bar: BaseBar,
  { close, open }: Hours,
  volume: number,
): BaseBar => {
  const [best, worst] = type === "call" ? [bar.h, bar.l] : [bar.l, bar.h]
  const o = price(bar.o, open)
  const c = price(bar.c, close)
  const h = Math.max(o, c, price(best, open))
  const l = Math.min(o, c, price(worst, close))
  const vw = round((h + l + 2 * c) / 4, stocks.decimals)
  return { t: bar.t, o, h, l, c, v: volume, vw, n: Math.max(4, Math.ceil(volume / 4)) }
}

/** Derives the bar of a minute of a session from that of the underlying. */
export const ofMinute = (contract: OptionContracts.OptionContract, hours: Hours): ((bar: BaseBar) => BaseBar) => {
  const price = pricer(contract, hours)
  const usual = usualVolume(contract)
  return (bar) => {
    const share = 0.5 + Deriving.chanceOf(bar, minute)()
    const volume = Math.max(4, Math.round(usual * share))
    return barOf(contract, price, bar, { open: bar.t, close: bar.t + minute }, volume)
  }
}

/** Bars of a session's minutes, from those of the underlying. */
export const ofMinutes = (
  contract: OptionContracts.OptionContract,
  hours: Hours,
  minutes: ReadonlyArray<BaseBar>,
): ReadonlyArray<BaseBar> => minutes.map(ofMinute(contract, hours))

/** Quote with bid and ask at the same distance from a price, a cent or one percent. */
export const quoteOf = (price: number): { readonly ask: number; readonly bid: number } => {
  const half = Math.max(cent, round(price / 100, 2))
  return { ask: round(price + half, 2), bid: Math.max(0, round(price - half, 2)) }
}

/** Bar of a session without minutes, from that of the underlying. */
export const ofSession = (
  contract: OptionContracts.OptionContract,
  hours: Calendar.Session,
  session: BaseBar,
): BaseBar => {
  const minutes = (hours.close - hours.open) / minute
  const volume = Math.round(usualVolume(contract) * minutes)
  return barOf(contract, pricer(contract, hours), { ...session, t: hours.midnight }, hours, volume)
}

/** Bar of a session so far; `undefined` without minutes. */
export const ofDay = (hours: Calendar.Session, minutes: ReadonlyArray<BaseBar>): BaseBar | undefined =>
  minutes.length === 0 ? undefined : combine(minutes, hours.midnight, stocks.decimals)

interface StoredSession extends BaseBar {
  readonly date: string
}

const sessionsSql = `
  SELECT date, t::DOUBLE AS t, session_open AS o, session_high AS h, session_low AS l, session_close AS c, v, vw, n::DOUBLE AS n
  FROM day_bars WHERE ticker = $1 AND date >= $2 AND date <= $3 AND session_open IS NOT NULL`

/** Sessions of a contract's life that a range touches, in its order, as far as they have begun. */
const sessionsIn = (
  { expiration_date, listed_date }: OptionContracts.OptionContract,
  { from, sort, to }: RowRange,
  now: number,
) => {
  const last = dateOf(stocks.zone, Math.min(now, to - 1))
  const first = Number.isFinite(from) && from > 0 ? dateOf(stocks.zone, from) : listed_date
  const all = Calendar.sessions(
    first > listed_date ? first : listed_date,
    last < expiration_date ? last : expiration_date,
  ).filter(({ close, midnight, open }) => open < now && close > from && midnight < to)
  return sort === "asc" ? all : all.reverse()
}

/** Maximum number of remembered days: the chains of a few weeks. */
const mostDays = 20_000

/**
 * Bars of completed sessions by contract and date. A session has some 400 prices, and the pages of an indicator ask
 * for the same ones again and again.
 */
const remembered = Remembered.make<BaseBar | undefined>(mostDays)

/** The bars of a contract as seen at an instant; none for a ticker that no contract has. */
export const tablesOf = (
  ticker: string,
  now: number,
): Effect.Effect<BarTables & { readonly contract: OptionContracts.OptionContract | undefined }, StoreError, Store> =>
  Effect.map(contracts([ticker]), ([contract]) => {
    if (contract === undefined) return { contract, minutes: () => Effect.succeed([]), days: () => Effect.succeed([]) }
    const underlying = contract.underlying_ticker
    /** Minutes of a session in a range, in the order of time. */
    const minutesOf = (hours: Calendar.Session, from: number, to: number) =>
      Effect.map(
        storedMinutes(underlying, {
          from: Math.max(from, hours.open),
          to: Math.min(to, hours.close, endOfMinutes(now)),
          sort: "asc",
          limit: usualMinutes,
        }),
        (minutes) => ofMinutes(contract, hours, minutes),
      )
    const minutes: BarTables["minutes"] = (range) =>
      Effect.gen(function* () {
        const found: Array<BaseBar> = []
        for (const hours of sessionsIn(contract, range, now)) {
          const bars = yield* minutesOf(hours, range.from, range.to)
          found.push(...(range.sort === "asc" ? bars : [...bars].reverse()))
          if (found.length >= range.limit) break
          yield* turn
        }
        return found.slice(0, range.limit)
      })
    const days: BarTables["days"] = (range) =>
      Effect.gen(function* () {
        // A day is stamped with its midnight.
        const sessions = sessionsIn(contract, range, now).filter(({ midnight }) => midnight >= range.from)
        const store = yield* Store
        const stored = yield* store.query<StoredSession>(sessionsSql, [
          underlying,
          contract.listed_date,
          contract.expiration_date,
        ])
        const barOfSession = (hours: Calendar.Session) =>
          Effect.gen(function* () {
            const soFar = ofDay(hours, yield* minutesOf(hours, hours.open, hours.close))
            yield* turn
            if (soFar !== undefined || hours.close > now) return soFar
            const session = stored.find(({ date }) => date === hours.date)
            return session && ofSession(contract, hours, session)
          })
        const found: Array<BaseBar> = []
        for (const hours of sessions) {
          if (found.length >= range.limit) break
          const computed = barOfSession(hours)
          // protects: The pages of a contract's indicators do not price each session again.
          // mutant: "computes the bar of a completed session once": hours.close <= now ? → hours.close < 0 ?
          const bar = yield* hours.close <= now ? remembered(`${ticker} ${hours.date}`, computed) : computed
          if (bar !== undefined) found.push(bar)
        }
        return found
      })
    return { contract, minutes, days }
  })

/** Bar of a contract on a date (`yyyy-mm-dd`), so far if it is today; `undefined` if it was not traded. */
export const onDate = ({ days }: BarTables, date: string): Effect.Effect<BaseBar | undefined, StoreError, Store> => {
  const [from, to] = [dayNumber(date), dayNumber(date) + 1].map((day) => startOfDay(stocks.zone, day))
  return Effect.map(days({ from: from!, to: to!, sort: "asc", limit: 1 }), ([bar]) => bar)
}
