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
import * as Report from "../../output/Report.js"
import * as Progress from "../../progress/Progress.js"
import * as HistoryOptions from "../history/Options.js"
import * as Text from "../history/Text.js"
import * as Connection from "./Connection.js"
import * as Options from "./Options.js"
import * as Page from "./Page.js"
import * as Show from "./Show.js"

/** The command. */
export const command: Command.Command = Command.make("run", {
  summary: "Run a plan, from wherever it is, until no job waits",
  text:
    "Killed or interrupted, it loses nothing: run it again. A job that fails is retried after a pause, and set aside after its last attempt; the others continue. " +
    "A key that the service refuses stops the run at once. With a PostgreSQL it gives jobs to all workers, and is one itself unless --coordinate is written. Exit code 1 where jobs were set aside.",
  options: {
    ...HistoryOptions.store,
    ...Options.database,
    ...Options.plan,
    retry: Option.flag("Retry the jobs that were set aside."),
    coordinate: Option.flag(
      "Give jobs to workers and fetch nothing here: it needs neither a connection nor the store.",
    ),
    ...Options.concurrency,
    ...Options.port,
    ...Report.options,
  },
  examples: [
    "backfill run --store data --sandbox",
    "backfill run --store data --retry --sandbox",
    "backfill run --coordinate --database postgres://candela@localhost/candela --port 8080",
  ],
  run: (options) =>
    Options.existing(options.database, (place) =>
      Effect.gen(function* () {
        const plan = yield* Options.chosen(place, options.plan)
        if (options.retry) yield* Backfill.retry(plan)
        const status = yield* Effect.gen(function* () {
          if (options.port !== undefined) yield* Page.serve(options.port)
          const progress = yield* Progress.make
          const onProgress = ({ jobs, rows }: Backfill.Status) =>
            progress.update({
              label: `${(jobs.planned - jobs.waiting).toLocaleString("en-US")} of ${Text.count(jobs.planned, "job")}`,
              rows,
              done: jobs.planned === 0 ? 1 : 1 - jobs.waiting / jobs.planned,
            })
          return yield* options.coordinate
            ? Backfill.coordinate(plan, { onProgress })
            : Backfill.run(plan, { concurrency: options.concurrency, onProgress }).pipe(
                Effect.provide(Options.store(options.store)),
                Effect.provide(Connection.layer(place)),
              )
        }).pipe(Effect.scoped)
        const failures = yield* Backfill.failures(plan)
        yield* Report.write(options, Show.lines(status, failures), Show.value(status, failures))
        if (status.jobs.failed > 0) {
          const again = Options.again(options.database, plan)
          return yield* new Failed({
            message: `${Text.count(status.jobs.failed, "job was", "jobs were")} set aside. Retry them: candela backfill run --store ${options.store}${again} --retry. Skip them: candela backfill skip${again} --tickers ...`,
          })
        }
      }),
    ),
})
