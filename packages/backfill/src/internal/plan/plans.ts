/**
 * Plans in the database.
 *
 * @module
 */
import * as Universe from "@candela/history/Universe"
import * as Crypto from "@candela/crypto/Crypto"
import * as Forex from "@candela/forex/Forex"
import type { Timespan } from "@candela/market/Timespan"
import * as Stocks from "@candela/stocks/Stocks"
import type { SqlError } from "@effect/sql/SqlError"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { BackfillError } from "../../BackfillError.js"
import type { DayRange } from "./jobs.js"
import { isAbsent, persistent } from "../database/tables.js"

/** State of a plan. `open`: its jobs may run. `stopped`: the service refused the key, or the store the process. */
export type State = "open" | "paused" | "cancelled" | "stopped"

/** Definition of a plan, with its state. */
export interface Definition {
  /** Identifier of the plan: the same universe and range have the same one. */
  readonly plan: string
  /** Market of the tickers. */
  readonly market: Universe.Market
  /** Unit of a bar's window. */
  readonly timespan: Timespan
  /** Number of timespans in one bar. */
  readonly multiplier: number
  /** First and last day. */
  readonly range: DayRange
  /** Maximum number of jobs in a message. */
  readonly batchSize: number
  /** Number of attempts before a job is set aside. */
  readonly attempts: number
  /** State: whether it runs, and why not. */
  readonly state: State
  /** Reason of a stop; empty otherwise. */
  readonly detail: string
}

const endpoints: Readonly<Record<Universe.Market, Universe.BarsEndpoint>> = {
  stocks: Stocks.Stocks.endpoints.bars,
  forex: Forex.Forex.endpoints.bars,
  crypto: Crypto.Crypto.endpoints.bars,
}

/** Returns the universe of some tickers of a plan. */
export const universeOf = (
  { market, multiplier, timespan }: Omit<Definition, "range">,
  tickers: ReadonlyArray<string>,
): Universe.Universe => Universe.bars(endpoints[market], { tickers, timespan, multiplier })

/** Row of the table of plans. */
export interface PlanRow {
  readonly plan: string
  readonly market: Universe.Market
  readonly timespan: Timespan
  readonly multiplier: number | bigint
  readonly from_day: string
  readonly to_day: string
  readonly page_of: number | bigint
  readonly attempts: number | bigint
  readonly state: State
  readonly detail: string
}

/** Converts a row to a plan. */
export const ofRow = (row: PlanRow): Definition => ({
  plan: row.plan,
  market: row.market,
  timespan: row.timespan,
  multiplier: Number(row.multiplier),
  range: { from: row.from_day, to: row.to_day },
  batchSize: Number(row.page_of),
  attempts: Number(row.attempts),
  state: row.state,
  detail: row.detail,
})

/** Reads rows of plans; a database without tables has none. */
const readable = (rows: Effect.Effect<ReadonlyArray<PlanRow>, SqlError>) =>
  Effect.catchIf(rows, isAbsent, () => Effect.succeed([] as ReadonlyArray<PlanRow>))

/** Error for a plan that is not in the database. */
export const unknown = (plan: string): BackfillError =>
  new BackfillError({ reason: "plan", plan, detail: "this database has no such plan: make it first" })

/** Reads a plan of the database. */
export const find = (plan: string): Effect.Effect<Definition, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* persistent(readable(sql<PlanRow>`SELECT * FROM backfill_plans WHERE plan = ${plan}`))
    return row === undefined ? yield* unknown(plan) : ofRow(row)
  })

/** Reads all plans of the database, latest first. */
export const all: Effect.Effect<ReadonlyArray<Definition>, BackfillError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.map(
      persistent(readable(sql<PlanRow>`SELECT * FROM backfill_plans ORDER BY created_at DESC, plan`)),
      (rows) => rows.map(ofRow),
    ),
)

/** Changes the state of a plan that is in one of the given states. */
export const setState = (
  plan: string,
  state: State,
  from: ReadonlyArray<State>,
  detail = "",
): Effect.Effect<void, BackfillError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(
      persistent(
        sql`UPDATE backfill_plans SET state = ${state}, detail = ${detail} WHERE plan = ${plan} AND ${sql.in("state", from)}`,
      ),
    ),
  )
