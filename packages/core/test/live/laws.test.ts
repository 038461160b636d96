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

/** Trades: a row is never sent again with other values, and no endpoint has one before its time. */
const trades = { revised: false, spec: { late: 0, span: 0, volume: undefined } } as const

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
  it("gives every row once and in order, and the last value of each key, through evictions, silences and renewals", () => {
    assertDays(runs(80), { evictions: 4, silences: 8, renewals: 4 })
  })
  it("is filled after an answer that came late because nothing was asked for meanwhile", () => {
    const settings = { ...base, seed: 484, lag: 4644, cuts: 49, overflows: 4 }
    assert.deepStrictEqual(violations(simulate(settings)), [])
  })
  it("killed at any instant, loses and repeats nothing", () => {
    assertDays(runs(160), { kills: 6, silences: 3 }, true)
  })
  it("gives every row once and in order, and killed at any instant, where rows do not change", () => {
    assertDays(runs(80), { kills: 6, overflows: 3, ...trades }, true)
  })
})

/** Everything that ends a connection, and kills. */
const all = { kills: 6, overflows: 3, evictions: 3, silences: 4, renewals: 3 } as const

describe("a consumer that is minutes behind", () => {
  const day = { ...all, queued: 180_000, spec: { within: 3_600_000 } }
  it("has rows in its queue that the endpoint has told, and others after them: they are told once", () => {
    assertDays(runs(40), day, true)
    assertDays(runs(40), { ...day, ...trades, spec: { ...trades.spec, ...day.spec } }, true)
  })
})

describe("a delayed feed", () => {
  const day = { ...all, delayed: 900_000, spec: { delay: 960_000, within: 3_600_000 } }
  it("tells its first rows, too, which come long after their connection", () => {
    assertDays(runs(40), day, true)
    assertDays(runs(40), { ...day, ...trades, spec: { ...trades.spec, ...day.spec } }, true)
  })
})

describe("an endpoint that is minutes behind", () => {
  const patient = { settle: 300_000, within: 3_600_000 }
  const day = { ...trades, lag: 300_000, spec: { ...trades.spec, ...patient } }
  it("has rows that were held for longer than keys are kept: they are told once", () => {
    assertDays(runs(40), day, true)
    assertDays(runs(40), { ...day, kills: 6 }, true)
  })
  it("answers for some tickers minutes later than for others", () => {
    assertDays(runs(80), { latency: 600_000, spec: { within: 3_600_000 } }, true)
  })
  it("has revisions minutes after the time in which they are sent", () => {
    assertDays(runs(40), { lag: 300_000, spec: { ...patient, late: 30 * 60_000 } }, true)
  })
})

describe("the events of a topic", () => {
  it("give every row once and in order, and the last value of each key, from the first acknowledgement on", () => {
    assertDays(runs(80), { follow: false, overflows: 3 }, true)
  })
  it("of all tickers, cost one request for the market in each gap, and those of the tickers with missed rows", () => {
    const settings = { ...base, follow: false, revised: false, all: true, lag: 0, cuts: 1, spec: { snapshot: true } }
    for (let seed = 1; seed <= runs(40); seed++) {
      const outcome = simulate({ ...settings, seed, tickers: 40 })
      assert.deepStrictEqual(violations(outcome).slice(0, 5), [], `seed ${seed}`)
      // The volumes at the begin, and after the gap.
      assert.isAtMost(outcome.volumes, 2)
      // Two for each ticker without the volumes. A third of the tickers is quiet.
      assert.isAtMost(outcome.requests, 70)
    }
  })
  it("keeps the rows of its window alone", () => {
    const { positions } = simulate({ ...base, minutes: 400, cuts: 4 })
    for (const { known } of positions) assert.isAtMost(known.rows.size, 18)
  })
})
