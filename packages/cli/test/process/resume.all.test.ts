import * as Sandbox from "@candela/sandbox/Sandbox"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Processes from "./support.js"

const server = Layer.orDie(Sandbox.Sandbox.layerServer())

/** Changes in a folder after which a process is killed: from its first file on to some pages later. */
const changes = [1, 2, 3, 5, 8, 13, 21]

/** Waits until so many changes have been made in a folder. */
const changed = (folder: string, most: number) =>
  Effect.async<void>((resume) => {
    let count = 0
    const watcher = watch(folder, () => {
      if (++count === most) resume(Effect.void)
    })
    return Effect.sync(() => watcher.close())
  })

layer(server, { excludeTestServices: true, timeout: "2 minutes" })("a download in processes that are killed", (it) => {
  it.scoped(
    "ends with the same bytes after 50 kills",
    () =>
      Effect.gen(function* () {
        const { apiKey, baseUrl } = yield* Sandbox.Sandbox
        const folder = yield* Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-cli-"))),
          (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
        )
        const { candela } = yield* Processes.bundle
        const start = (file: string) => {
          const range = ["--timespan", "second", "--multiplier", "1", "--from", "2025-06-16", "--to", "2025-06-27"]
          const args = [
            candela,
            "stocks",
            "bars",
            "AAPL",
            ...range,
            "--url",
            baseUrl,
            "--out",
            file,
            "--resume",
            "--quiet",
          ]
          return Processes.run(process.execPath, args, { MARKET_DATA_API_KEY: apiKey })
        }
        const whole = join(folder, "whole.csv")
        const first = yield* Effect.scoped(
          Effect.flatMap(start(whole), ({ ended, said }) => Effect.map(ended, (code) => ({ code, err: said.err }))),
        )
        assert.deepStrictEqual(first, { code: 0, err: "" })
        const expected = readFileSync(whole)
        rmSync(whole)

        let [kills, files] = [0, 0]
        while (kills < 50) {
          const file = join(folder, "bars.csv")
          const end = yield* Effect.scoped(
            Effect.gen(function* () {
              const { ended } = yield* start(file)
              return yield* Effect.raceFirst(
                ended,
                Effect.as(changed(folder, changes[kills % changes.length]!), "killed" as const),
              )
            }),
          )
          if (end === "killed") {
            kills++
            continue
          }
          assert.strictEqual(end, 0)
          files++
          assert.isTrue(readFileSync(file).equals(expected), `after ${kills} kills`)
          assert.deepStrictEqual(readdirSync(folder), ["bars.csv"])
          rmSync(file)
        }
        assert.isAbove(files, 0)
        assert.isAbove(expected.length, 10_000_000)
      }),
    600_000,
  )
})
