import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { build } from "esbuild"
import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { open } from "./support.js"

const tickers = 8
/** Bars of five years, splits and dividends of each ticker. */
const parts = tickers * 7

const folderOf = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  fs.makeTempDirectoryScoped({ prefix: "candela-store-processes-" }),
)

/** The program of a child, with all that it needs. */
const bundled = Effect.tap(
  Effect.map(folderOf, (folder) => `${folder}/child.mjs`),
  (outfile) =>
    Effect.promise(() =>
      build({
        entryPoints: [fileURLToPath(new URL("child.ts", import.meta.url))],
        outfile,
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node20",
        logLevel: "silent",
        external: ["apache-arrow", "parquet-wasm", "@duckdb/node-api"],
        banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url)' },
      }),
    ),
)

/** Runs a child to its end, or kills it after so many lines. Gives the number of its lines. */
const run = (program: string, folder: string, killAfter = Infinity) =>
  Effect.async<number>((resume) => {
    const child: ChildProcess = spawn(process.execPath, [program, folder, `${tickers}`], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    let lines = 0
    createInterface(child.stdout!).on("line", (line) => {
      if (line !== "end" && ++lines === killAfter) child.kill("SIGKILL")
    })
    child.on("close", () => resume(Effect.succeed(lines)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Runs one of many until it stops itself, then others, and lets it go on when they have ended. */
const runStopped = (program: string, folder: string, stopAt: number) =>
  Effect.async<void>((resume) => {
    const begin = (...more: ReadonlyArray<string>) =>
      spawn(process.execPath, [program, folder, `${tickers}`, "many", ...more], {
        stdio: ["ignore", "pipe", "inherit"],
      })
    const stopped = begin(`${stopAt}`)
    createInterface(stopped.stdout).on("line", (line) => {
      if (line !== "stop") return
      const others = [begin(), begin()]
      others.forEach((other) => other.stdout.resume())
      let left = others.length
      others.forEach((other) =>
        other.on("close", () => {
          if (--left === 0) stopped.kill("SIGCONT")
        }),
      )
    })
    stopped.on("close", (code) => resume(code === 0 ? Effect.void : Effect.dieMessage(`it ended with ${code}`)))
    return Effect.sync(() => stopped.kill("SIGKILL"))
  })

/** All files of a folder but locks, with their bytes. */
const contents = (folder: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const names = (yield* fs.readDirectory(folder, { recursive: true })).filter(
      (name) => /\.\w+$/.test(name) && !/^lock\.\d+$/.test(name),
    )
    return new Map(
      yield* Effect.forEach(names.sort(), (name) =>
        Effect.map(fs.readFileString(`${folder}/${name}`), (text) => [name, text] as const),
      ),
    )
  })

describe("processes on one store", () => {
  it.live(
    "that are killed leave a store that reads, and the next sync ends with the files of one that was never killed",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const program = yield* bundled
        const [calm, killed] = yield* Effect.all([folderOf, folderOf])
        assert.strictEqual(yield* run(program, calm), parts)
        const expected = yield* contents(calm)
        assert.strictEqual(expected.size, tickers * 10 - tickers)
        for (const after of [1, 9, 13, 2, 5]) {
          const lines = yield* run(program, killed, after)
          assert.isBelow(lines, parts)
          const store = yield* open(fs, killed)
          assert.deepStrictEqual((yield* store.verify()).damages, [])
        }
        const rest = yield* run(program, killed)
        assert.isBelow(rest, parts)
        assert.deepStrictEqual(yield* contents(killed), expected)
      }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
  )

  it.live("at the same time fetch everything once and end alike", () =>
    Effect.gen(function* () {
      const program = yield* bundled
      const [calm, crowded] = yield* Effect.all([folderOf, folderOf])
      yield* run(program, calm)
      const lines = yield* Effect.all(
        Array.from({ length: 4 }, () => run(program, crowded)),
        { concurrency: 4 },
      )
      assert.deepStrictEqual([...lines].sort(), [0, 0, 0, parts])
      assert.deepStrictEqual(yield* contents(crowded), yield* contents(calm))
    }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
  )

  it.live(
    "many at a time lose nothing when one is stopped in the middle of a change, and goes on after the others have ended",
    () =>
      Effect.gen(function* () {
        const program = yield* bundled
        const [calm, crowded] = yield* Effect.all([folderOf, folderOf])
        yield* run(program, calm)
        yield* runStopped(program, crowded, 12)
        assert.deepStrictEqual(yield* contents(crowded), yield* contents(calm))
      }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
    { timeout: 120_000 },
  )
})
