import * as Rounding from "@candela/sandbox/numbers/Rounding"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { assertForAll } from "../forAll.js"
import { runs } from "@candela/support/seeded"

/** A decimal text of a sign, whole digits and a fraction, and the same rounded half away from zero digit by digit. */
const decimalOf = (decimals: number) =>
  FastCheck.record({
    sign: FastCheck.constantFrom("", "-"),
    whole: FastCheck.integer({ min: 0, max: 999_999 }),
    fraction: FastCheck.oneof(
      FastCheck.stringMatching(/^[0-9]{0,9}$/),
      // Halves, which a double seldom holds exactly.
      FastCheck.stringMatching(new RegExp(`^[0-9]{${decimals}}5$`)),
    ),
  }).map(({ fraction, sign, whole }) => {
    const digits = BigInt(`${whole}${fraction.padEnd(decimals + 1, "0").slice(0, decimals + 1)}`)
    const rounded = (digits + 5n) / 10n
    const text = rounded.toString().padStart(decimals + 1, "0")
    return {
      value: Number(`${sign}${whole}.${fraction}`),
      expected: Number(`${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`),
    }
  })

const price = FastCheck.double({ min: -1e9, max: 1e9, noNaN: true })

const number = FastCheck.oneof(price, FastCheck.double({ noNaN: true }), FastCheck.maxSafeInteger())

const parameters = { seed: 37, numRuns: runs(2_000) }

/** How many decimals a number shows when it is written. */
const decimalsOf = (value: number) => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0

describe.each([4, 8])("rounding to %i decimals", (decimals) => {
  const decimal = decimalOf(decimals)
  const round = (value: number) => Rounding.round(value, decimals)
  const average = (value: number, low: number, high: number) => Rounding.average(value, low, high, decimals)

  it("is that of the decimal digits, half away from zero", () =>
    assertForAll(decimal, ({ expected, value }) => assert.strictEqual(round(value), expected), parameters))

  it("leaves no float noise, keeps the order of numbers, is alike on both sides of zero and changes nothing twice", async () => {
    await assertForAll(
      FastCheck.tuple(number, number),
      ([one, other]) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        assert.isAtMost(round(low), round(high))
        assert.strictEqual(round(-one), -round(one))
        assert.strictEqual(round(round(one)), round(one))
        if (Math.abs(one) < 1e15 / 10 ** decimals) {
          assert.isAtMost(Math.abs(round(one) - one), 0.5 * 10 ** -decimals + Math.abs(one) * 1e-15)
          assert.isAtMost(decimalsOf(round(one)), decimals)
        }
      },
      parameters,
    )
    assert.strictEqual(round(54.830000000000005), 54.83)
    assert.strictEqual(round(0.1 + 0.2), 0.3)
  })

  it("of a sum of decimals is the sum of their digits, however large: as many decimals as a double holds", async () => {
    const addends = FastCheck.array(FastCheck.integer({ min: 0, max: 10_000_000_000 }), { minLength: 2, maxLength: 10 })
    await assertForAll(
      addends,
      (hundredths) => {
        const exact = hundredths.reduce((sum, part) => sum + part, 0) / 100
        const sum = hundredths.reduce((sum, part) => sum + part / 100, 0)
        assert.strictEqual(round(sum), exact)
      },
      parameters,
    )
  })

  it("of whole numbers and of what a double holds no decimals of changes nothing", async () => {
    await assertForAll(FastCheck.maxSafeInteger(), (value) => assert.strictEqual(round(value), value), parameters)
    for (const value of [Infinity, -Infinity, 1e300, 2 ** 60]) assert.strictEqual(round(value), value)
    assert.isNaN(round(NaN))
  })

  it("of an average stays within low and high, and where the average does not lie there changes it like any number", async () => {
    await assertForAll(
      FastCheck.tuple(price, price, FastCheck.double({ min: 0, max: 1, noNaN: true })),
      ([one, other, part]) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const value = Math.min(high, Math.max(low, low + (high - low) * part))
        const rounded = average(value, low, high)
        assert.isTrue(low <= rounded && rounded <= high)
        if (low === round(low) && high === round(high)) assert.strictEqual(rounded, round(value))
        assert.strictEqual(average(value, value + 1, value + 2), round(value))
      },
      parameters,
    )
    const [low, high] = [1.234_567_892_5, 1.234_567_892_7]
    const within = average(1.234_567_892_6, low, high)
    assert.isTrue(within === low || within === high)
  })

  it.scoped("in the database is the same to the last bit", () =>
    Effect.gen(function* () {
      const store = yield* Store.make({})
      const positive = FastCheck.oneof(
        decimal.map(({ value }) => Math.abs(value)),
        FastCheck.double({ min: 0, max: 1e6, noNaN: true }),
        FastCheck.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      )
      const rows = FastCheck.sample(FastCheck.tuple(positive, positive, positive), { seed: 37, numRuns: 5_000 }).map(
        ([value, one, other]) => ({ value, low: Math.min(one, other), high: Math.max(one, other) }),
      )
      yield* store.run("CREATE TABLE numbers (value DOUBLE, low DOUBLE, high DOUBLE)")
      yield* store.append("numbers", {
        value: rows.map((row) => row.value),
        low: rows.map((row) => row.low),
        high: rows.map((row) => row.high),
      })
      assert.deepStrictEqual(
        yield* store.query(
          `SELECT ${Rounding.roundSql("value", decimals)} AS rounded, ${Rounding.averageSql("value", "low", "high", decimals)} AS average FROM numbers ORDER BY rowid`,
        ),
        rows.map(({ high, low, value }) => ({ rounded: round(value), average: average(value, low, high) })),
      )
    }),
  )
})
