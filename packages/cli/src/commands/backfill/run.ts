/**
 * `candela backfill run`: runs a plan to its end.
 *
 * @module
 */
import * as Backfill from "@candela/backfill/Backfill"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import { Failed } from "../../command/Failed.js"
import * as Option from "../../command/Option.js"
import * as Connect from "../../connect/Connect.js"
import * as Present from "../../connect/Present.js"
import * as Report from "../../output/Report.js"
import * as Progress from "../../progress/Progress.js"
import * as Folder from "../history/Folder.js"
import * as HistoryOptions from "../history/Options.js"
import * as Text from "../history/Text.js"
import * as Options from "./Options.js"
import * as Show from "./Show.js"

/** The command. */
export const command: Command.Command = Command.make("run", {
  summary: "Run a plan, from wherever it is, until no job waits",
  text:
    "Killed or interrupted, it loses nothing: run it again. A job that fails is tried again after a rest, and set aside after its last attempt; the others go on. " +
    "A key that the service refuses stops the run at once. Exit code 1 where jobs were set aside.",
  options: {
    ...HistoryOptions.store,
    ...Options.database,
    ...Options.plan,
    retry: Option.flag("Try the jobs again that were set aside."),
    concurrency: Option.withDefault(
      Option.whole({
        value: "N",
        text: "Tickers that are fetched side by side, under one rate limit.",
        min: 1,
        max: 64,
      }),
      8,
    ),
    ...Report.options,
  },
  examples: ["backfill run --store data --sandbox", "backfill run --store data --retry --sandbox"],
  run: (options) =>
    Effect.gen(function* () {
      const plan = yield* Options.chosen(options.plan)
      if (options.retry) yield* Backfill.retry(plan)
      const status = yield* Effect.gen(function* () {
        const progress = yield* Progress.make
        return yield* Backfill.run(plan, {
          concurrency: options.concurrency,
          onProgress: ({ jobs, rows }) =>
            progress.update({
              label: `${(jobs.planned - jobs.waiting).toLocaleString("en-US")} of ${Text.count(jobs.planned, "job")}`,
              rows,
              done: jobs.planned === 0 ? 1 : 1 - jobs.waiting / jobs.planned,
            }),
        })
      }).pipe(Effect.provide(Connect.layer), Effect.scoped)
      const failures = yield* Backfill.failures(plan)
      yield* Report.write(options, Show.lines(status, failures), Show.value(status, failures))
      if (status.jobs.failed > 0) {
        return yield* new Failed({
          message: `${Text.count(status.jobs.failed, "job was", "jobs were")} set aside. Try them again: candela backfill run --store ${options.store} --database ${options.database} --plan ${plan} --retry`,
        })
      }
    }).pipe(Options.over(options.database), Folder.over(options.store), Present.live),
})
