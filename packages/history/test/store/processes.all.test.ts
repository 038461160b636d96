import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { begin, bundled, folderOf, run, runStopped } from "./childProcesses.js"
import { open } from "./support.js"

const tickers = 8
/** Bars of five years, splits and dividends of each ticker. */
const parts = tickers * 7

const syncing = (program: string, folder: string) => () => begin(program, folder, `${tickers}`)

const oneOfMany =
  (program: string, folder: string) =>
  (...stopAt: ReadonlyArray<string>) =>
    begin(program, folder, `${tickers}`, "many", ...stopAt)

/** All files of a folder but locks, with their bytes. */
const contents = (folder: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const names = (yield* fs.readDirectory(folder, { recursive: true })).filter(
      (name) => /\.\w+$/.test(name) && !/^_?lock\.\d+$/.test(name),
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
        const program = yield* bundled(import.meta.url)
        const [calm, killed] = yield* Effect.all([folderOf, folderOf])
        assert.strictEqual(yield* run(syncing(program, calm)), parts)
        const expected = yield* contents(calm)
        assert.strictEqual(expected.size, tickers * 10 - tickers)
        for (const after of [1, 9, 13, 2, 5]) {
          const lines = yield* run(syncing(program, killed), after)
          assert.isBelow(lines, parts)
          const store = yield* open(fs, killed)
          assert.deepStrictEqual((yield* store.verify()).damages, [])
        }
        const rest = yield* run(syncing(program, killed))
        assert.isBelow(rest, parts)
        assert.deepStrictEqual(yield* contents(killed), expected)
      }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
    { timeout: 240_000 },
  )

  it.live("at the same time fetch everything once and end alike", () =>
    Effect.gen(function* () {
      const program = yield* bundled(import.meta.url)
      const [calm, crowded] = yield* Effect.all([folderOf, folderOf])
      yield* run(syncing(program, calm))
      const lines = yield* Effect.all(
        Array.from({ length: 4 }, () => run(syncing(program, crowded))),
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
        const program = yield* bundled(import.meta.url)
        const [calm, crowded] = yield* Effect.all([folderOf, folderOf])
        yield* run(syncing(program, calm))
        yield* runStopped(oneOfMany(program, crowded), 12)
        assert.deepStrictEqual(yield* contents(crowded), yield* contents(calm))
      }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
    { timeout: 240_000 },
  )
})
