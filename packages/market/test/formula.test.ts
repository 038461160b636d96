import * as Formula from "@candela/market/Formula"
import { DoubleDouble } from "@candela/market/internal/doubleDouble"
import { assert, describe, it, vi } from "@effect/vitest"
import { FastCheck } from "effect"
import { assertForAll } from "@candela/support/forAll"
import { runs } from "@candela/support/seeded"
import { direct, indicators, lengths, type Windows } from "./formulas.js"

/** Rounds to some decimals, as a service that sends so many. */
const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

interface Rounded {
  readonly value: number
  readonly signal?: number
  readonly histogram?: number
}

/** The formulas, with values of so many decimals. */
const formulasTo = (decimals: number) => {
  const rounded = ({ begin, ...rest }: Formula.Formula<Formula.Value & Partial<Formula.MacdValue>>) => ({
    ...rest,
    begin: () => {
      const next = begin()
      return (price: number): Rounded | undefined => {
        const sent = next(price)
        if (sent === undefined) return undefined
        const value = round(sent.value, decimals)
        if (sent.signal === undefined) return { value }
        const signal = round(sent.signal, decimals)
        return { value, signal, histogram: round(value - signal!, decimals) }
      }
    },
  })
  return {
    sma: ({ window }: Windows) => rounded(Formula.sma(window)),
    ema: ({ window }: Windows) => rounded(Formula.ema(window)),
    rsi: ({ window }: Windows) => rounded(Formula.rsi(window)),
    macd: ({ short_window: short, long_window: long, signal_window: signal }: Windows) =>
      rounded(Formula.macd({ short, long, signal })),
  }
}

const decimals = 8
const computed = formulasTo(decimals)
/** As many as a double holds of the prices here, so that no difference is rounded away. */
const exact = formulasTo(15)

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

const valuesOf = <Value>({ begin }: Formula.Formula<Value>, all: ReadonlyArray<number>) =>
  all.map(begin()).filter((value) => value !== undefined)

for (const name of names) {
  describe(`the ${name} of prices`, () => {
    it("is the formula over all prices from the first complete window on, as far as decimals are sent", () =>
      assertForAll(
        FastCheck.tuple(prices, windows),
        ([prices, windows]) => {
          const expected = indicators[name](prices, windows)
          const values = valuesOf(computed[name](windows), prices)
          assert.lengthOf(values, expected.length)
          for (const [index, { signal, value }] of values.entries()) {
            // A number in the middle of two may be rounded either way.
            assert.approximately(value, expected[index]!.value, 1.001e-8)
            assert.strictEqual(value, round(value, decimals))
            if (signal !== undefined) assert.approximately(signal, expected[index]!.signal!, 1.001e-8)
          }
        },
        { seed: 20, numRuns: runs(25) },
      ))

    it("is the same to the last bit, whichever value is asked for first and whatever comes before the prices that it takes", () =>
      assertForAll(
        FastCheck.tuple(pricesUpTo(2_000), windowsUpTo(40), FastCheck.nat(), FastCheck.nat()),
        ([prices, windows, first, dropped]) => {
          const formula: Formula.Formula<unknown> = exact[name](windows)
          const { least, most } = formula
          assert.isAtMost(least, most)
          assert.strictEqual(most, lengths[name](windows))
          if (prices.length < least) return
          const all = valuesOf(formula, prices)
          const from = least - 1 + (first % all.length)
          const expected = all.slice(from - least + 1)
          const drop = Math.max(0, from + 1 - most)
          const fewer = drop === 0 ? 0 : dropped % (drop + 1)
          for (const count of [drop, fewer]) {
            assert.deepStrictEqual(valuesOf(formula, prices.slice(count)).slice(-expected.length), expected)
          }
        },
        { seed: 21, numRuns: runs(40) },
      ))
  })
}

describe("the values of large windows", () => {
  /**
   * Cents between which there are quiet hours, and prices of 8 decimals: after many steps, a
   * rounding error would show in the last of them.
   */
  const walk = (length: number, seed: number) => {
    let state = seed
    const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
    let price = 64_000
    return Array.from({ length }, (_, index) => {
      if (index % 1_000 < 700) price = round(price * (1 + (random() - 0.5) / 500), 8)
      return price
    })
  }

  for (const name of names) {
    it(`of ${name} are those of computing each one anew, to the last decimal that is sent`, () => {
      for (const decimals of [4, 8]) {
        // Each value of a signal takes many lines, each of many prices.
        for (const window of name === "macd" ? [1, 2, 12] : [1, 2, 30, 200]) {
          const windows = { window, short_window: window, long_window: 3 * window, signal_window: window }
          const prices = walk(lengths[name](windows) + 3_000, window + decimals)
          const values = valuesOf(formulasTo(decimals)[name](windows), prices)
          for (const at of [0, 1, 1_000, values.length - 2_000, values.length - 1]) {
            const index = prices.length - values.length + at
            const { signal, value } = direct[name](prices, index, windows)
            assert.strictEqual(values[at]!.value, round(value, decimals), `window ${window}, value ${at}`)
            if (signal !== undefined) assert.strictEqual(values[at]!.signal, round(signal, decimals))
          }
        }
      }
    })

    it(`of ${name} take no more steps for each price`, () => {
      const count = (window: number) => {
        const windows = { window, short_window: window, long_window: 2 * window, signal_window: window }
        const steps = vi.spyOn(DoubleDouble.prototype, "add")
        const prices = walk(3 * lengths[name](windows), 1)
        valuesOf<unknown>(computed[name](windows), prices)
        const { length } = steps.mock.calls
        steps.mockRestore()
        return length / prices.length
      }
      assert.isBelow(count(40), 2 * count(4))
      assert.isBelow(count(400), 2 * count(4))
    })
  }

  it("are even where no price of a window changed, whatever came before it", () => {
    const { most } = computed.rsi({ window: 3 })
    const values = valuesOf(computed.rsi({ window: 3 }), [...walk(500, 9), ...Array.from({ length: most }, () => 7)])
    assert.deepStrictEqual(values.at(-1), { value: 50 })
    assert.notDeepEqual(values.at(-2), { value: 50 })
  })
})

describe("what follows from the definitions", () => {
  it("prices that stay have themselves as averages, an even strength and nothing between averages", () => {
    const same = Array.from({ length: 400 }, () => 12.5)
    assert.deepStrictEqual(new Set(valuesOf(computed.sma({}), same).map(({ value }) => value)), new Set([12.5]))
    assert.deepStrictEqual(new Set(valuesOf(computed.ema({}), same).map(({ value }) => value)), new Set([12.5]))
    assert.deepStrictEqual(new Set(valuesOf(computed.rsi({}), same).map(({ value }) => value)), new Set([50]))
    for (const value of valuesOf(computed.macd({}), same)) {
      assert.deepStrictEqual(value, { value: 0, signal: 0, histogram: 0 })
    }
  })

  it("the strength is 100 where prices only rise, 0 where they only fall, and mirrors with them", () =>
    assertForAll(
      prices,
      (prices) => {
        const rsi = computed.rsi({})
        const rising = prices.map((_, index) => 1 + index)
        assert.isTrue(valuesOf(rsi, rising).every(({ value }) => value === 100))
        assert.isTrue(valuesOf(rsi, rising.reverse()).every(({ value }) => value === 0))
        const mirrored = valuesOf(
          rsi,
          prices.map((price) => 1_000 - price),
        )
        for (const [index, { value }] of valuesOf(rsi, prices).entries()) {
          assert.isTrue(value >= 0 && value <= 100)
          assert.approximately(value + mirrored[index]!.value, 100, 1e-6)
        }
      },
      { seed: 22, numRuns: runs(50) },
    ))

  it("a histogram is the value less its signal, as they are sent", () =>
    assertForAll(
      FastCheck.tuple(prices, windows),
      ([prices, windows]) => {
        for (const { histogram, signal, value } of valuesOf(computed.macd(windows), prices)) {
          assert.strictEqual(histogram, round(value - signal!, decimals))
        }
      },
      { seed: 23, numRuns: runs(25) },
    ))
})
