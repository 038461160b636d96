/** Minute and session bars of futures contracts. @module */
import * as Field from "@candela/core/declare/Field"
import { futures } from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { dateOfDay } from "@candela/market/TimeZone"
import { Effect, Schema } from "effect"
import * as Table from "../../store/Table.js"
import { chosen, minuteDates } from "../../generate/Extent.js"
import * as Calendar from "./calendar.js"
import { contractsOf, isActive, placeOf } from "./contracts.js"
import { minutesOf } from "./minutes.js"
import { products } from "./products.js"
import { combine } from "./trades.js"
import { type ContractSession, contractSession, settlementPrice, walk, wholeSession } from "./walk.js"
import type { Generator, World } from "../../generate/Generator.js"

const trades = {
  ticker: Field.required(Schema.String),
  /** Start of the window, epoch milliseconds. */
  t: Field.required(Schema.Int),
  o: Field.required(Schema.Number),
  h: Field.required(Schema.Number),
  l: Field.required(Schema.Number),
  c: Field.required(Schema.Number),
  /** Contracts traded. */
  v: Field.required(Schema.Int),
  /** Dollar volume: sum of price times size. */
  dv: Field.required(Schema.Number),
  /** Number of trades. */
  n: Field.required(Schema.Int),
}

/** Stored minute with trades. */
export interface FuturesMinuteBar extends Field.Row<typeof trades> {}

/** Table with one row per minute with trades, ordered by contract and time. */
export const minuteBars = Table.of("futures_minute_bars", { row: Field.struct(trades), key: ["ticker", "t"] })

const sessionFields = {
  ...trades,
  /** Trading date. */
  date: Field.required(Schema.String),
  settlement: Field.required(Schema.Number),
}

/** Stored session with trades, which is completed. One with minutes is their aggregation. */
export interface SessionBar extends Field.Row<typeof sessionFields> {}

/** Table with one row per completed session with trades, ordered by contract and date. */
export const sessionBars = Table.of("futures_session_bars", {
  row: Field.struct(sessionFields),
  key: ["ticker", "date"],
})

/** Maximum delay of a plan: a key sees a session as in progress for at most this time after its end. */
const longestDelay = 8 * 3_600_000

/** Minute bars by columns, since they are many. */
type MinuteColumns = { readonly [K in keyof FuturesMinuteBar]: Array<FuturesMinuteBar[K]> }

/** Empty columns of minute bars. */
export const emptyMinutes = (): MinuteColumns => ({
  ticker: [],
  t: [],
  o: [],
  h: [],
  l: [],
  c: [],
  v: [],
  dv: [],
  n: [],
})

/**
 * Adds the minutes of a contract's sessions, and returns the bars of the completed ones;
 * `hasMinutes` tells which sessions are made of minutes.
 */
export const addBars = (
  minutes: MinuteColumns,
  sessions: ReadonlyArray<ContractSession>,
  hasMinutes: (session: ContractSession) => boolean,
  now: number,
): ReadonlyArray<SessionBar> => {
  const whole: Array<SessionBar> = []
  for (const trading of sessions) {
    const { contract, session } = trading
    const { ticker } = contract
    const ofSession = hasMinutes(trading) ? minutesOf(trading, now) : []
    for (const { c, dv, h, l, n, o, t, v } of ofSession) {
      minutes.ticker.push(ticker)
      minutes.t.push(t)
      minutes.o.push(o)
      minutes.h.push(h)
      minutes.l.push(l)
      minutes.c.push(c)
      minutes.v.push(v)
      minutes.dv.push(dv)
      minutes.n.push(n)
    }
    if (session.close > now) continue
    const traded = hasMinutes(trading)
      ? ofSession.length === 0
        ? undefined
        : combine(ofSession)
      : wholeSession(trading)
    if (traded === undefined) continue
    const settlement = settlementPrice(trading, traded)
    whole.push({ ticker, date: session.date, t: session.open, ...traded, settlement })
  }
  return whole
}

/** Bars of a product's contracts, one contract after the other. */
const ofProduct = (product: (typeof products)[number], { extent, now, random }: World) => {
  const minutes = emptyMinutes()
  const market = extent.markets.futures
  if (market === undefined) return { minutes, sessions: [] }
  const today = dateOfDay(Session.dayOf(futures, now))
  const sessions = Calendar.sessions(extent.from, today).filter(({ open }) => open < now)
  const dates = sessions.map(({ date }) => date)
  const contracts = contractsOf(product, extent.from, today)
  const levels = walk(product, random, sessions)
  const bars = chosen(contracts, market).flatMap((contract) => {
    const withMinutes = new Set(minuteDates(market, contract.ticker, dates))
    const trading = levels.flatMap((level) =>
      isActive(contract, level.session.date)
        ? [contractSession(contract, level, placeOf(contract, contracts, level.session.day), random)]
        : [],
    )
    return addBars(
      minutes,
      trading,
      ({ place, session }) =>
        (place === 0 && withMinutes.has(session.date)) ||
        // Only minutes show the trades so far of a session in progress.
        session.close > now - longestDelay,
      now,
    )
  })
  return { minutes, sessions: bars }
}

/** Writes the bars of futures contracts. */
export const generator: Generator = {
  name: "futures bars",
  tables: [minuteBars, sessionBars],
  needs: [],
  weight: 9,
  write: (world) =>
    Effect.forEach(
      products,
      (product, index) => {
        const { minutes, sessions } = ofProduct(product, world)
        return Effect.zipRight(
          minuteBars.appendColumns(world.statements, minutes),
          Effect.zipRight(sessionBars.append(world.statements, sessions), world.advance(index / products.length)),
        )
      },
      { discard: true },
    ),
}
