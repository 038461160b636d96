/** Several processes under one rate limit: what the server sees. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Database, databases } from "./databases.js"
import { arrivals, most } from "./processes.js"

for (const { layer, missing, name } of databases) {
  describe.skipIf(missing !== undefined)(`processes that share a rate limit in ${name} ${missing ?? ""}`, () => {
    it.live(
      "send no more than its limit in any window, also while one of them is stopped and goes on",
      () =>
        Effect.gen(function* () {
          const { address } = yield* Database
          const windows = [{ limit: 50, interval: 1000 }]
          const times = yield* arrivals({
            address,
            windows,
            processes: 3,
            requests: 90,
            disturb: ([first]) => {
              first!.kill("SIGSTOP")
              setTimeout(() => first!.kill("SIGCONT"), 2500)
            },
          })
          assert.lengthOf(times, 270)
          assert.isAtMost(most(times, 1000), 50)
        }).pipe(Effect.provide(layer)),
      { timeout: 120_000 },
    )
  })
}
