/**
 * `candela backfill status`: says how far a plan has come.
 *
 * @module
 */
import * as Backfill from "@candela/backfill/Backfill"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import * as Present from "../../connect/Present.js"
import * as Report from "../../output/Report.js"
import * as Options from "./Options.js"
import * as Show from "./Show.js"

/** The command. */
export const command: Command.Command = Command.make("status", {
  summary: "Say how far a plan has come, and what failed",
  text: "It may be asked while a run goes on.",
  options: { ...Options.database, ...Options.plan, ...Report.options },
  examples: ["backfill status", "backfill status --format json"],
  run: (options) =>
    Effect.gen(function* () {
      const plan = yield* Options.chosen(options.plan)
      const [status, failures] = yield* Effect.all([Backfill.status(plan), Backfill.failures(plan)])
      yield* Report.write(options, Show.lines(status, failures), Show.value(status, failures))
    }).pipe(Options.over(options.database), Present.live),
})
