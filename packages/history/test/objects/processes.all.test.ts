import * as NodeContext from "@effect/platform-node/NodeContext"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { build } from "esbuild"
import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { ObjectServer } from "./objectServer.js"
import { openObjects, prefix } from "./support.js"

const tickers = 4
/** Bars of five years, splits and dividends of each ticker. */
const parts = tickers * 7

const listening = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = new ObjectServer()
    return { server, ...(await server.listen()) }
  }),
  ({ close }) => Effect.promise(close),
)

/** The program of a child, with all that it needs. */
const bundled = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  Effect.tap(
    Effect.map(fs.makeTempDirectoryScoped({ prefix: "candela-objects-" }), (folder) => `${folder}/child.mjs`),
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
  ),
)

type Listening = Effect.Effect.Success<typeof listening>

const begin = (program: string, { server, url }: Listening, ...more: ReadonlyArray<string>): ChildProcess =>
  spawn(
    process.execPath,
    [
      program,
      url,
      `${server.bucket}/${prefix}`,
      `${server.accessKeyId} ${server.secretAccessKey}`,
      `${tickers}`,
      ...more,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  )

/** Runs a child to its end, or kills it after so many lines. Gives the number of its lines. */
const run = (program: string, objects: Listening, killAfter = Infinity) =>
  Effect.async<number>((resume) => {
    const child = begin(program, objects)
    let lines = 0
    createInterface(child.stdout!).on("line", (line) => {
      if (line !== "end" && ++lines === killAfter) child.kill("SIGKILL")
    })
    child.on("close", () => resume(Effect.succeed(lines)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Runs a child until it stops itself, then others, and lets it go on when they have ended. */
const runStopped = (program: string, objects: Listening, stopAt: number) =>
  Effect.async<void>((resume) => {
    const stopped = begin(program, objects, `${stopAt}`)
    createInterface(stopped.stdout!).on("line", (line) => {
      if (line !== "stop") return
      const others = [begin(program, objects), begin(program, objects)]
      others.forEach((other) => other.stdout!.resume())
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

/** The objects of a store once those of killed and late processes are removed, as if two hours had passed. */
const compacted = ({ server }: Listening) =>
  Effect.gen(function* () {
    const later = new ObjectServer()
    for (const [key, content] of server.objects) later.objects.set(key, { ...content, modified: 0 })
    later.isOpen = true
    const store = yield* openObjects(later)
    assert.deepStrictEqual((yield* store.verify()).damages, [])
    yield* store.compact
    return later.contents(prefix)
  })

describe("processes on one object store", () => {
  it.live(
    "that are killed leave a store that reads, and the next sync ends with the objects of one that was never killed",
    () =>
      Effect.gen(function* () {
        const program = yield* bundled
        const [calm, killed] = yield* Effect.all([listening, listening])
        assert.strictEqual(yield* run(program, calm), parts)
        for (const after of [1, 9, 4, 2]) assert.isBelow(yield* run(program, killed, after), parts)
        assert.isBelow(yield* run(program, killed), parts)
        assert.deepStrictEqual(yield* compacted(killed), yield* compacted(calm))
      }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
    { timeout: 120_000 },
  )

  it.live(
    "lose nothing of each other: three at a time, one of them stopped in the middle of a change, and a network that fails now and then",
    () =>
      Effect.gen(function* () {
        const program = yield* bundled
        const [calm, crowded] = yield* Effect.all([listening, listening])
        yield* run(program, calm)
        let requests = 0
        crowded.server.fault = () => {
          const nth = ++requests
          return nth % 13 === 0 ? "lost" : nth % 17 === 0 ? "refused" : nth % 19 === 0 ? "cut" : undefined
        }
        yield* runStopped(program, crowded, 8)
        assert.isAbove(requests, 200)
        assert.deepStrictEqual(yield* compacted(crowded), yield* compacted(calm))
      }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
    { timeout: 240_000 },
  )
})
