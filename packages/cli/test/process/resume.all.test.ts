import * as Sandbox from "@candela/sandbox/Sandbox"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Processes from "./support.js"

const server = Layer.orDie(Sandbox.Sandbox.layerServer())

/** Changes in a folder after which a process is killed: from its first file on to some pages later. */
const changes = [1, 2, 3, 5, 8, 13, 21]

/**
 * Files keep the time at which they were begun: it stands still here, so that files of several runs can be the same.
 */
const clock = "--import data:text/javascript,Date.now=()=>1750000000000"

/** Waits until so many changes have been made in a folder. */
const changed = (folder: string, most: number) =>
  Effect.async<void>((resume) => {
    let count = 0
    const watcher = watch(folder, () => {
      if (++count === most) resume(Effect.void)
    })
    return Effect.sync(() => watcher.close())
  })

/**
 * Formats, and how often a download in them is killed: CSV is appended to, Parquet and Arrow are
 * encoded from the rows at the end.
 */
const kills = { csv: 7, parquet: 4, arrow: 4 } as const

const formats = ["csv", "parquet", "arrow"] as const

layer(server, { excludeTestServices: true, timeout: "2 minutes" })("a download in processes that are killed", (it) => {
  for (const format of formats) {
    it.scoped(
      `ends with the same ${format} after ${kills[format]} kills`,
      () =>
        Effect.gen(function* () {
          const { apiKey, baseUrl } = yield* Sandbox.Sandbox
          const folder = yield* Effect.acquireRelease(
            Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-cli-"))),
            (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
          )
          const { candela } = yield* Processes.bundle
          const from = format === "csv" ? "2025-06-16" : "2025-06-25"
          const range = ["--timespan", "second", "--multiplier", "1", "--from", from, "--to", "2025-06-27"]
          const bars = [candela, "stocks", "bars", "AAPL", ...range, "--url", baseUrl, "--resume", "--quiet"]
          const start = (file: string) =>
            Processes.run(process.execPath, [...bars, "--out", file], {
              MARKET_DATA_API_KEY: apiKey,
              NODE_OPTIONS: clock,
            })
          const whole = join(folder, `whole.${format}`)
          const first = yield* Effect.scoped(
            Effect.flatMap(start(whole), ({ ended, said }) => Effect.map(ended, (code) => ({ code, err: said.err }))),
          )
          assert.deepStrictEqual(first, { code: 0, err: "" })
          const expected = readFileSync(whole)
          rmSync(whole)

          let [killed, files] = [0, 0]
          while (killed < kills[format] || files === 0) {
            const file = join(folder, `bars.${format}`)
            const end = yield* Effect.scoped(
              Effect.gen(function* () {
                const { ended } = yield* start(file)
                if (killed >= kills[format]) return yield* ended
                const change = changes[killed % changes.length]!
                return yield* Effect.raceFirst(ended, Effect.as(changed(folder, change), "killed" as const))
              }),
            )
            if (end === "killed") {
              killed++
              // A file that is there is whole.
              if (existsSync(file)) assert.isTrue(readFileSync(file).equals(expected))
              continue
            }
            assert.strictEqual(end, 0)
            files++
            assert.isTrue(readFileSync(file).equals(expected), `after ${killed} kills`)
            assert.deepStrictEqual(
              readdirSync(folder).filter((name) => !name.startsWith(".")),
              [`bars.${format}`],
            )
            rmSync(file)
          }
          assert.isAbove(expected.length, 500_000)
        }),
      600_000,
    )
  }
})
