/** Downloads into a file, killed at random points. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Random } from "effect"
import { fileURLToPath } from "node:url"
import * as Records from "../crash/Records.js"
import type { CrashSettings } from "../crash/main.js"
import type { Figure, Scale } from "../Figure.js"
import * as Minutes from "../Minutes.js"
import * as NodeProcess from "../NodeProcess.js"
import * as SandboxProcess from "../SandboxProcess.js"

const kills: Readonly<Record<Scale["name"], number>> = { test: 2, short: 10, long: 100 }

const main = fileURLToPath(new URL("../crash/main.js", import.meta.url))

/** Rows of a download: a second or so of small pages. */
const lengths: Readonly<Record<Scale["name"], number>> = { test: 1500, short: 3000, long: 3000 }
const pageSize = 20

/** Maximum lifetime of a download, milliseconds. */
const longest = 700

/** Runs a download, and kills it after a time unless it has ended by then. Whether it was complete. */
const live = (settings: CrashSettings, milliseconds: number) =>
  Effect.map(NodeProcess.killed(main, settings, "Downloading", milliseconds), (lines) => lines.includes("Complete"))

export const crash: Figure = {
  name: "crash",
  what: "kill -9 at random points of checkpointed streams into a file, which go on afterwards",
  bound: "the file equals that of an uninterrupted run: rows lost 0, rows repeated 0",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const length = lengths[name]
      const sandbox = yield* SandboxProcess.start()
      const slice = yield* Minutes.read(sandbox)
      const files = yield* FileSystem.FileSystem
      const random = Random.make(`${seed} crash`)
      const violations: Array<string> = []
      let [killed, downloads, lost, repeated] = [0, 0, 0, 0]

      /** One file: killed repeatedly, then left to complete. */
      const download = Effect.gen(function* () {
        const number = downloads++
        const { request, rows } = slice(number, length)
        const folder = yield* files.makeTempDirectoryScoped()
        const begin = (milliseconds: number) =>
          Effect.flatMap(random.nextIntBetween(1, 4), (concurrency) =>
            live(
              {
                url: sandbox.url,
                apiKey: sandbox.apiKey,
                folder,
                ticker: request.stocksTicker,
                from: Number(request.from),
                to: Number(request.to),
                pageSize,
                concurrency,
              },
              milliseconds,
            ),
          )
        let complete = false
        for (let life = 0; !complete; life++) {
          const isLast = killed === kills[name] || life === 6
          complete = yield* begin(isLast ? Infinity : yield* random.nextIntBetween(0, longest))
          if (!complete && isLast) return violations.push(`seed ${seed}, download ${number}: did not end by itself`)
          if (!complete) yield* say(`${++killed} of ${kills[name]} kills`)
        }
        const records = yield* files.readFile(`${folder}/bars`)
        if (Buffer.compare(records, Records.of(rows)) === 0) return
        const found = Records.timestamps(records)
        const distinct = new Set(found)
        lost += rows.filter(({ timestamp }) => !distinct.has(timestamp)).length
        repeated += found.length - distinct.size
        violations.push(
          `seed ${seed}, download ${number}: its ${records.length} bytes are not those of an uninterrupted run`,
        )
      })
      while (killed < kills[name]) yield* Effect.scoped(download)
      return {
        measured: `${killed} kills of ${downloads} downloads of ${length.toLocaleString("en-US")} rows: lost ${lost}, repeated ${repeated}`,
        violations,
      }
    }),
}
