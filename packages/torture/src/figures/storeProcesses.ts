/** Several processes that sync one store. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Random } from "effect"
import type { Figure, Scale } from "../Figure.js"
import * as NodeProcess from "../NodeProcess.js"
import * as Histories from "../store/Histories.js"
import * as Service from "../store/Service.js"
import { main } from "./storeKills.js"

const rounds: Readonly<Record<Scale["name"], number>> = { test: 1, short: 1, long: 20 }

const processes = 4

export const storeProcesses: Figure = {
  name: "store-processes",
  what: `${processes} processes that sync one store at the same time, in every other round with a kill -9 of one of them`,
  bound: "each completes; what is there is requested once; the bytes are those of a store of one process",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const service = yield* Service.serve
      const { apiKey, url } = service
      const random = Random.make(`${seed} store-processes`)
      const calm = yield* files.makeTempDirectoryScoped()
      yield* Histories.sync({ apiKey, url, folder: calm })
      const alone = service.requests()
      const expected = yield* Histories.contents(calm)
      const violations: Array<string> = []
      let requests = 0

      const round = (number: number) =>
        Effect.gen(function* () {
          const folder = yield* files.makeTempDirectoryScoped()
          const before = service.requests()
          const victim = number % 2 === 1 ? 0 : undefined
          const part = yield* random.nextIntBetween(0, 20)
          const outputs = yield* Effect.forEach(
            Array(processes).keys(),
            (process) =>
              NodeProcess.killed(main, { apiKey, url, folder }, `Part ${part}`, process === victim ? 0 : Infinity),
            { concurrency: processes },
          )
          requests = Math.max(requests, service.requests() - before)
          const what = `seed ${seed}, round ${number}`
          outputs.forEach((lines, process) => {
            if (process !== victim && !lines.includes("Complete"))
              violations.push(`${what}: a process did not complete: ${lines.at(-1)}`)
          })
          if (victim === undefined && service.requests() - before !== alone)
            violations.push(`${what}: ${service.requests() - before} requests, ${alone} of one process`)
          for (const file of Histories.different(yield* Histories.contents(folder), expected))
            violations.push(`${what}: ${file} is not that of a store of one process`)
          yield* say(`${number + 1} of ${rounds[name]} rounds`)
        }).pipe(Effect.scoped)

      yield* Effect.forEach(Array(rounds[name]).keys(), round, { discard: true })
      return {
        measured: `${rounds[name]} rounds of ${processes} processes: at most ${requests} requests where one process makes ${alone}, ${violations.length} faults`,
        violations,
      }
    }),
}
