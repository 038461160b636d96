/** Programs that share the folder of a cache and are killed while they write. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Cache } from "@candela/core/Cache"
import { Stocks } from "@candela/stocks/Stocks"
import { Context, Effect, Layer, Random, Ref } from "effect"
import { fileURLToPath } from "node:url"
import { isDeepStrictEqual } from "node:util"
import * as Reader from "../cache/Reader.js"
import * as Clients from "../Clients.js"
import type { Figure, Scale } from "../Figure.js"
import * as NodeProcess from "../NodeProcess.js"
import * as SandboxProcess from "../SandboxProcess.js"

const kills: Readonly<Record<Scale["name"], number>> = { test: 2, short: 8, long: 200 }

/** Answers that are compared afterwards. */
const calls: Readonly<Record<Scale["name"], number>> = { test: 40, short: 100, long: 2000 }

/** Concurrent programs. */
const programs = 3

/** Room for some twenty answers. */
const maxSize = 150_000

/** Maximum lifetime of a program, milliseconds. */
const longest = 500

const main = fileURLToPath(new URL("../cache/main.js", import.meta.url))

export const cacheSize: Figure = {
  name: "cache-size",
  what: `kill -9 at random points of ${programs} programs that share a cache of ${maxSize / 1000} kB`,
  bound: "the folder never holds more than its size; answers that differ from the service's 0",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const sandbox = yield* SandboxProcess.start()
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const settings = { url: sandbox.url, apiKey: sandbox.apiKey, folder, maxSize }
      const random = Random.make(`${seed} cache-size`)
      const largest = yield* Ref.make(0)
      const sizeOf = (file: string) =>
        Effect.match(files.stat(`${folder}/${file}`), { onFailure: () => 0, onSuccess: ({ size }) => Number(size) })
      const look = Effect.gen(function* () {
        const sizes = yield* Effect.forEach(yield* files.readDirectory(folder), sizeOf)
        const size = sizes.reduce((sum, size) => sum + size, 0)
        yield* Ref.update(largest, (largest) => Math.max(largest, size))
      })
      yield* Effect.forkScoped(Effect.forever(Effect.delay(look, "5 millis")))
      let killed = 0
      const program = Effect.gen(function* () {
        while (killed < kills[name]) {
          const number = killed++
          const lifetime = yield* random.nextIntBetween(0, longest)
          yield* NodeProcess.killed(main, { ...settings, seed: `${seed} ${number}` }, "Reading", lifetime)
          yield* say(`${number + 1} of ${kills[name]} kills`)
        }
      })
      yield* Effect.all([program, program, program], { concurrency: programs, discard: true })

      const violations: Array<string> = []
      const { hits } = yield* Effect.gen(function* () {
        const cached = yield* Stocks
        const direct = Context.get(yield* Layer.build(Clients.stocks(Clients.node, sandbox)), Stocks)
        for (let call = 0; call < calls[name]; call++) {
          const request = yield* Reader.draw(random)
          const [one, other] = yield* Effect.all([cached.bars(request), direct.bars(request)])
          if (!isDeepStrictEqual(one.results, other.results))
            violations.push(`seed ${seed}: ${JSON.stringify(request)}`)
        }
        yield* look
        return yield* Cache.stats
      }).pipe(Effect.provide(Reader.layer({ ...settings, seed: "" })))
      const most = yield* Ref.get(largest)
      if (most > maxSize) violations.push(`seed ${seed}: the folder held ${most} bytes`)
      if (hits === 0) violations.push(`seed ${seed}: no answer came from the cache`)
      return {
        measured: `${killed} kills, at most ${most} of ${maxSize} bytes; ${calls[name]} answers afterwards, ${hits} of them from the cache: ${violations.length} faults`,
        violations,
      }
    }),
}
