import { assert, describe, it } from "@effect/vitest"
import { simulate, violations, type Settings } from "./simulation.js"

/** Forty hours of six tickers, with an endpoint that lags up to five seconds behind. */
const long: Settings = {
  seed: 20250602,
  tickers: 6,
  minutes: 2400,
  cuts: 0,
  overflows: 0,
  kills: 0,
  lag: 5000,
  follow: true,
  revised: true,
}

describe("a long stream", () => {
  for (const [title, settings] of [
    ["200 cuts", { ...long, cuts: 330, follow: false }],
    ["200 kills", { ...long, kills: 600 }],
    ["200 evictions, silences and renewals", { ...long, evictions: 100, silences: 250, renewals: 100 }],
    ["200 cuts, overflows and kills", { ...long, cuts: 200, overflows: 200, kills: 200 }],
  ] as const) {
    it(`through ${title} loses, repeats and misses nothing`, { timeout: 60_000 }, () => {
      const outcome = simulate(settings)
      assert.deepStrictEqual(violations(outcome).slice(0, 5), [])
      assert.isAtLeast(
        Object.values(outcome.happened).reduce((sum, count) => sum + count, 0),
        200,
      )
      assert.isAbove(outcome.log.filter(({ _tag }) => _tag === "Revised").length, 500)
    })
  }
})
