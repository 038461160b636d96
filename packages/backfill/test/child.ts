/** A process that runs a plan over the sandbox, and prints a line for each job that is over: folder and plan are its arguments. */
import { Backfill } from "@candela/backfill"
import { Console, Effect, Logger } from "effect"
import * as Support from "./support.js"

const [, , folder, plan, data] = process.argv

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
  Effect.provide(Support.sandboxIn(data!)),
  Effect.provide(Logger.remove(Logger.defaultLogger)),
  Effect.runFork,
)
