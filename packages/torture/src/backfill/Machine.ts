/** What the parts of a trial stand on: a PostgreSQL of its own, and processes that run jobs on it. */
import * as Backfill from "@candela/backfill/Backfill"
import type { BackfillError } from "@candela/backfill/BackfillError"
import * as Universe from "@candela/history/Universe"
import { Stocks } from "@candela/stocks/Stocks"
import { SqlClient } from "@effect/sql/SqlClient"
import { Duration, Effect } from "effect"
import * as Postgres from "../../../../scripts/internal/postgres.mjs"
import * as NodeProcess from "../NodeProcess.js"
import * as Runner from "./Runner.js"

export { missing } from "../../../../scripts/internal/postgres.mjs"

/** A PostgreSQL on a socket of its own, for the scope. */
export const postgres = Effect.acquireRelease(Effect.promise(Postgres.start), ({ stop }) => Effect.promise(stop))

/** Address of a server. */
export const addressOf = ({ database, host, user }: Postgres.Server): Runner.Address => ({ database, host, user })

/** Starts a runner, and waits until it is ready. It ends with the scope. */
export const runner = (settings: Runner.RunnerSettings) =>
  Effect.map(NodeProcess.start(Runner.main, [JSON.stringify(settings)], /^Ready$/), ({ process }) => process)

/** Bars of stocks. */
export const universe = (tickers: ReadonlyArray<string>, timespan: "minute" | "hour" | "day") =>
  Universe.bars(Stocks.endpoints.bars, { tickers, timespan })

/** So many made-up tickers. */
export const madeUp = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, index) => `T${index}`)

/** Twenty years: 240 months. */
export const twentyYears = { from: "2005-01-01", to: "2024-12-31" }

/** Makes a plan over an empty store. */
export const plan = (
  settings: Pick<Runner.RunnerSettings, "address" | "folder">,
  options: Backfill.PlanOptions,
): Effect.Effect<Backfill.Plan, unknown> =>
  Backfill.plan(options).pipe(
    Effect.provide(Runner.store({ folder: settings.folder })),
    Effect.provide(Runner.database(settings.address)),
  )

/** Has the runners of a database run a plan to its end, and says how many seconds it took. */
export const coordinate = (
  address: Runner.Address,
  plan: string,
  options?: Backfill.CoordinatorOptions,
): Effect.Effect<{ readonly seconds: number; readonly status: Backfill.Status }, BackfillError> =>
  Effect.map(
    Effect.timed(Backfill.coordinate(plan, options).pipe(Effect.provide(Runner.database(address)))),
    ([time, status]) => ({ seconds: Duration.toSeconds(time), status }),
  )

/** Asks a database. */
export const ask = <A extends object>(address: Runner.Address, statement: string) =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe<A>(statement)).pipe(Effect.provide(Runner.database(address)))
