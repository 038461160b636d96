/** A process that runs a plan and prints a line for each job that is over, and its messages on standard error: folder, plan and the tickers of the service are its arguments. */
import { Backfill } from "@candela/backfill"
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Logger } from "effect"
import { service } from "./service.js"
import * as Support from "./support.js"

const [, , folder, plan, ...known] = process.argv

let last = 0

Backfill.run(plan!, {
  poll: "20 millis",
  onProgress: ({ jobs: { planned, waiting } }) =>
    Effect.suspend(() => {
      const over = planned - waiting
      const lines = Array.from({ length: over - last }, () => "job")
      last = over
      return lines.length === 0 ? Effect.void : Console.log(lines.join("\n"))
    }),
}).pipe(
  Effect.zipRight(Console.log("end")),
  Effect.provide(Support.within(folder!)),
  Effect.provide(service({ known, broken: [], refuses: false })),
  Effect.provide(Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))),
  NodeRuntime.runMain({ disablePrettyLogger: true }),
)
