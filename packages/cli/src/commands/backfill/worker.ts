/**
 * `candela backfill worker`: runs jobs of the plans in a PostgreSQL until it is stopped.
 *
 * @module
 */
import * as Backfill from "@candela/backfill/Backfill"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Command from "../../command/Command.js"
import { Settings } from "../../connect/Settings.js"
import { Terminal } from "../../terminal/Terminal.js"
import * as HistoryOptions from "../history/Options.js"
import * as Connection from "./Connection.js"
import * as Options from "./Options.js"
import * as PlanLocation from "./PlanLocation.js"

/** The command. */
export const command: Command.Command = Command.make("worker", {
  summary: "Run jobs of the plans in a PostgreSQL, until it is ended",
  text:
    "Start as many as wanted, at any time, on any machine that reaches the database, the store (a shared folder, or an object store) and the service. It fetches what run or run --coordinate gives it, and ends with Ctrl-C or SIGTERM; " +
    "its jobs resume elsewhere. The rate limit of the profile holds over all workers together.",
  options: { ...HistoryOptions.store, ...Options.database, ...Options.concurrency },
  examples: ["backfill worker --store data --database postgres://candela@localhost/candela --profile work"],
  run: ({ concurrency, database, store }) =>
    Effect.gen(function* () {
      const place = yield* PlanLocation.find(database)
      yield* Effect.gen(function* () {
        const { err } = yield* Terminal
        const { quiet } = yield* Settings
        const runner = Backfill.layerRunner({ concurrency }).pipe(
          Layer.provide(Options.store(store)),
          Layer.provide(Connection.layer(place)),
        )
        yield* Layer.build(runner)
        if (!quiet) yield* err.write("Waiting for jobs. Ctrl-C ends the worker; others go on with what it has begun.\n")
        yield* Effect.never
      }).pipe(Effect.scoped, Options.over(place))
    }),
})
