/** Files of a store that were damaged. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Option, Random } from "effect"
import { basename, dirname } from "node:path"
import type { Figure, Scale } from "../Figure.js"
import * as Histories from "../store/Histories.js"
import * as Service from "../store/Service.js"

const trials: Readonly<Record<Scale["name"], number>> = { test: 8, short: 30, long: 1000 }

const kinds = ["a flipped bit", "another byte", "a lost end", "a lost file"] as const

/** Damages a file at a random place. */
const damage = (random: Random.Random, path: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const bytes = yield* files.readFile(path)
    const at = yield* random.nextIntBetween(0, bytes.length)
    const kind = kinds[yield* random.nextIntBetween(0, kinds.length)]!
    const set = (value: number) =>
      Effect.suspend(() =>
        files.writeFile(
          path,
          bytes.map((byte, index) => (index === at ? value : byte)),
        ),
      )
    if (kind === "a flipped bit") yield* set(bytes[at]! ^ (1 << (yield* random.nextIntBetween(0, 8))))
    else if (kind === "another byte") yield* set((bytes[at]! + (yield* random.nextIntBetween(1, 256))) % 256)
    else if (kind === "a lost end") yield* files.writeFile(path, bytes.subarray(0, at))
    else yield* files.remove(path)
    return `${kind} at ${at}`
  })

export const damagedStores: Figure = {
  name: "damaged-stores",
  what: "files of a store that were damaged: flipped bits, other bytes, lost ends, lost files, manifests too",
  bound: "each is found, and read no more; the next sync mends it: the bytes are those of the undamaged store",
  run: ({ name, seed }) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const service = yield* Service.serve
      const folder = yield* files.makeTempDirectoryScoped()
      const settings = { url: service.url, apiKey: service.apiKey, folder }
      const random = Random.make(`${seed} damaged-stores`)
      yield* Histories.sync(settings)
      const expected = yield* Histories.contents(folder)
      const names = [...expected.keys()]
      const manifests = names.filter((name) => name.endsWith(".json"))
      const violations: Array<string> = []
      let [verified, mended] = [0, 0]

      const trial = (number: number) =>
        Effect.gen(function* () {
          // A third of all files are manifests.
          const among = number % 2 === 0 ? names : manifests
          const file = among[yield* random.nextIntBetween(0, among.length)]!
          const how = yield* damage(random, `${folder}/${file}`)
          const what = `seed ${seed}, trial ${number}, ${file}, ${how}`
          const { damages } = yield* Histories.verify(folder)
          const isNamed = damages.some((damage) => damage.folder === dirname(file) && damage.file === basename(file))
          // Files without a manifest are nobody's: their time is missing.
          const isMissing = (yield* Histories.missing(folder)).length > 0
          if (isNamed) verified += 1
          else if (!isMissing) violations.push(`${what}: was not found`)
          // A manifest that cannot be read fails the read.
          const read = yield* Effect.option(Histories.compare(folder, service))
          const { repeated, wrong } = Option.getOrElse(read, () => ({ repeated: 0, wrong: 0 }))
          if (repeated + wrong > 0) violations.push(`${what}: read with ${repeated} repeated, ${wrong} wrong`)
          yield* Histories.sync(settings)
          const different = Histories.different(yield* Histories.contents(folder), expected)
          if (different.length === 0) return (mended += 1)
          violations.push(`${what}: ${different.join(", ")} not mended`)
          return yield* Effect.forEach(
            different.filter((file) => expected.has(file)),
            (file) => files.writeFile(`${folder}/${file}`, Buffer.from(expected.get(file)!, "hex")),
          )
        })

      yield* Effect.forEach(Array(trials[name]).keys(), trial, { discard: true })
      if (verified === 0) violations.push("no damage was found")
      return {
        measured: `${trials[name]} damaged files: ${verified} named by \`verify\`, the others' time by \`missing\`, ${mended} mended: ${violations.length} faults`,
        violations,
      }
    }),
}
