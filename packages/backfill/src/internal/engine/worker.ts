/**
 * Runs batches: consecutive jobs as one sync of the store, which checks the manifest first and
 * commits file by file. A batch never fails: its results are in the tables.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import { Store } from "@candela/history/Store"
import * as EntityId from "@effect/cluster/EntityId"
import * as Sharding from "@effect/cluster/Sharding"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BackfillError } from "../../BackfillError.js"
import * as Days from "../fetch/days.js"
import * as Jobs from "../plan/jobs.js"
import * as Lists from "../fetch/lists.js"
import * as Ledger from "../plan/ledger.js"
import { type Batch, Ticker } from "./batch.js"
import * as Permits from "./permits.js"
import type { RunnerActivity } from "../progress/runner.js"
import * as Stretch from "../fetch/stretch.js"

/** WorkerOptions of a process that runs jobs. */
export interface WorkerOptions {
  /** Number of concurrent jobs, each of another ticker. Default 8. */
  readonly concurrency?: number | undefined
  /** Delay before the first retry of a ticker; doubled after each further failure. Default 5 seconds. */
  readonly rest?: Duration.DurationInput | undefined
}

const make = (
  runner: RunnerActivity,
  isOwn: (ticker: string) => boolean,
  { rest = Duration.seconds(5) }: WorkerOptions,
) =>
  Effect.gen(function* () {
    const store = yield* Store
    const lists = yield* Lists.make(isOwn)
    const byDay = yield* Days.make(runner, isOwn)
    /**
     * Runs the jobs of a batch until one has to wait. Before each run the tables tell whether the
     * plan is open, and whether the jobs are still wanted.
     */
    const run = (batch: Batch): Effect.Effect<void, BackfillError, MarketData | SqlClient.SqlClient> =>
      Effect.gen(function* () {
        let left: ReadonlyArray<number> = batch.jobs
        let next: Stretch.Next = "on"
        while (left.length > 0 && next !== "end") {
          const reading = yield* Ledger.read(batch.plan, batch.ticker)
          const { range, state, timespan } = reading.definition
          const waiting = Jobs.waiting(reading.jobs, left)
          if (state !== "open" || waiting.length === 0) return
          const jobs: ReadonlyArray<number> =
            next === "alone" ? waiting.slice(0, 1) : Stretch.choose(reading, Jobs.periods(timespan, range), waiting)
          const outcome: Stretch.Outcome = yield* Stretch.run({ store, runner, lists, byDay, rest }, reading, jobs)
          next = outcome.next
          left = Jobs.waiting(outcome.reading.jobs, waiting)
        }
      })

    return (batch: Batch): Effect.Effect<void, never, MarketData | SqlClient.SqlClient> =>
      Effect.catchAll(runner.during(run(batch)), (error) =>
        // The plan is gone, or the database was unreachable for two minutes: the coordinator sends waiting jobs again.
        Effect.logWarning(`A batch of ${batch.ticker} ended early: ${error.message}`),
      )
  })

/** Entities of a runner, which run batches of any plan of the database. */
export const layer = (runner: RunnerActivity, options: WorkerOptions = {}) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const sharding = yield* Sharding.Sharding
      const run = yield* make(
        runner,
        (ticker) => {
          const id = EntityId.make(ticker)
          return sharding.hasShardId(sharding.getShardId(id, Ticker.getShardGroup(id)))
        },
        options,
      )
      // The permits belong to the runner, not to an entity, of which there is one per ticker.
      const permits = Permits.make(options.concurrency ?? 8)
      return Ticker.toLayer(Effect.succeed(Ticker.of({ Download: ({ payload }) => permits(run(payload)) })), {
        maxIdleTime: "5 seconds",
        disableFatalDefects: true,
      })
    }),
  )
