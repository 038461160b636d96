/** Files of a store of which a bit was flipped, read without a check before. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Either, Random } from "effect"
import type { Figure, Scale } from "../Figure.js"
import * as Histories from "../store/Histories.js"
import * as Service from "../store/Service.js"

const trials: Readonly<Record<Scale["name"], number>> = { test: 6, short: 20, long: 1000 }

export const flippedBits: Figure = {
  name: "flipped-bits",
  what: "bits flipped in the files of a store, which is then read: as rows, as columns, by SQL",
  bound: "each read fails with a typed error that names the file; wrong rows 0",
  run: ({ name, seed }) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const service = yield* Service.serve
      const folder = yield* files.makeTempDirectoryScoped()
      yield* Histories.sync({ url: service.url, apiKey: service.apiKey, folder })
      const random = Random.make(`${seed} flipped-bits`)
      const names = [...(yield* Histories.contents(folder)).keys()].filter(
        (name) => name.startsWith("bars/") && name.endsWith(".parquet"),
      )
      const ways = Object.entries(Histories.ways(folder, service))
      const violations: Array<string> = []
      let refused = 0

      const trial = (number: number) =>
        Effect.gen(function* () {
          const path = `${folder}/${names[yield* random.nextIntBetween(0, names.length)]!}`
          const sound = yield* files.readFile(path)
          const bit = yield* random.nextIntBetween(0, 8 * sound.length)
          yield* files.writeFile(
            path,
            sound.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
          )
          for (const [way, read] of ways) {
            const what = `seed ${seed}, trial ${number}, bit ${bit} of ${path}, ${way}`
            const result = yield* Effect.either(read)
            if (Either.isRight(result)) violations.push(`${what}: was read (${result.right} wrong)`)
            else if ((result.left as { readonly path?: string }).path !== path)
              violations.push(`${what}: another error (${String(result.left)})`)
            else refused += 1
          }
          yield* files.writeFile(path, sound)
        })

      yield* Effect.forEach(Array(trials[name]).keys(), trial, { discard: true })
      for (const [way, read] of ways) {
        const wrong = yield* read
        if (wrong > 0) violations.push(`seed ${seed}, ${way} of the sound store: ${wrong} wrong`)
      }
      return {
        measured: `${trials[name]} bits, each read in ${ways.length} ways: ${refused} typed errors, ${violations.length} read or other errors`,
        violations,
      }
    }),
}
