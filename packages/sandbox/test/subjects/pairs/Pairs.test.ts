import { offsetAt } from "@candela/market/TimeZone"
import * as hours from "@candela/sandbox/subjects/pairs/hours"
import { make } from "@candela/sandbox/subjects/pairs/prices"
import { cryptoPairs, forexPairs } from "@candela/sandbox/subjects/pairs/profiles"
import * as random from "@candela/sandbox/numbers/random"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { assertForAll } from "../../forAll.js"
import { runs } from "@candela/support/seeded"

const pairs = [...forexPairs, ...cryptoPairs]
const hour = 3_600_000
const priceAt = make((key, index) => random.make(1, key, index))
const find = (ticker: string) => pairs.find((pair) => pair.ticker === ticker)!

/** 2023 to 2026. */
const instants = fc.integer({ min: 1_672_531_200_000, max: 1_767_225_600_000 })

/** The local time of New York as its clocks show it. */
const newYork = (instant: number) => {
  const local = new Date(instant + offsetAt("America/New_York", instant))
  return { weekday: local.getUTCDay(), hour: local.getUTCHours() }
}

const parameters = { seed: 7, numRuns: runs(300) }

describe("pairs", () => {
  it("are 25 of forex in both directions and 83 of crypto, each once, with the usual ones among them", () => {
    assert.deepStrictEqual(
      [forexPairs.length, cryptoPairs.length, new Set(pairs.map(({ ticker }) => ticker)).size],
      [50, 83, 133],
    )
    const names = ["C:EURUSD", "C:AUDUSD", "C:GBPUSD", "C:USDJPY", "C:EURJPY", "X:BTCUSD", "X:ETHUSD"]
    assert.includeMembers(
      pairs.map(({ ticker }) => ticker),
      names,
    )
    for (const { base, quote } of forexPairs) assert.isDefined(find(`C:${quote.code}${base.code}`))
    for (const { base, market, quote, ticker } of pairs) {
      assert.strictEqual(ticker, `${market === "forex" ? "C" : "X"}:${base.code}${quote.code}`)
      assert.strictEqual(market === "crypto", base.crypto)
    }
  })
})

describe("the forex market", () => {
  it("is open from Sunday 17:00 to Friday 17:00 New York, in summer and winter", () =>
    assertForAll(
      instants,
      (instant) => {
        const { hour, weekday } = newYork(instant)
        const expected = weekday === 0 ? hour >= 17 : weekday === 5 ? hour < 17 : weekday !== 6
        assert.strictEqual(hours.isForexOpen(instant), expected)
      },
      parameters,
    ))

  it("is known by its last close while it rests, also where the clocks of New York change meanwhile", () =>
    assertForAll(
      instants,
      (instant) => {
        const last = hours.lastForexInstant(instant)
        if (hours.isForexOpen(instant)) return assert.strictEqual(last, instant)
        assert.isTrue(hours.isForexOpen(last - 1))
        assert.isFalse(hours.isForexOpen(last))
        assert.isAtMost(instant - last, 49 * hour)
        assert.isAtLeast(instant, last)
      },
      parameters,
    ))

  it("trades on a part of each UTC day but Saturday", () =>
    assertForAll(
      fc.integer({ min: 19_358, max: 20_453 }),
      (day) => {
        const found = hours.tradingDay("forex", day)
        const weekday = (day + 4) % 7
        assert.strictEqual(found === undefined, weekday === 6)
        if (found === undefined) return
        for (let instant = found.midnight; instant < found.midnight + 24 * hour; instant += hour / 2) {
          assert.strictEqual(hours.isForexOpen(instant), instant >= found.from && instant < found.to)
        }
      },
      parameters,
    ))
})

describe("prices", () => {
  it("of crosses are those of their legs, at every instant", () =>
    assertForAll(
      instants,
      (instant) => {
        const at = (ticker: string) => priceAt(find(ticker), instant)
        assert.closeTo(at("C:EURJPY") / (at("C:EURUSD") * at("C:USDJPY")), 1, 1e-12)
        assert.closeTo(at("C:EURGBP") / (at("C:EURUSD") / at("C:GBPUSD")), 1, 1e-12)
        assert.closeTo(at("X:ETHBTC") / (at("X:ETHUSD") / at("X:BTCUSD")), 1, 1e-12)
        assert.closeTo(at("X:BTCEUR") / (at("X:BTCUSD") / at("C:EURUSD")), 1, 1e-12)
      },
      parameters,
    ))

  it("follow from seed, pair and instant alone, whatever was asked for before", () =>
    assertForAll(
      fc.tuple(instants, fc.constantFrom(...pairs), fc.integer({ min: 0, max: 9 })),
      ([instant, pair, seed]) => {
        const fresh = (seed: number) => make((key, index) => random.make(seed, key, index))(pair, instant)
        assert.strictEqual(fresh(1), priceAt(pair, instant))
        assert.strictEqual(fresh(seed), fresh(seed))
        if (seed !== 1) assert.notStrictEqual(fresh(seed), fresh(1))
      },
      parameters,
    ))

  it("stay in sight of their level, and move within a minute as much as a minute's part of the day's deviation allows", () =>
    assertForAll(
      fc.tuple(instants, fc.constantFrom(...pairs)),
      ([instant, pair]) => {
        const price = priceAt(pair, instant)
        // Where all octaves of both currencies point the same way.
        assert.isBelow(Math.abs(Math.log(price / pair.price)), 57 * pair.volatility)
        const start = hours.lastForexInstant(Math.floor(instant / 60_000) * 60_000)
        const [one, other] = [priceAt(pair, start), priceAt(pair, start + 60_000)]
        assert.isBelow(Math.abs(Math.log(one / other)), 0.23 * pair.volatility)
      },
      parameters,
    ))

  it("of national currencies rest at the weekend, those of cryptocurrencies do not", () => {
    const friday = Date.parse("2024-03-08T22:00:00Z")
    const sunday = Date.parse("2024-03-10T20:59:59Z")
    for (const pair of forexPairs) assert.strictEqual(priceAt(pair, sunday), priceAt(pair, friday))
    for (const pair of cryptoPairs) assert.notStrictEqual(priceAt(pair, sunday), priceAt(pair, friday))
  })
})
