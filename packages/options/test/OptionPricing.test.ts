import * as OptionPricing from "@candela/options/OptionPricing"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { assertForAll } from "@candela/support/forAll"
import { runs } from "@candela/support/seeded"

type Terms = OptionPricing.Terms

const terms = (changes: Partial<Terms>): Terms => ({
  contract_type: "call",
  exercise_style: "european",
  strike_price: 100,
  years: 0.5,
  rate: 0.05,
  dividendYield: 0,
  volatility: 0.2,
  ...changes,
})

const call = (changes: Partial<Terms>, underlying: number) =>
  OptionPricing.price(terms({ ...changes, contract_type: "call" }), underlying)
const put = (changes: Partial<Terms>, underlying: number) =>
  OptionPricing.price(terms({ ...changes, contract_type: "put" }), underlying)

const { fraction, integer } = {
  fraction: (min: number, max: number) =>
    FastCheck.integer({ min: 0, max: 1000 }).map((n) => min + ((max - min) * n) / 1000),
  integer: FastCheck.integer,
}

/** Contracts like those of a data set, with the underlying's price. */
const contract = FastCheck.record({
  contract_type: FastCheck.constantFrom("call" as const, "put" as const),
  strike_price: integer({ min: 60, max: 140 }),
  years: fraction(0.005, 1),
  rate: fraction(0, 0.08),
  dividendYield: fraction(0, 0.08),
  volatility: fraction(0.1, 0.6),
})
const european = contract.map((found): Terms => ({ ...found, exercise_style: "european" }))
const american = contract.map((found): Terms => ({ ...found, exercise_style: "american" }))
const spot = fraction(80, 125)

const parameters = { seed: 1_973, numRuns: runs(200) }

describe("the price of a European option", () => {
  it("is that of the textbooks", () => {
    // Hull, Options, Futures, and Other Derivatives, section "Black-Scholes-Merton pricing
    // formulas", example of six months.
    const hull = { strike_price: 40, rate: 0.1, years: 0.5 }
    assert.approximately(call(hull, 42), 4.76, 0.005)
    assert.approximately(put(hull, 42), 0.81, 0.005)
    // Hull, chapter on stock indices: two months on an index at 930.
    const index = { strike_price: 900, rate: 0.08, dividendYield: 0.03, years: 2 / 12 }
    assert.approximately(call(index, 930), 51.83, 0.005)
    // Haug, The Complete Guide to Option Pricing Formulas, 1.1.2: a put on an index at 100.
    assert.approximately(put({ strike_price: 95, rate: 0.1, dividendYield: 0.05 }, 100), 2.4648, 0.00005)
  })

  it("obeys put-call parity", () =>
    assertForAll(
      FastCheck.tuple(european, spot),
      ([given, underlying]) => {
        const { dividendYield, rate, strike_price: strike, years } = given
        const forward = underlying * Math.exp(-dividendYield * years) - strike * Math.exp(-rate * years)
        assert.approximately(call(given, underlying) - put(given, underlying), forward, 1e-9)
      },
      parameters,
    ))
})

describe("the price of an American option", () => {
  const at = (prices: ReadonlyArray<number>, changes: Partial<Terms>) =>
    prices.map((price) => call({ ...changes, exercise_style: "american" }, price))

  it("is that of the literature, to about a cent", () => {
    // Broadie and Detemple (1996), table 1: binomial trees of 15,000 steps.
    const prices = [80, 90, 100, 110, 120]
    for (const [changes, expected] of [
      [{ rate: 0.03, dividendYield: 0.07, volatility: 0.2 }, [0.219, 1.386, 4.783, 11.098, 20]],
      [{ rate: 0.03, dividendYield: 0.07, volatility: 0.4 }, [2.689, 5.722, 10.239, 16.181, 23.36]],
      [{ rate: 0, dividendYield: 0.07, volatility: 0.3 }, [1.037, 3.123, 7.035, 12.955, 20.717]],
      [{ rate: 0.07, dividendYield: 0.03, volatility: 0.3 }, [1.664, 4.495, 9.251, 15.798, 23.706]],
    ] as const) {
      at(prices, changes).forEach((found, index) => assert.approximately(found, expected[index]!, 0.011))
    }
    // Hull, chapter on basic numerical procedures: a put of five months; 4.283 is the value that the tree tends to.
    const hull = { strike_price: 50, rate: 0.1, volatility: 0.4, years: 5 / 12 }
    assert.approximately(put({ ...hull, exercise_style: "american" }, 50), 4.283, 0.001)
  })

  it("is at least what exercising brings and what the European one costs, and the call's is the same without dividends", () =>
    assertForAll(
      FastCheck.tuple(american, spot),
      ([given, underlying]) => {
        const price = OptionPricing.price(given, underlying)
        const other = OptionPricing.price({ ...given, exercise_style: "european" }, underlying)
        assert.isAtLeast(price, OptionPricing.intrinsic(given, underlying) - 1e-9)
        assert.isAtLeast(price, other - 0.01)
        const plain = { ...given, dividendYield: 0 }
        assert.approximately(call(plain, underlying), call({ ...plain, exercise_style: "european" }, underlying), 0.01)
      },
      parameters,
    ))

  it("grows with time and volatility, and a call's with the underlying's price, a put's against it", () =>
    assertForAll(
      FastCheck.tuple(american, spot),
      ([given, underlying]) => {
        const price = (changes: Partial<Terms>, at = underlying) => OptionPricing.price({ ...given, ...changes }, at)
        const { volatility, years } = given
        assert.isAtLeast(price({ years: years * 1.1 }), price({}) - 0.005)
        assert.isAtLeast(price({ volatility: volatility * 1.1 }), price({}) - 0.005)
        const [low, high] = [price({}, underlying), price({}, underlying * 1.01)]
        assert.isAtLeast(given.contract_type === "call" ? high - low : low - high, -0.005)
      },
      parameters,
    ))
})

describe("the greeks", () => {
  it("are those of the textbook", () => {
    // Hull, chapter on the Greek letters: 20 weeks on a stock at 49. Theta a year -4.31, vega 12.1.
    const hull = terms({ strike_price: 50, years: 0.3846 })
    const { delta, gamma, theta, vega } = OptionPricing.greeks(hull, 49)!
    assert.approximately(delta, 0.522, 0.0005)
    assert.approximately(gamma, 0.066, 0.0005)
    assert.approximately(theta * 365, -4.31, 0.005)
    assert.approximately(vega * 100, 12.1, 0.05)
  })

  it("are the derivatives of the price, and of a European option those of the formula", () =>
    assertForAll(
      FastCheck.tuple(FastCheck.oneof(european, american), spot),
      ([given, underlying]) => {
        const greeks = OptionPricing.greeks(given, underlying)
        if (greeks === undefined) return
        const price = (at: number) => OptionPricing.price(given, at)
        const step = underlying / 1000
        const difference = (price(underlying + step) - price(underlying - step)) / (2 * step)
        assert.approximately(greeks.delta, difference, 0.02)
        if (given.exercise_style === "american") return
        const { contract_type: type, dividendYield, rate, strike_price: strike, volatility, years } = given
        const deviation = volatility * Math.sqrt(years)
        const d1 = (Math.log(underlying / strike) + (rate - dividendYield) * years) / deviation + deviation / 2
        const discount = Math.exp(-dividendYield * years)
        const density = Math.exp((-d1 * d1) / 2) / Math.sqrt(2 * Math.PI)
        assert.approximately(greeks.delta, discount * (OptionPricing.normal(d1) - (type === "call" ? 0 : 1)), 0.002)
        assert.approximately(greeks.gamma, (discount * density) / (underlying * deviation), 0.001)
        assert.approximately(greeks.vega, (underlying * discount * density * Math.sqrt(years)) / 100, 0.0001)
      },
      parameters,
    ))

  it("are known exactly where the price tells the volatility, which bisection then finds again", () =>
    assertForAll(
      FastCheck.tuple(FastCheck.oneof(european, american), spot),
      ([given, underlying]) => {
        const price = (volatility: number) => OptionPricing.price({ ...given, volatility }, underlying)
        const greeks = OptionPricing.greeks(given, underlying)
        if (greeks === undefined) {
          assert.isBelow(price(given.volatility + 0.001) - price(given.volatility - 0.001), 0.0001)
          return
        }
        let [low, high] = [0.01, 2]
        for (let halved = 0; halved < 50; halved++) {
          const middle = (low + high) / 2
          if (price(middle) < price(given.volatility)) low = middle
          else high = middle
        }
        assert.approximately(price(low), price(given.volatility), 1e-6)
        // A tenth of a cent, by the slope of the price.
        assert.approximately(low, given.volatility, 0.001 / (100 * greeks.vega) + 1e-6)
      },
      { ...parameters, numRuns: runs(60) },
    ))

  it("of an expired option are none: it is worth what exercising it brings", () => {
    for (const exercise_style of ["american", "european"] as const) {
      const expired = terms({ years: 0, exercise_style })
      assert.strictEqual(OptionPricing.greeks(expired, 105), undefined)
      assert.deepStrictEqual(
        [95, 100, 105].map((price) => OptionPricing.price(expired, price)),
        [0, 0, 5],
      )
    }
  })
})

describe("the normal distribution", () => {
  it("is that of the tables, and symmetric", () => {
    // Abramowitz and Stegun, table 26.1.
    for (const [x, expected] of [
      [0, 0.5],
      [0.5, 0.691462461274013],
      [1, 0.841344746068543],
      [2, 0.977249868051821],
      [3, 0.99865010196837],
      [5, 0.999999713348428],
      [9, 1],
    ] as const) {
      assert.approximately(OptionPricing.normal(x), expected, 1e-14)
      assert.approximately(OptionPricing.normal(-x), 1 - expected, 1e-14)
    }
  })
})
