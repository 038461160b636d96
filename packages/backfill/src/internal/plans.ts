/**
 * Plans as they stand in the database.
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
import { BackfillError } from "../BackfillError.js"
import type { Days } from "./jobs.js"
import { isAbsent, persistent } from "./tables.js"

/** `open`: its jobs may run. `stopped`: the service refused the key, or the store the process. */
export type State = "open" | "paused" | "cancelled" | "stopped"

/** What is to be fetched, and where it stands. */
export interface Definition {
  /** Names the plan: the same universe and range have the same name. */
  readonly plan: string
  /** The market of the tickers. */
  readonly market: Universe.Market
  /** The unit of a bar's window. */
  readonly timespan: Timespan
  /** Number of timespans in one bar. */
  readonly multiplier: number
  /** The first day and the last one. */
  readonly range: Days
  /** Largest number of jobs in a message. */
  readonly pageOf: number
  /** Attempts before a job is set aside. */
  readonly attempts: number
  /** Whether it runs, and why not. */
  readonly state: State
  /** Why it was stopped; empty otherwise. */
  readonly detail: string
}

const endpoints: Readonly<Record<Universe.Market, Universe.BarsEndpoint>> = {
  stocks: Stocks.Stocks.endpoints.bars,
  forex: Forex.Forex.endpoints.bars,
  crypto: Crypto.Crypto.endpoints.bars,
}

/** The universe of some tickers of a plan. */
export const universeOf = (
  { market, multiplier, timespan }: Omit<Definition, "range">,
  tickers: ReadonlyArray<string>,
): Universe.Universe => Universe.bars(endpoints[market], { tickers, timespan, multiplier })

/** A row of the table of plans. */
export interface Row {
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

/** The plan of a row. */
export const ofRow = (row: Row): Definition => ({
  plan: row.plan,
  market: row.market,
  timespan: row.timespan,
  multiplier: Number(row.multiplier),
  range: { from: row.from_day, to: row.to_day },
  pageOf: Number(row.page_of),
  attempts: Number(row.attempts),
  state: row.state,
  detail: row.detail,
})

/** A database without tables has no plan. */
const readable = (rows: Effect.Effect<ReadonlyArray<Row>, SqlError>) =>
  Effect.catchIf(rows, isAbsent, () => Effect.succeed([] as ReadonlyArray<Row>))

/** The database does not have a plan. */
export const unknown = (plan: string): BackfillError =>
  new BackfillError({ reason: "plan", plan, detail: "this database has no such plan: make it first" })

/** A plan of the database. */
export const find = (plan: string): Effect.Effect<Definition, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* persistent(readable(sql<Row>`SELECT * FROM backfill_plans WHERE plan = ${plan}`))
    return row === undefined ? yield* unknown(plan) : ofRow(row)
  })

/** All plans of the database, the last one first. */
export const all: Effect.Effect<ReadonlyArray<Definition>, BackfillError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.map(persistent(readable(sql<Row>`SELECT * FROM backfill_plans ORDER BY created_at DESC, plan`)), (rows) =>
      rows.map(ofRow),
    ),
)

/** Changes the state of a plan that has one of some states. */
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
