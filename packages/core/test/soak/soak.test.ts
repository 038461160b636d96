import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Departures from "./departures.js"
import * as Round from "./round.js"

/** What must happen at once may take long on a busy machine: the soak itself has tighter bounds. */
const bounds: Round.Bounds = { atOnce: 20_000, consumers: 60_000 }

describe("the soak", () => {
  it.live("finds no violation in its first rounds", () =>
    Effect.gen(function* () {
      let totals = Round.nothing
      for (let seed = 1; seed <= 8; seed++) totals = Round.add(totals, yield* Round.run(seed, bounds))
      const { faults, interruptions, lost, outOfOrder, repeated, requests, rounds, rows, violations } = totals
      assert.deepStrictEqual(violations, [])
      assert.deepStrictEqual({ rounds, lost, repeated, outOfOrder }, { rounds: 8, lost: 0, repeated: 0, outOfOrder: 0 })
      for (const count of [requests, faults, interruptions, rows]) assert.isAbove(count, 20)
    }),
  )

  it("measures the shortest span in which one request more than the limit leaves", () => {
    assert.strictEqual(Departures.tightest([0, 10, 100, 104, 200], 2), 94)
    assert.strictEqual(Departures.tightest([0, 1], 2), Number.POSITIVE_INFINITY)
  })
})
