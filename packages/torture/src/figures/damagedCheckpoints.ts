/** Streams that resume from damaged checkpoint files. */
import * as FileSystem from "@effect/platform/FileSystem"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { Checkpoints } from "@candela/core/Checkpoints"
import { MarketData } from "@candela/core/MarketData"
import type { Bar } from "@candela/market/Bar"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect, Layer, Option, Random, Stream } from "effect"
import { isDeepStrictEqual } from "node:util"
import * as Clients from "../Clients.js"
import type { Figure, Scale } from "../Figure.js"
import * as Minutes from "../Minutes.js"
import * as SandboxProcess from "../SandboxProcess.js"

const trials: Readonly<Record<Scale["name"], number>> = { test: 10, short: 60, long: 3000 }

/** Damage to a file: a flipped bit, a lost end, another byte. */
const damage = (random: Random.Random, bytes: Uint8Array) =>
  Effect.gen(function* () {
    const at = yield* random.nextIntBetween(0, bytes.length)
    const kind = yield* random.nextIntBetween(0, 6)
    if (kind === 0) return bytes.slice(0, at)
    const changed = bytes.slice()
    changed[at] =
      kind === 1 ? yield* random.nextIntBetween(0, 256) : changed[at]! ^ (1 << (yield* random.nextIntBetween(0, 8)))
    return changed
  })

export const damagedCheckpoints: Figure = {
  name: "damaged-checkpoints",
  what: "streams that go on from checkpoints whose files were damaged: flipped bits, other bytes, lost ends",
  bound: "all rows of an uninterrupted run, or a typed error that names the checkpoint: wrong rows 0",
  run: ({ name, seed }) =>
    Effect.gen(function* () {
      const sandbox = yield* SandboxProcess.start()
      const slice = yield* Minutes.read(sandbox)
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const random = Random.make(`${seed} damaged-checkpoints`)
      const violations: Array<string> = []
      let [whole, refused] = [0, 0]

      const trial = (number: number) =>
        Effect.gen(function* () {
          const { request, rows } = slice(number, 200)
          const { bars } = yield* Stocks
          const sink: Array<Bar> = []
          const checkpoint = `trial ${number}`
          const goOn = (most: number) =>
            Effect.gen(function* () {
              const saved = yield* Checkpoints.load(checkpoint)
              sink.length = Option.match(saved, { onNone: () => 0, onSome: ({ rows }) => rows })
              const stream = bars.stream(request, { pageSize: 50, checkpoint })
              yield* Stream.runForEachChunk(Stream.take(stream, most), (part) => Effect.sync(() => sink.push(...part)))
            })
          yield* goOn(120)
          // One copy, or both.
          const copies = (yield* files.readDirectory(folder)).filter((file) =>
            file.startsWith(`${encodeURIComponent(checkpoint)}.`),
          )
          const first = yield* random.nextIntBetween(0, copies.length)
          const damaged = (yield* random.nextBoolean) ? copies : [copies[first]!]
          for (const copy of damaged) {
            const path = `${folder}/${copy}`
            yield* files.writeFile(path, yield* damage(random, yield* files.readFile(path)))
          }
          const error = yield* Effect.match(goOn(Number.MAX_SAFE_INTEGER), {
            onFailure: (error) => error,
            onSuccess: () => undefined,
          })
          if (error === undefined) {
            if (
              isDeepStrictEqual(
                sink.map((row) => ({ ...row })),
                rows.map((row) => ({ ...row })),
              )
            )
              whole += 1
            else violations.push(`seed ${seed}, trial ${number}: the rows are not those of an uninterrupted run`)
          } else if (error._tag === "CheckpointError") refused += 1
          else violations.push(`seed ${seed}, trial ${number}: ${error.message}`)
        })
      yield* Effect.forEach(Array(trials[name]).keys(), trial, { discard: true }).pipe(
        Effect.provide(
          Stocks.layer.pipe(
            Layer.provideMerge(Checkpoints.layer),
            Layer.provide(MarketData.layer({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })),
            Layer.provide(Clients.node),
            Layer.provide(KeyValueStore.layerFileSystem(folder)),
            Layer.provide(NodeContext.layer),
          ),
        ),
      )
      if (whole === 0) violations.push("no stream went on")
      return {
        measured: `${trials[name]} damaged checkpoints: ${whole} whole streams, ${refused} refused, ${violations.length} wrong`,
        violations,
      }
    }),
}
