/**
 * Runs a plan in this process.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { Store } from "@candela/history/Store"
import * as SingleRunner from "@effect/cluster/SingleRunner"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { BackfillError } from "../BackfillError.js"
import * as Coordinator from "./coordinator.js"
import * as Plans from "./plans.js"
import * as Runner from "./runner.js"
import type { Status } from "./status.js"
import * as Tables from "./tables.js"
import * as Worker from "./worker.js"

/** How a plan is run in one process. */
export interface Options extends Coordinator.Options, Worker.Options {}

const shardingConfig = {
  entityMessagePollInterval: "1 second",
  entityReplyPollInterval: "200 millis",
  entityMaxIdleTime: "5 seconds",
  // A job that is interrupted is done again: nobody waits for it.
  entityTerminationTimeout: "500 millis",
  shardLockRefreshInterval: "1 second",
  refreshAssignmentsInterval: "1 second",
} as const

/** Runs a plan by this process alone. What a killed process had begun goes on. */
export const alone = (
  plan: string,
  options: Options = {},
): Effect.Effect<Status, BackfillError, SqlClient.SqlClient | Store | MarketData> =>
  Effect.gen(function* () {
    yield* Tables.make
    const { state } = yield* Plans.find(plan)
    if (state === "cancelled") {
      return yield* new BackfillError({ reason: "cancelled", plan, detail: "it was cancelled: resume it first" })
    }
    yield* Runner.alone
    // Whoever runs it again has another key, or wants to see it refused again.
    yield* Plans.setState(plan, "open", ["stopped"])
    const runner = yield* Runner.make
    const cluster = SingleRunner.layer({ runnerStorage: "memory", shardingConfig })
    return yield* Effect.provide(
      Coordinator.run(plan, { poll: "200 millis", ...options }),
      Worker.layer(runner, options).pipe(Layer.provideMerge(cluster), Layer.orDie),
    )
  }).pipe(Effect.scoped)
