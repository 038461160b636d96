/** A process that syncs a store of lines of JSON, and prints a line for each part that is done: folder and number of tickers are its arguments. */
import { NodeContext } from "@effect/platform-node"
import { FileSystem } from "@effect/platform"
import { Console, Effect, Layer, Logger } from "effect"
import { bar, days, open, service, stocks, supply } from "./support.js"

const [, , folder, count] = process.argv

const tickers = Array.from({ length: Number(count) }, (_, index) => `T${index}`)

const daily = days("2019-06-01", "2023-06-30").map((day) => bar(day))

Effect.flatMap(FileSystem.FileSystem, (fs) => open(fs, folder)).pipe(
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
