/**
 * `candela backfill status`: shows the progress of a plan.
 *
 * @module
 */
import * as Backfill from "@candela/backfill/Backfill"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as Report from "../../output/Report.js"
import * as Options from "./Options.js"
import * as Page from "./Page.js"
import * as Show from "./Show.js"
import * as Watch from "./Watch.js"

/** The command. */
export const command: Command.Command = Command.make("status", {
  summary: "Say how far a plan has come, and what failed",
  text: "It may be called during a run, by any process that reaches the database. With --watch it ends when the plan is done, cancelled or stopped.",
  options: {
    ...Options.database,
    ...Options.plan,
    watch: Option.flag("Follow the plan: redrawn in a terminal, a line every ten seconds elsewhere."),
    ...Options.port,
    ...Report.options,
  },
  examples: ["backfill status", "backfill status --format json", "backfill status --watch --port 8080"],
  run: (options) =>
    Options.existing(options.database, (place) =>
      Effect.gen(function* () {
        const { format, out, port, watch } = options
        const isWatched = watch || port !== undefined
        if (isWatched && (out !== undefined || (format !== undefined && format !== "table"))) {
          return yield* new UsageError({
            message: `--watch and --port are for people. Programs read /status.json of the page, or call the command without them as often as they like.`,
          })
        }
        const plan = yield* Options.chosen(place, options.plan)
        if (port !== undefined) yield* Page.serve(port)
        if (isWatched) return yield* Watch.run(plan)
        const [status, failures] = yield* Effect.all([Backfill.status(plan), Backfill.failures(plan)])
        yield* Report.write(options, Show.lines(status, failures), Show.value(status, failures))
      }),
    ),
})
