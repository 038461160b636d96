/** Several processes under one rate limit: what the server sees. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Database, databases } from "./databases.js"
import { arrivals, most } from "./processes.js"

for (const { layer, missing, name } of databases) {
  describe.skipIf(missing !== undefined)(`processes that share a rate limit in ${name} ${missing ?? ""}`, () => {
    it.live(
      "send no more than its limit in any window",
      () =>
        Effect.gen(function* () {
          const { address } = yield* Database
          const windows = [
            { limit: 8, interval: 300 },
            { limit: 15, interval: 1000 },
          ]
          const times = yield* arrivals({ address, windows, processes: 3, requests: 13 })
          assert.lengthOf(times, 39)
          for (const { interval, limit } of windows) assert.isAtMost(most(times, interval), limit)
        }).pipe(Effect.provide(layer)),
      { timeout: 120_000 },
    )
  })
}
