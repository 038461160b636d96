/** Files that the command writes in several runs, whose progress was damaged between them. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Random } from "effect"
import * as CommandProcess from "../CommandProcess.js"
import type { Figure, Scale } from "../Figure.js"
import * as Loopback from "../Loopback.js"

const trials: Readonly<Record<Scale["name"], number>> = { test: 4, short: 24, long: 1000 }

const [pages, rows] = [5, 40]

/** Answers pages of splits, up to one that it refuses to serve at first. */
const serve = Effect.suspend(() => {
  const state = { refused: 3 }
  const origin = Loopback.http(({ headers, url = "" }, response) => {
    const page = Number(/cursor=(\d+)/.exec(url)?.[1] ?? 0)
    const isServed = page < state.refused
    const results = Array.from({ length: rows }, (_, row) => ({
      id: `S${page * rows + row}`,
      ticker: `T${page * rows + row}`,
      execution_date: "2025-06-02",
      split_from: 1,
      split_to: 2 + row,
    }))
    const next = page + 1 < pages && { next_url: `http://${headers.host}/stocks/v1/splits?cursor=${page + 1}` }
    response.writeHead(isServed ? 200 : 403, { "content-type": "application/json" })
    response.end(
      JSON.stringify(
        isServed
          ? { status: "OK", request_id: `r${page}`, results, ...next }
          : { status: "NOT_AUTHORIZED", request_id: `r${page}`, message: "Not now." },
      ),
    )
  })
  return Effect.map(origin, (origin) => ({ origin, state }))
})

export const damagedResumes: Figure = {
  name: "damaged-resumes",
  what: "files that the command goes on with, after one bit of their progress or of their rows was flipped, or their end was lost",
  bound: "all rows of one run, or an error that says what to remove and changes nothing: wrong files 0",
  run: ({ name, seed }) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const { origin, state } = yield* serve
      const random = Random.make(`${seed} damaged-resumes`)
      const write = (file: string) =>
        CommandProcess.run({ folder, key: "a-key-of-the-torture", origin }, [
          ..."stocks splits --resume --quiet --out".split(" "),
          file,
        ])
      const violations: Array<string> = []
      let [whole, refused] = [0, 0]
      const interrupted: Record<string, ReadonlyArray<readonly [ending: string, bytes: Uint8Array]>> = {}
      const expected: Record<string, Uint8Array> = {}
      for (const format of ["csv", "ndjson"]) {
        state.refused = 3
        yield* write(`${folder}/first.${format}`)
        const kept = (yield* files.readDirectory(folder)).filter((file) => file.startsWith(`first.${format}.`))
        interrupted[format] = yield* Effect.forEach(kept, (file) =>
          Effect.map(
            files.readFile(`${folder}/${file}`),
            (bytes) => [file.slice(`first.${format}`.length), bytes] as const,
          ),
        )
        if (kept.length !== 2) violations.push(`seed ${seed}: ${format} left ${kept.join(", ") || "nothing"}`)
        state.refused = pages
        yield* write(`${folder}/whole.${format}`)
        expected[format] = yield* files.readFile(`${folder}/whole.${format}`)
      }
      for (let trial = 0; violations.length === 0 && trial < trials[name]; trial++) {
        const format = trial % 2 === 0 ? "csv" : "ndjson"
        const file = `${folder}/trial-${trial}.${format}`
        const parts = interrupted[format]!
        const [ending, bytes] = parts[yield* random.nextIntBetween(0, parts.length)]!
        const at = yield* random.nextIntBetween(0, bytes.length)
        const isCut = (yield* random.nextIntBetween(0, 8)) === 0
        const changed = isCut ? bytes.slice(0, at) : Uint8Array.from(bytes)
        if (!isCut) changed[at]! ^= 1 << (yield* random.nextIntBetween(0, 8))
        for (const [other, content] of parts) {
          yield* files.writeFile(`${file}${other}`, other === ending ? changed : content)
        }
        const { code, err } = yield* write(file)
        const place = `seed ${seed}, trial ${trial}, ${ending}, byte ${at}`
        const written = yield* Effect.option(files.readFile(file))
        const left = yield* Effect.option(files.readFile(`${file}${ending}`))
        if (code === 0) {
          if (written._tag === "Some" && Buffer.from(written.value).equals(expected[format]!)) whole++
          else violations.push(`${place}: the file is not that of one run`)
        } else if (written._tag === "Some" || left._tag === "None" || !Buffer.from(left.value).equals(changed)) {
          violations.push(`${place}: the refusal changed a file`)
        } else if (err.includes(`Remove ${file}.checkpoint`)) refused++
        else violations.push(`${place}: ${err}`)
      }
      return {
        measured: `${whole + refused + violations.length} damaged files: ${refused} refused, ${whole} whole, ${violations.length} wrong`,
        violations,
      }
    }),
}
