/**
 * Option contracts on a stock and on an index. Their prices are computed from those of the
 * underlying on request. @module
 */
import * as Field from "@candela/core/declare/Field"
import * as Structure from "@candela/core/internal/Structure"
import { dayNumber } from "@candela/market/TimeZone"
import { OptionDetails } from "@candela/market/InstrumentState"
import { Effect, Schema } from "effect"
import { round } from "../../numbers/Rounding.js"
import * as Table from "../../store/Table.js"
import type { Generator, World } from "../../generate/Generator.js"
import * as IndexBars from "../indices/IndexBars.js"
import { type Expiration, expirations, pastExpirations, strikes, tickerOf } from "./chain.js"
import { type Underlying, underlyings } from "./underlyings.js"
import * as StockBars from "../stocks/StockBars.js"

const fields = {
  ticker: Field.required(Schema.String),
  name: Field.required(Schema.String),
  /** Implied volatility for its prices, as a fraction per year. Call and put of a strike have the same. */
  implied_volatility: Field.required(Schema.Number),
  /** Open contracts at the end of the session before the data set's `now`, or before the expiration. */
  open_interest: Field.required(Schema.Int),
  /** First trading day. */
  listed_date: Field.required(Schema.String),
}

/** Contract: all its terms, and the input of its price. */
export interface OptionContract extends Required<OptionDetails>, Field.Row<typeof fields> {}

/** Table with one row per contract of the last year, also of those that have expired. */
export const table = Table.of("option_contracts", {
  row: Field.struct({ ...Structure.recordOf(OptionDetails.ast), ...fields }) as unknown as Schema.Schema<
    OptionContract,
    unknown
  >,
  key: ["ticker"],
})

/** Volatility of a strike: lowest above the usual price, steeper for the next days, higher for later ones. */
const volatilityOf = ({ level, volatility }: Underlying, strike: number, days: number) => {
  const distance = (strike / level - 1) / Math.sqrt((days + 20) / 60)
  return round(volatility * (1 + 0.05 * Math.log((days + 1) / 30)) * (1 - 0.8 * distance + 1.5 * distance ** 2), 4)
}

/** Close of a session, and the next day, on which it is known. */
interface Known {
  readonly date: string
  readonly close: number
  readonly next: string
}

/** Strikes by first listing day: each day, the missing strikes around the last close are listed. */
const listed = ({ step }: Underlying, expiration: Expiration, closes: ReadonlyArray<Known>) => {
  const found = new Map<number, string>()
  for (const { close, next } of closes) {
    if (next < expiration.listed || next > expiration.date) continue
    for (const strike of strikes(close, step)) if (!found.has(strike)) found.set(strike, next)
  }
  return found
}

/** Number of sessions until a contract has its full open interest. */
const maturing = 10

const contractsOf = (
  underlying: Underlying,
  expiration: Expiration,
  closes: ReadonlyArray<Known>,
  { random, today }: Pick<World, "random" | "today">,
): Parameters<typeof table.append>[1] => {
  // Of those that have expired, the days from their listing.
  const days = dayNumber(expiration.date) - dayNumber(expiration.date < today ? expiration.listed : today)
  const { exerciseStyle, interest, level, root, ticker: underlyingTicker } = underlying
  return [...listed(underlying, expiration, closes)].flatMap(([strike, since]) =>
    (["call", "put"] as const).map((type) => {
      const ticker = tickerOf(root, expiration.date, type, strike)
      const age = closes.filter(({ date }) => date >= since && date < expiration.date).length
      const popularity = (0.2 + random(ticker, 0).uniform()) / (1 + (10 * (strike / level - 1)) ** 2)
      return {
        ticker,
        name: `${root} $${strike} ${type === "call" ? "Call" : "Put"}`,
        contract_type: type,
        exercise_style: exerciseStyle,
        expiration_date: expiration.date,
        shares_per_contract: 100,
        strike_price: strike,
        underlying_ticker: underlyingTicker,
        implied_volatility: volatilityOf(underlying, strike, days),
        open_interest: Math.round(interest * popularity * Math.min(1, age / maturing)),
        listed_date: since,
      }
    }),
  )
}

/** Writes the contracts on the underlyings that have bars. */
export const generator: Generator = {
  name: "option contracts",
  tables: [table],
  needs: [StockBars.generator, IndexBars.generator],
  write: (world) =>
    Effect.gen(function* () {
      const { extent, statements, today } = world
      for (const underlying of underlyings) {
        const closes = yield* statements.query<Known>(
          `SELECT date, session_close AS close, lead(date, 1, $2) OVER (ORDER BY date) AS next
           FROM day_bars WHERE ticker = $1 AND session_close IS NOT NULL AND date < $2 ORDER BY date`,
          [underlying.ticker, today],
        )
        if (closes.length === 0) continue
        yield* table.append(
          statements,
          [...pastExpirations(extent.from, today), ...expirations(today)].flatMap((expiration) =>
            contractsOf(underlying, expiration, closes, world),
          ),
        )
      }
    }),
}
