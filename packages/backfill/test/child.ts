/**
 * A process that runs a plan and prints a line for each job that is over, and its messages on
 * standard error. Folder, plan, a number of jobs and the tickers of the service are its arguments:
 * after so many jobs the service never answers again.
 */
import { Backfill } from "@candela/backfill"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Logger } from "effect"
import { type Behaviour, service } from "./service.js"
import * as Support from "./support.js"

const [, , folder, plan, most, ...known] = process.argv

const behaviour: Behaviour = { known, broken: [], refuses: false, pageOf: 5 }

let first: number | undefined
let last = 0

Backfill.run(plan!, {
  concurrency: 1,
  poll: "20 millis",
  onProgress: ({ jobs: { planned, waiting } }) =>
    Effect.suspend(() => {
      const now = planned - waiting
      first ??= now
      const over = now - first
      const lines = Array.from({ length: over - last }, () => "job")
      last = over
      behaviour.hangs = over >= Number(most)
      return lines.length === 0 ? Effect.void : Console.log(lines.join("\n"))
    }),
}).pipe(
  Effect.zipRight(Console.log("end")),
  Effect.provide(Support.within(folder!)),
  Effect.provide(service(behaviour)),
  Effect.provide(Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))),
  NodeRuntime.runMain({ disablePrettyLogger: true }),
)
