/**
 * Runs plans: in one process, or in several that share a PostgreSQL database.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { Store } from "@candela/history/Store"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { BackfillError } from "../../BackfillError.js"
import * as Cluster from "./cluster.js"
import * as Coordinator from "./coordinator.js"
import * as Plans from "../plan/plans.js"
import * as Runner from "../progress/runner.js"
import type { Status } from "../progress/status.js"
import * as Tables from "../database/tables.js"
import * as Worker from "./worker.js"

/** Options of running a plan in this process. */
export interface RunOptions extends Coordinator.CoordinatorOptions, Worker.WorkerOptions {}

const isPostgres = Effect.map(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => true, orElse: () => false }),
)

/** Fails unless the database is PostgreSQL. */
const shared = Effect.flatMap(isPostgres, (isShared) =>
  isShared
    ? Effect.zipRight(Tables.make, Cluster.tables)
    : new BackfillError({
        reason: "request",
        detail:
          "several processes need a PostgreSQL: provide Database.postgres. On a SQLite file, Backfill.run does the work of all in one process.",
      }),
)

/** Prepares a plan for a run. Reopens a stopped one: the caller has another key, or accepts another refusal. */
const opened = (plan: string) =>
  Effect.gen(function* () {
    const { state } = yield* Plans.find(plan)
    if (state === "cancelled") {
      return yield* new BackfillError({ reason: "cancelled", plan, detail: "it was cancelled: resume it first" })
    }
    yield* Plans.setState(plan, "open", ["stopped"])
  })

/**
 * Process that runs jobs. When it ends, waiting batches do not begin during the engine's
 * termination timeout for running ones.
 */
const member = (
  engine: (name: string) => Layer.Layer<Cluster.Engine, BackfillError, SqlClient.SqlClient>,
  options: Worker.WorkerOptions,
) =>
  Layer.unwrapScoped(
    Effect.map(Runner.make, (runner) =>
      Layer.scopedDiscard(Effect.addFinalizer(() => runner.end)).pipe(
        Layer.provideMerge(Worker.layer(runner, options)),
        Layer.provideMerge(engine(runner.name)),
      ),
    ),
  )

/** Runner for the lifetime of the layer. */
export const layerRunner = (
  options: Worker.WorkerOptions = {},
): Layer.Layer<never, BackfillError, SqlClient.SqlClient | Store | MarketData> =>
  Layer.unwrapEffect(Effect.as(shared, Layer.discard(member(Cluster.runner, options))))

/** Makes runners run a plan, and ends with it. */
export const coordinate = (
  plan: string,
  options: Coordinator.CoordinatorOptions = {},
): Effect.Effect<Status, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    yield* shared
    yield* opened(plan)
    return yield* Effect.provide(Coordinator.run(plan, options), Cluster.sender)
  })

/** Runs a plan in this process: alone on SQLite, with all runners of the database on PostgreSQL. */
export const run = (
  plan: string,
  options: RunOptions = {},
): Effect.Effect<Status, BackfillError, SqlClient.SqlClient | Store | MarketData> =>
  Effect.gen(function* () {
    yield* Tables.make
    yield* opened(plan)
    const isShared = yield* isPostgres
    yield* isShared ? Cluster.tables : Runner.alone
    const engine = isShared ? Cluster.runner : () => Cluster.alone
    return yield* Effect.provide(Coordinator.run(plan, { poll: "200 millis", ...options }), member(engine, options))
  })
