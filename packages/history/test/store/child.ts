/**
 * A process that syncs a store of lines of JSON, and prints a line for each part that is done: folder
 * and number of tickers are its arguments. With a third one it is one of many, and with a fourth one
 * it prints `stop` and stops itself in the middle of the change of a manifest with that number.
 */
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as FileSystem from "@effect/platform/FileSystem"
import { Console, Effect, Layer, Logger } from "effect"
import { writeSync } from "node:fs"
import { bar, days, open, service, stocks, supply } from "./support.js"

const [, , folder, count, writers, stopAt] = process.argv

const tickers = Array.from({ length: Number(count) }, (_, index) => `T${index}`)

const daily = days("2019-06-01", "2023-06-30").map((day) => bar(day))

let renames = 0

/** The file system, which stops the process before the manifest gets its name. */
const stopping = (fs: FileSystem.FileSystem): FileSystem.FileSystem => ({
  ...fs,
  rename: (from, to) =>
    Effect.suspend(() => {
      if (to.endsWith("_manifest.json") && ++renames === Number(stopAt)) {
        writeSync(1, "stop\n")
        process.kill(process.pid, "SIGSTOP")
      }
      return fs.rename(from, to)
    }),
})

Effect.flatMap(FileSystem.FileSystem, (fs) =>
  open(stopping(fs), folder, { writers: writers === undefined ? "one" : "many" }),
).pipe(
  Effect.flatMap((store) =>
    store.sync(
      stocks(tickers),
      { from: "2019-06-01", to: "2023-06-30" },
      { onProgress: ({ period, ticker }) => Console.log(`${ticker} ${period}`) },
    ),
  ),
  Effect.zipRight(Console.log("end")),
  Effect.provide(
    Layer.mergeAll(
      NodeContext.layer,
      service(supply({ bars: () => daily, splits: (ticker) => [{ ticker, execution_date: "2020-08-31" }] })),
      Logger.remove(Logger.defaultLogger),
    ),
  ),
  Effect.runFork,
)
