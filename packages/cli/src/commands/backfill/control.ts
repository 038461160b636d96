/**
 * `candela backfill pause`, `resume`, `cancel`, `retry` and `skip`: changes to a running plan.
 *
 * @module
 */
import * as Backfill from "@candela/backfill/Backfill"
import type { BackfillError } from "@candela/backfill/BackfillError"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import { UsageError } from "../../command/UsageError.js"
import { Terminal } from "../../terminal/Terminal.js"
import * as Text from "../history/Text.js"
import * as Options from "./Options.js"

/** Makes a command that changes the state of a plan. */
const ofPlan = (
  name: string,
  summary: string,
  change: (plan: string) => Effect.Effect<void, BackfillError, SqlClient>,
  told: string,
): Command.Command =>
  Command.make(name, {
    summary,
    text: "A running worker, here or on another machine, reads it before its next job.",
    options: { ...Options.database, ...Options.plan },
    examples: [`backfill ${name}`],
    run: (options) =>
      Options.existing(options.database, (place) =>
        Effect.gen(function* () {
          const plan = yield* Options.chosen(place, options.plan)
          yield* change(plan)
          yield* (yield* Terminal).out.write(`Plan ${plan} ${told}\n`)
        }),
      ),
  })

/** Makes a command that changes the states of jobs. */
const ofJobs = (
  name: string,
  summary: string,
  change: (plan: string, jobs: Backfill.Selection) => Effect.Effect<number, BackfillError, SqlClient>,
  told: readonly [one: string, many: string],
  isBounded: boolean,
): Command.Command =>
  Command.make(name, {
    summary,
    options: { ...Options.database, ...Options.plan, ...Options.jobs },
    examples: [`backfill ${name} --tickers AAPL`, `backfill ${name} --periods 2024-03`],
    run: ({ database, periods, plan, tickers }) =>
      Options.existing(database, (place) =>
        Effect.gen(function* () {
          if (isBounded && tickers === undefined && periods === undefined) {
            return yield* new UsageError({
              message: `Say which jobs to ${name}: --tickers AAPL or --periods 2024-03. candela backfill cancel ends the whole plan.`,
            })
          }
          const count = yield* change(yield* Options.chosen(place, plan), { tickers, periods })
          yield* (yield* Terminal).out.write(`${Text.count(count, ...told)}\n`)
        }),
      ),
  })

/** The commands. */
export const commands: ReadonlyArray<Command.Command> = [
  ofPlan(
    "pause",
    "Begin no further job of a plan; runs wait",
    Backfill.pause,
    "is paused: jobs that have begun are finished.",
  ),
  ofPlan("resume", "Let the jobs of a plan run again", Backfill.resume, "may run again."),
  ofPlan(
    "cancel",
    "End a plan; what was fetched stays",
    Backfill.cancel,
    "is cancelled: its runs end. Resume takes it up again.",
  ),
  ofJobs("retry", "Retry jobs that were set aside", Backfill.retry, ["job waits again", "jobs wait again"], false),
  ofJobs(
    "skip",
    "Skip jobs that wait or were set aside",
    Backfill.skip,
    ["job is left out", "jobs are left out"],
    true,
  ),
]
