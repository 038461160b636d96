import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as TestClock from "effect/TestClock"
import * as DateText from "../../src/dates/DateText.js"

const read = (text: string, edge: DateText.Edge = "first", accepts: "days" | "instants" = "instants") =>
  DateText.parse(text, { edge, accepts })

const newYork = "America/New_York"

/** The text of a text at half past eight in the evening of June 30 in New York, when it is July in UTC. */
const resolved = (text: string, edge: DateText.Edge = "first", zone: "America/New_York" | "UTC" = newYork) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.UTC(2025, 6, 1, 0, 30))
    return yield* DateText.textOf(Either.getOrThrow(read(text, edge)), edge, zone)
  })

describe("dates as they are written", () => {
  it.effect("each form means its day of the market, or its instant", () =>
    Effect.gen(function* () {
      for (const [text, date] of [
        ["2025-06-02", "2025-06-02"],
        ["2025-02", "2025-02-01"],
        ["today", "2025-06-30"],
        ["yesterday", "2025-06-29"],
        ["-30d", "2025-05-31"],
        ["-2w", "2025-06-16"],
        ["-4mo", "2025-02-28"],
        ["-2y", "2023-06-30"],
        ["2025-06-02T09:30:00-04:00", "2025-06-02T09:30:00-04:00"],
        ["2025-06-02T13:30Z", "2025-06-02T13:30:00Z"],
        ["2025-06-02T13:30:00.123456789Z", "2025-06-02T13:30:00.123456789Z"],
        ["1748871000000", "2025-06-02T13:30:00Z"],
        ["1748871000123456789", "2025-06-02T13:30:00.123456789Z"],
      ] as const) {
        assert.strictEqual(yield* resolved(text), date, text)
      }
      assert.strictEqual(yield* resolved("2024-02", "last"), "2024-02-29")
      assert.strictEqual(yield* resolved("2024-12", "last"), "2024-12-31")
      assert.strictEqual(yield* resolved("today", "first", "UTC"), "2025-07-01")
    }),
  )

  it("any other text is rejected with the form that was meant", () => {
    for (const [text, meant] of [
      ["20250623", "2025-06-23"],
      ["2025/06/23", "2025-06-23"],
      ["2025-6-2", "2025-06-02"],
      ["06/27/2025", "2025-06-27"],
      ["6.7.2025", "2025-06-07 or 2025-07-06"],
      ["2025", "2025-01-01"],
      ["1750636800", "no epoch seconds: 2025-06-23T00:00:00Z"],
      ["1750636800.5", "no epoch seconds: 2025-06-23T00:00:00Z"],
      ["2025-06-20T09:30", "2025-06-20T09:30-04:00"],
      ["2025-06-20 09:30:00Z", "2025-06-20T09:30:00Z"],
      ["-6m", "-6mo"],
      ["30d", "-30d"],
      ["-3months", "-3mo"],
      ["2025-02-30", "a day that exists"],
      ["2025-13", "a date such as"],
      ["tomorrow", "a date such as"],
      ["", "a date such as"],
      ["0000-01-01", "a day that exists"],
    ]) {
      const fault = read(text!)
      assert(Either.isLeft(fault), text)
      assert.include(fault.left, meant!, text)
    }
    assert.deepStrictEqual(read("2025", "last"), Either.left("a day of that year: 2025-12-31"))
    assert.deepStrictEqual(read("2025-06", "only"), Either.left("one day, and this is a month"))
    assert.deepStrictEqual(read("2025-06-02T13:30Z", "first", "days"), Either.left("a day, and this is an instant"))
  })

  it.effect.prop(
    "a time before today is no later than today, and the more the earlier",
    [FastCheck.integer({ min: 0, max: 20_000 }), FastCheck.constantFrom("d", "w", "mo", "y")],
    ([count, unit]) =>
      Effect.gen(function* () {
        const [later, earlier] = [yield* resolved(`-${count}${unit}`), yield* resolved(`-${count + 1}${unit}`)]
        assert.match(earlier, /^\d{4}-\d\d-\d\d$/)
        assert.isTrue(later <= "2025-06-30" && earlier <= later)
        assert.strictEqual(yield* resolved(earlier), earlier)
      }),
  )

  it.effect.prop("epoch nanoseconds keep all digits", [FastCheck.bigInt(10n ** 18n, 10n ** 19n - 1n)], ([nanos]) =>
    Effect.gen(function* () {
      const text = yield* resolved(String(nanos))
      const [, fraction = ""] = /\.(\d+)Z$/.exec(text) ?? []
      const seconds = BigInt(Date.parse(text.replace(/\.\d+Z$/, "Z")) / 1000)
      assert.strictEqual(seconds * 1_000_000_000n + BigInt(fraction.padEnd(9, "0")), nanos)
    }),
  )

  it("an instant is finer than a millisecond or a number of them", () => {
    const of = (text: string) => DateText.millisOf({ _tag: "Instant", text })
    assert.deepStrictEqual(of("2025-06-02T13:30:00.1230Z"), Either.right(1_748_871_000_123))
    assert.isTrue(Either.isLeft(of("2025-06-02T13:30:00.1234Z")))
  })
})
