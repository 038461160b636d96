import * as Computation from "@candela/sandbox/indicators/Computation"
import { round } from "@candela/sandbox/Rounding"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { assertForAll } from "../forAll.js"
import { indicators, lengths, type Windows } from "./reference.js"

/** The computations whose values have so many decimals. */
const computationsTo = (decimals: number) => ({
  sma: ({ window = 50 }: Windows) => Computation.sma(window, decimals),
  ema: ({ window = 50 }: Windows) => Computation.ema(window, decimals),
  rsi: ({ window = 14 }: Windows) => Computation.rsi(window, decimals),
  macd: ({ short_window: short = 12, long_window: long = 26, signal_window: signal = 9 }: Windows) =>
    Computation.macd({ short, long, signal }, decimals),
})

const decimals = 8
const computations = computationsTo(decimals)
/** As many as a double holds of the prices here, so that no difference is rounded away. */
const exact = computationsTo(15)

const names = ["sma", "ema", "rsi", "macd"] as const

const windowsUpTo = (max: number) => {
  const window = FastCheck.integer({ min: 1, max })
  return FastCheck.record({ window, short_window: window, long_window: window, signal_window: window })
}

/** A walk of prices from 0 to 1. */
const pricesUpTo = (maxLength: number) =>
  FastCheck.array(FastCheck.integer({ min: -300, max: 300 }), { maxLength, size: "max" }).map((steps) => {
    let price = 10_000
    return steps.map((step) => (price = Math.min(Math.max(1, price + step), 99_999)) / 100_000)
  })

/** Far more prices than a value takes. */
const prices = pricesUpTo(500)
const windows = windowsUpTo(12)

const valuesOf = <Value>({ compute, least }: Computation.Computation<Value>, all: ReadonlyArray<number>) =>
  all.length < least ? [] : compute(all, least - 1)

for (const name of names) {
  describe(`the ${name} of prices`, () => {
    it("is the formula over all prices from the first complete window on, as far as decimals are sent", () =>
      assertForAll(
        FastCheck.tuple(prices, windows),
        ([prices, windows]) => {
          const expected = indicators[name](prices, windows)
          const values = valuesOf<Computation.Value & { readonly signal?: number }>(computations[name](windows), prices)
          assert.lengthOf(values, expected.length)
          for (const [index, { signal, value }] of values.entries()) {
            // A number in the middle of two may be rounded either way.
            assert.approximately(value, expected[index]!.value, 1.001e-8)
            assert.strictEqual(value, round(value, decimals))
            if (signal !== undefined) assert.approximately(signal, expected[index]!.signal!, 1.001e-8)
          }
        },
        { seed: 20, numRuns: 25 },
      ))

    it("is the same to the last bit, whichever value is asked for first and whatever comes before the prices that it takes", () =>
      assertForAll(
        FastCheck.tuple(pricesUpTo(2_000), windowsUpTo(40), FastCheck.nat(), FastCheck.nat()),
        ([prices, windows, first, dropped]) => {
          const computation: Computation.Computation<unknown> = exact[name](windows)
          const { compute, least, most } = computation
          assert.isAtMost(least, most)
          assert.strictEqual(most, lengths[name](windows))
          if (prices.length < least) return
          const all = valuesOf(computation, prices)
          const from = least - 1 + (first % all.length)
          const expected = all.slice(from - least + 1)
          assert.deepStrictEqual(compute(prices, from), expected)
          const drop = Math.max(0, from + 1 - most)
          const fewer = drop === 0 ? 0 : dropped % (drop + 1)
          for (const count of [drop, fewer]) {
            assert.deepStrictEqual(compute(prices.slice(count), from - count), expected)
          }
        },
        { seed: 21, numRuns: 40 },
      ))
  })
}

describe("what follows from the definitions", () => {
  it("prices that stay have themselves as averages, an even strength and nothing between averages", () => {
    const same = Array.from({ length: 400 }, () => 12.5)
    assert.deepStrictEqual(new Set(valuesOf(computations.sma({}), same).map(({ value }) => value)), new Set([12.5]))
    assert.deepStrictEqual(new Set(valuesOf(computations.ema({}), same).map(({ value }) => value)), new Set([12.5]))
    assert.deepStrictEqual(new Set(valuesOf(computations.rsi({}), same).map(({ value }) => value)), new Set([50]))
    for (const value of valuesOf(computations.macd({}), same)) {
      assert.deepStrictEqual(value, { value: 0, signal: 0, histogram: 0 })
    }
  })

  it("the strength is 100 where prices only rise, 0 where they only fall, and mirrors with them", () =>
    assertForAll(
      prices,
      (prices) => {
        const { compute, least } = computations.rsi({})
        if (prices.length < least) return
        const rising = prices.map((_, index) => 1 + index)
        assert.isTrue(compute(rising, least - 1).every(({ value }) => value === 100))
        assert.isTrue(compute(rising.reverse(), least - 1).every(({ value }) => value === 0))
        const mirrored = compute(
          prices.map((price) => 1_000 - price),
          least - 1,
        )
        for (const [index, { value }] of compute(prices, least - 1).entries()) {
          assert.isTrue(value >= 0 && value <= 100)
          assert.approximately(value + mirrored[index]!.value, 100, 1e-6)
        }
      },
      { seed: 22, numRuns: 50 },
    ))

  it("a histogram is the value less its signal, as they are sent", () =>
    assertForAll(
      FastCheck.tuple(prices, windows),
      ([prices, windows]) => {
        for (const { histogram, signal, value } of valuesOf(computations.macd(windows), prices)) {
          assert.strictEqual(histogram, round(value - signal, decimals))
        }
      },
      { seed: 23, numRuns: 25 },
    ))
})
