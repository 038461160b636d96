/** Task 9: bars as a CSV file, and back. */
import { Csv } from "@candela/files"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { FileSystem } from "@effect/platform"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Console, Effect, Layer, Stream } from "effect"

const { bars } = Stocks.endpoints

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const folder = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())
  const june = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-27" } as const
  yield* stocks.bars.stream(june).pipe(Stream.run(Csv.file(`${folder}/aapl.csv`, bars)))
  const { highest, rows } = yield* Csv.read(`${folder}/aapl.csv`, bars).pipe(
    Stream.runFold({ rows: 0, highest: 0 }, ({ highest, rows }, { high }) => ({
      rows: rows + 1,
      highest: Math.max(highest, high),
    })),
  )
  yield* Console.log(`${rows} ${highest}`)
}).pipe(Effect.scoped)

const Live = Layer.merge(Stocks.layer.pipe(Layer.provide(Sandbox.layer())), NodeFileSystem.layer)

await Effect.runPromise(Effect.provide(program, Live))
