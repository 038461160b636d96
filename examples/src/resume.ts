/**
 * A download that is cut off and resumes where it stopped. The stream saves a checkpoint after each
 * page; a program that starts again drops the rows that its file holds beyond the checkpoint, and
 * the file ends as if nothing had happened.
 */
import { Checkpoints } from "@candela/core"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { FileSystem, KeyValueStore } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer, Option, Stream } from "effect"

const request = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "minute",
  from: "2025-06-23",
  to: "2025-06-27",
} as const

/** A bar in the file: its timestamp and its close, 8 bytes each. */
const width = 16

/** Downloads into a file. `most` bars are written before the power fails. */
const download = (folder: string, most: number) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const files = yield* FileSystem.FileSystem
    const path = `${folder}/bars`
    const file = yield* files.open(path, { flag: "a+" })

    const saved = yield* Checkpoints.load("AAPL")
    const kept = Option.match(saved, { onNone: () => 0, onSome: ({ rows }) => rows })
    const found = Number((yield* file.stat).size) / width
    yield* Console.log(`the file holds ${found} bars: ${found - kept} of them are dropped`)
    yield* file.truncate(BigInt(kept * width))

    let written = 0
    yield* stocks.bars.stream(request, { pageSize: 1000, checkpoint: "AAPL" }).pipe(
      Stream.runForEachChunk((bars) => {
        const part = Array.from(bars).slice(0, most - written)
        written += part.length
        const records = Float64Array.from(part.flatMap(({ close, timestamp }) => [timestamp, close]))
        return Effect.zipRight(
          file.writeAll(new Uint8Array(records.buffer)),
          written < most ? Effect.void : Effect.die("the power fails"),
        )
      }),
    )
    yield* Console.log(`complete: ${Number((yield* file.stat).size) / width} bars`)
  }).pipe(
    Effect.scoped,
    Effect.catchAllDefect((defect) => Console.log(`${defect}`)),
  )

const program = Effect.gen(function* () {
  const folder = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())
  const Live = Stocks.layer.pipe(
    Layer.provideMerge(Checkpoints.layer),
    Layer.provide(Sandbox.layer()),
    Layer.provide(KeyValueStore.layerFileSystem(`${folder}/checkpoints`)),
  )
  // Each is a program of its own: the checkpoint's file is all that one knows of the other.
  yield* Effect.provide(download(folder, 2500), Live)
  yield* Effect.provide(download(folder, 1200), Live)
  yield* Effect.provide(download(folder, Infinity), Live)
})

await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(NodeContext.layer)))
