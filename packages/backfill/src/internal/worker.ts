/**
 * Runs pages: the jobs that follow each other by one sync of the store, which asks the manifest first and commits file by file. A page never fails: what happened stands in the tables.
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
import type { BackfillError } from "../BackfillError.js"
import * as Days from "./days.js"
import * as Jobs from "./jobs.js"
import * as Lists from "./lists.js"
import * as Ledger from "./ledger.js"
import { type Page, Ticker } from "./page.js"
import * as Permits from "./permits.js"
import type { Runner } from "./runner.js"
import * as Stretch from "./stretch.js"

/** How a process runs jobs. */
export interface Options {
  /** Jobs that run side by side, each of another ticker. Default 8. */
  readonly concurrency?: number | undefined
  /** How long a ticker rests after its first failure; doubled after each further one. Default 5 seconds. */
  readonly rest?: Duration.DurationInput | undefined
}

const make = (runner: Runner, isOwn: (ticker: string) => boolean, { rest = Duration.seconds(5) }: Options) =>
  Effect.gen(function* () {
    const store = yield* Store
    const lists = yield* Lists.make(isOwn)
    const byDay = yield* Days.make(runner, isOwn)
    /** Runs the jobs of a page until one has to wait. They go by what stands in the tables: whether the plan is open, and whether they are still wanted. */
    const run = (page: Page): Effect.Effect<void, BackfillError, MarketData | SqlClient.SqlClient> =>
      Effect.gen(function* () {
        let left: ReadonlyArray<number> = page.jobs
        let next: Stretch.Next = "on"
        while (left.length > 0 && next !== "end") {
          const reading = yield* Ledger.read(page.plan, page.ticker)
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

    return (page: Page): Effect.Effect<void, never, MarketData | SqlClient.SqlClient> =>
      Effect.catchAll(runner.during(run(page)), (error) =>
        // The plan is gone, or the database for two minutes: the coordinator sends what still waits once more.
        Effect.logWarning(`A page of ${page.ticker} ended early: ${error.message}`),
      )
  })

/** The entities of a runner, which run pages of any plan of the database. */
export const layer = (runner: Runner, options: Options = {}) =>
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
      // Of the runner, not of an entity: those are as many as tickers.
      const permits = yield* Permits.make(options.concurrency ?? 8)
      return Ticker.toLayer(Effect.succeed(Ticker.of({ Download: ({ payload }) => permits(run(payload)) })), {
        maxIdleTime: "5 seconds",
        disableFatalDefects: true,
      })
    }),
  )
