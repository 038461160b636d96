import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Law from "../../core/test/decoder/law.js"
import { repositoryRows } from "./repositoryRows.js"

describe("the rows of the repository", () => {
  it("are found", () => {
    assert.includeMembers(
      repositoryRows.map(({ name }) => name),
      ["stocks.bars", "stocks.dailyMarketSummary", "stocks.previousDayBar", "ForexQuote"],
    )
  })

  for (const seed of [1, 20240304]) {
    it.effect(`are decoded by the fast path as by the slow path, whatever arrives (seed ${seed})`, () =>
      Effect.gen(function* () {
        const { decoded, refused, truncated } = yield* Law.run(repositoryRows, seed, 1_000)
        // The documents are such that all three happen.
        assert.isAbove(decoded, 100)
        assert.isAbove(refused, 10)
        assert.isAbove(truncated, 10)
      }),
    )
  }
})
