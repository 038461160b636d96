import { runs } from "@candela/support/seeded"
import { assert, describe, it } from "@effect/vitest"
import { random, simulate, violations, type Settings } from "./simulation.js"

const base: Settings = {
  seed: 1,
  tickers: 5,
  minutes: 90,
  cuts: 0,
  overflows: 0,
  kills: 0,
  lag: 5000,
  follow: true,
  revised: true,
}

/** Asserts that days of many seeds keep the laws. */
const assertDays = (days: number, settings: Partial<Settings>, cutting = false) => {
  for (let seed = 1; seed <= days; seed++) {
    const next = random(seed)
    const lag = Math.floor(next() * 5000)
    const cuts = cutting ? Math.floor(next() * 12) : 0
    const day = { ...base, seed, lag, cuts, ...settings }
    assert.deepStrictEqual(violations(simulate(day)).slice(0, 5), [], JSON.stringify(day))
  }
}

describe("a followed topic", () => {
  it("gives every row once and in order, and the last value of each key, without cuts", () => {
    assertDays(runs(80), {})
  })
  it("gives every row once and in order, and the last value of each key, through cuts", () => {
    assertDays(runs(160), {}, true)
  })
  it("gives every row once and in order, and the last value of each key, through overflows", () => {
    assertDays(runs(80), { overflows: 6 }, true)
  })
  it("killed at any instant, loses and repeats nothing", () => {
    assertDays(runs(160), { kills: 6 }, true)
  })
})
