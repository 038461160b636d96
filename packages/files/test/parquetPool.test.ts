import * as Columns from "@candela/core/Columns"
import * as Parquet from "@candela/files/Parquet"
import { Stocks } from "@candela/stocks/Stocks"
import * as Synthetic from "@candela/testing/Synthetic"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, layer } from "@effect/vitest"
import { Chunk, Deferred, Effect, Exit, Fiber, Scope, Stream } from "effect"
import type { Worker } from "node:worker_threads"
// The threads' module is one of the compiled package: the sources have none that Node can load.
import * as Compiled from "../dist/Parquet.js"
import { folder } from "./support/temporary.js"

const bars = Stocks.endpoints.bars
const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2024-03-05", to: "2024-03-05" } as const
const thousand = Columns.fromRows(bars.row, Synthetic.rows(bars, day, { rows: 1_000 }))
const names = ["timestamp", "open", "high", "low", "close", "volume", "vwap", "transactions"] as const

/** Writes so many thousand rows into a file of one row group. */
const write = (path: string, thousands: number) =>
  Stream.run(
    Stream.take(Stream.repeatValue(thousand), thousands),
    Parquet.file(path, bars, { request: day, time: 0, worker: false }),
  )

/**
 * Watches the threads that this process starts: how many there are, what they decoded, and when two of them are ready.
 */
const watched = Effect.acquireRelease(
  Effect.gen(function* () {
    const bothReady = yield* Deferred.make<void>()
    const seen = { started: 0, ready: 0, decoded: 0, failed: 0, ended: 0, workers: [] as Array<Worker> }
    const watch = (worker: Worker) => {
      seen.started++
      seen.workers.push(worker)
      worker.once("exit", () => seen.ended++)
      worker.on("message", ({ _tag }: { readonly _tag: string }) => {
        if (_tag === "Decoded") seen.decoded++
        if (_tag === "Failed") seen.failed++
        if (_tag === "Ready" && ++seen.ready === 2) Deferred.unsafeDone(bothReady, Effect.void)
      })
    }
    process.on("worker", watch)
    return { seen, bothReady: Deferred.await(bothReady), stop: () => process.off("worker", watch) }
  }),
  ({ stop }) => Effect.sync(stop),
)

/** A decoder whose threads run, and a file of 110,000 rows. */
const running = Effect.gen(function* () {
  const watching = yield* watched
  const directory = yield* folder
  const path = `${directory}/bars.parquet`
  yield* write(path, 110)
  const decoder = yield* Compiled.decoder
  yield* Stream.runDrain(Compiled.columns(path, bars, { decoder }))
  yield* watching.bothReady
  return { ...watching, decoder, directory, path }
})

layer(NodeFileSystem.layer)("the threads that decode", (it) => {
  it.scoped("give the values of the calling thread", () =>
    Effect.gen(function* () {
      const { decoder, path, seen } = yield* running
      for (const columns of [undefined, ...names.map((name) => [name]), ["volume", "timestamp"] as const]) {
        const [ours] = yield* Stream.runCollect(Compiled.columns(path, bars, { columns }))
        const [theirs] = yield* Stream.runCollect(Compiled.columns(path, bars, { columns, decoder }))
        assert.strictEqual(theirs!.length, 110_000)
        assert.deepStrictEqual(theirs!.columns, ours!.columns)
        assert.deepStrictEqual(theirs!.present, ours!.present)
      }
      assert.strictEqual(seen.decoded, names.length + 2)
    }),
  )

  it.effect("start when much was read, and end with their scope", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { seen } = yield* watched
        const path = `${yield* folder}/small.parquet`
        yield* write(path, 20)
        const scope = yield* Scope.make()
        const decoder = yield* Scope.extend(Compiled.decoder, scope)
        const read = Stream.runDrain(Compiled.columns(path, bars, { decoder }))
        yield* Effect.repeatN(read, 3)
        assert.strictEqual(seen.started, 0)
        yield* read
        // The event of a new thread comes with the next turn of the event loop.
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        assert.strictEqual(seen.started, 2)
        yield* Scope.close(scope, Exit.void)
        assert.strictEqual(seen.ended, 2)
        yield* read
      }),
    ),
  )

  it.scoped("decode no small file", () =>
    Effect.gen(function* () {
      const { decoder, directory, seen } = yield* running
      yield* write(`${directory}/small.parquet`, 16)
      yield* Stream.runDrain(Compiled.columns(`${directory}/small.parquet`, bars, { decoder }))
      assert.strictEqual(seen.decoded, 0)
    }),
  )

  it.scoped("say of a damaged file what the calling thread says", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { decoder, directory, path, seen } = yield* running
      const whole = yield* fs.readFile(path)
      const damaged = `${directory}/damaged.parquet`
      // The header of a page, which the calling thread reads, and the beginning of a page's content.
      for (const at of [4, Buffer.from(whole).indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))]) {
        yield* fs.writeFile(damaged, Uint8Array.from(whole).fill(255, at, at + 6))
        const ours = yield* Effect.exit(Stream.runDrain(Compiled.columns(damaged, bars)))
        const theirs = yield* Effect.exit(Stream.runDrain(Compiled.columns(damaged, bars, { decoder })))
        assert.deepStrictEqual(String(theirs), String(ours))
      }
      assert.isAbove(seen.failed, 0)
      assert.strictEqual(Chunk.size(yield* Stream.runCollect(Compiled.columns(path, bars, { decoder }))), 1)
    }),
  )

  it.scoped("decode after a reader that was interrupted at any step", () =>
    Effect.gen(function* () {
      const { decoder, path } = yield* running
      const read = Stream.runCollect(Compiled.columns(path, bars, { columns: ["volume"], decoder }))
      const [whole] = yield* read
      for (let steps = 0; steps < 12; steps++) {
        const fiber = yield* Effect.fork(read)
        for (let step = 0; step < steps; step++) {
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        }
        yield* Fiber.interrupt(fiber)
      }
      const [again] = yield* read
      assert.deepStrictEqual(again!.columns, whole!.columns)
    }),
  )

  it.scoped("leave the work to the calling thread when they end", () =>
    Effect.gen(function* () {
      const { decoder, path, seen } = yield* running
      const read = Stream.runCollect(Compiled.columns(path, bars, { columns: ["volume"], decoder }))
      const fiber = yield* Effect.fork(read)
      yield* Effect.promise(() => Promise.all(seen.workers.map((worker) => worker.terminate())))
      assert.strictEqual((yield* Fiber.join(fiber)).length, 1)
      assert.strictEqual((yield* read).length, 1)
    }),
  )

  it.scoped("are not missed where they cannot be started", () =>
    Effect.gen(function* () {
      const path = `${yield* folder}/bars.parquet`
      yield* write(path, 110)
      const decoder = yield* Parquet.decoder
      const read = Stream.runCollect(Parquet.columns(path, bars, { columns: ["volume"], decoder }))
      yield* read
      const [columns] = yield* read
      assert.strictEqual(columns!.length, 110_000)
    }),
  )
})
