import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { ByteWriter, specials } from "../src/internal/text/byteWriter.js"
import { seeded } from "./support/endpoints.js"

const written = (write: (to: ByteWriter) => void): string => {
  const writer = new ByteWriter()
  write(writer)
  return new TextDecoder().decode(writer.take())
}

const number = (value: number) => written((to) => to.number(value))

/** Prices as the service sends them: a few digits, a few decimals. */
const decimal = FastCheck.tuple(FastCheck.maxSafeInteger(), FastCheck.nat(12)).map(([digits, places]) =>
  Number(`${digits}e-${places}`),
)
const cents = FastCheck.nat(100_000_000).map((count) => count / 100)

describe("a number", () => {
  const numbers = FastCheck.oneof(FastCheck.double(), FastCheck.integer(), FastCheck.maxSafeInteger(), decimal, cents)

  it("reads as it was, the sign of zero included", () =>
    FastCheck.assert(
      FastCheck.property(numbers, (value) => assert.isTrue(Object.is(Number(number(value)), value), number(value))),
      seeded(8_000),
    ))

  it("has the shortest digits, as text of JavaScript has, and no exponent down to 1e-8", () =>
    FastCheck.assert(
      FastCheck.property(numbers, (value) => {
        const expected = Object.is(value, -0) ? "-0" : String(value)
        assert.isTrue(number(value) === expected || /e-[78]$/.test(expected), expected)
      }),
      seeded(8_000),
    ))

  it("is right at its edges", () => {
    const edges = [
      0,
      1,
      9,
      10,
      99_999_999,
      100_000_000,
      2 ** 31,
      2 ** 32,
      2 ** 53 - 1,
      2 ** 53,
      2 ** 53 + 2,
      1e15,
      1e21,
    ]
    const parts = [0.1, 0.0001, 0.00001, 1e-8, 5e-9, 1.005, 123456.7891, 99999.99999999, 5e-324, 1.7976931348623157e308]
    for (const value of [...edges, ...parts, 0.1 + 0.2, 190.14000000000001, 9007199254740.99]) {
      assert.isTrue(Object.is(Number(number(value)), value), number(value))
      assert.strictEqual(number(-value), `-${number(value)}`)
    }
    assert.deepStrictEqual([1e-8, 0.00012345].map(number), ["0.00000001", "0.00012345"])
    assert.deepStrictEqual([NaN, Infinity, -Infinity].map(number), ["NaN", "Infinity", "-Infinity"])
  })
})

describe("bytes", () => {
  it("are those of the text, whatever its characters and however much of it there is", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.string({ unit: "binary" })), (texts) => {
        const plain = specials("\0")
        const all = written((to) => texts.forEach((text) => to.plain(text, plain) || to.text(text)))
        assert.strictEqual(all, texts.join(""))
      }),
      seeded(1_000),
    ))

  it("grow beyond the first room, and begin anew when they are taken", () => {
    const writer = new ByteWriter()
    const long = "ü".repeat(1_000_000)
    writer.text(long)
    writer.bigint(2n ** 63n - 1n)
    assert.strictEqual(new TextDecoder().decode(writer.take()), `${long}9223372036854775807`)
    writer.raw(Uint8Array.of(65, 66))
    assert.deepStrictEqual([...writer.take()], [65, 66])
    assert.strictEqual(writer.length, 0)
  })

  it("are not written where a text has a special character", () => {
    const writer = new ByteWriter()
    for (const text of ["a,b", ",", "ä", "\u007f,"]) assert.isFalse(writer.plain(text, specials(",")))
    assert.strictEqual(writer.length, 0)
    assert.isTrue(writer.plain("ab", specials(",")))
  })
})
