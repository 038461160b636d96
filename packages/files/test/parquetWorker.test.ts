import * as Columns from "@candela/core/Columns"
import * as Parquet from "@candela/files/Parquet"
import { Stocks } from "@candela/stocks/Stocks"
import * as Synthetic from "@candela/testing/Synthetic"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Worker } from "node:worker_threads"
// The thread's module is one of the compiled package: the sources have none that Node can load.
import * as Compiled from "../dist/Parquet.js"
import { joined } from "./support/endpoints.js"
import { runs } from "@candela/support/seeded"
import { folder } from "./support/temporary.js"

const bars = Stocks.endpoints.bars
const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2024-03-05", to: "2024-03-05" } as const
const columns = Columns.fromRows(bars.row, Synthetic.rows(bars, day, { rows: 1_000 }))
const options = { time: Date.UTC(2024, 2, 6), request: day }

/** More than a row group, and than a worker gets at a time. */
const source = Stream.take(Stream.repeatValue(columns), 150)

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")
const encoded = <Err>(stream: Stream.Stream<Uint8Array, Err>) => Effect.map(Stream.runCollect(stream), joined)

/** Counts the threads that this process starts, and those of them that end. */
const threads = Effect.acquireRelease(
  Effect.sync(() => {
    const count = { started: 0, ended: 0 }
    const watch = (worker: Worker) => {
      count.started++
      worker.once("exit", () => count.ended++)
    }
    process.on("worker", watch)
    return { count, stop: () => process.off("worker", watch) }
  }),
  ({ stop }) => Effect.sync(stop),
).pipe(Effect.map(({ count }) => count))

const files = fileURLToPath(new URL("..", import.meta.url))

/** Runs a module that is given as text, in a process of its own. */
const run = (directory: string, module: string) =>
  Effect.sync(() => {
    const { status, stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", module], {
      cwd: directory,
      encoding: "utf8",
    })
    assert.strictEqual(stderr, "")
    assert.strictEqual(status, 0)
    return stdout.trim()
  })

layer(NodeFileSystem.layer)("the worker", (it) => {
  it.scoped("gives the bytes of the main thread, and ends", () =>
    Effect.gen(function* () {
      const count = yield* threads
      const ours = yield* encoded(Parquet.encode(bars, { ...options, worker: false })(source))
      const theirs = yield* encoded(Compiled.encode(bars, options)(source))
      assert.strictEqual(digest(theirs), digest(ours))
      assert.deepStrictEqual(count, { started: 1, ended: 1 })
    }),
  )

  it.effect("gives the same bytes whatever the size of the pages", () =>
    Effect.gen(function* () {
      const whole = Columns.gather(
        Array.from({ length: 40_000 }, () => columns),
        Array.from({ length: 40_000 }, (_, row) => (row * 7) % 1_000),
      )
      const pages = [0, 3, 16_384, 16_395, 40_000].map((start, page, all) => Columns.slice(whole, start, all[page + 1]))
      const [one, several] = [Stream.make(whole), Stream.fromIterable(pages)]
      const bytes = yield* Effect.forEach([one, several], (rows) => encoded(Compiled.encode(bars, options)(rows)))
      assert.strictEqual(digest(bytes[1]!), digest(bytes[0]!))
    }),
  )

  it.effect("is not needed where it cannot be started", () =>
    Effect.gen(function* () {
      // Here it cannot: its module is TypeScript.
      const ours = yield* encoded(Parquet.encode(bars, options)(Stream.make(columns)))
      assert.strictEqual(digest(ours), digest(yield* encoded(Compiled.encode(bars, options)(Stream.make(columns)))))
    }),
  )

  it.scoped("and its file are gone after an interruption", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* folder
      const count = yield* threads
      const reached = yield* Deferred.make<void>()
      const stalled = Stream.concat(
        source,
        Stream.fromEffect(Effect.zipRight(Deferred.succeed(reached, undefined), Effect.never)),
      )
      const fiber = yield* Effect.fork(Stream.run(stalled, Compiled.file(`${directory}/bars`, bars, options)))
      yield* Deferred.await(reached)
      assert.deepStrictEqual(count, { started: 1, ended: 0 })
      assert.lengthOf(yield* fs.readDirectory(directory), 1)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* fs.readDirectory(directory), [])
      assert.deepStrictEqual(count, { started: 1, ended: 1 })
    }),
  )

  it.effect("gives the same bytes in another process, which ends by itself", () =>
    Effect.gen(function* () {
      const module = `
        import * as Columns from "@candela/core/Columns"
        import { Stocks } from "@candela/stocks/Stocks"
        import * as Synthetic from "@candela/testing/Synthetic"
        import { Effect, Stream } from "effect"
        import { createHash } from "node:crypto"
        import * as Parquet from "./dist/Parquet.js"
        const bars = Stocks.endpoints.bars
        const columns = Columns.fromRows(bars.row, Synthetic.rows(bars, ${JSON.stringify(day)}, { rows: 1_000 }))
        const hash = createHash("sha256")
        const bytes = Parquet.encode(bars, ${JSON.stringify(options)})(Stream.take(Stream.repeatValue(columns), 150))
        await Effect.runPromise(Stream.runForEach(bytes, (part) => Effect.sync(() => hash.update(part))))
        console.log(hash.digest("hex"))`
      const ours = yield* encoded(Parquet.encode(bars, { ...options, worker: false })(source))
      assert.strictEqual(yield* run(files, module), digest(ours))
    }),
  )
})

/** The package as somebody has it who installed some of the libraries. */
const installed = (directory: string, libraries: ReadonlyArray<string>) => {
  const modules = join(directory, "node_modules")
  const own = join(modules, "@candela/files")
  mkdirSync(join(modules, "@candela"), { recursive: true })
  mkdirSync(join(modules, "@effect"))
  cpSync(join(files, "dist"), join(own, "dist"), { recursive: true })
  cpSync(join(files, "package.json"), join(own, "package.json"))
  for (const name of ["effect", "@effect/platform", "@candela/core", "@candela/stocks", ...libraries])
    symlinkSync(join(files, "node_modules", name), join(modules, name))
}

layer(NodeFileSystem.layer)("a library that is not installed", (it) => {
  const cases = [
    // What the worker needs first: the main thread tells of it.
    ["parquet-wasm", ["apache-arrow"]],
    ["apache-arrow", ["parquet-wasm"]],
  ] as const
  for (const [missing, others] of cases.slice(0, runs(4))) {
    it.scoped(`is named: ${missing}`, () =>
      Effect.gen(function* () {
        const directory = yield* folder
        installed(directory, others)
        const module = `
          import * as Csv from "@candela/files/Csv"
          import * as Parquet from "@candela/files/Parquet"
          import { Stocks } from "@candela/stocks/Stocks"
          import { Effect, Stream } from "effect"
          const bars = Stocks.endpoints.bars
          await Effect.runPromise(Stream.runDrain(Csv.encode(bars)(Stream.empty)))
          const error = await Effect.runPromise(Effect.flip(Stream.runDrain(Parquet.encode(bars)(Stream.empty))))
          console.log(error.reason, error.message)`
        const said = yield* run(directory, module)
        assert.match(said, /^library /)
        assert.include(said, `npm install ${missing}`)
      }),
    )
  }
})
