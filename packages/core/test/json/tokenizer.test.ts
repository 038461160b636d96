import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readInt64 } from "../../src/internal/json/exactInteger.js"
import { eachValue } from "../../src/internal/json/locate.js"
import { readNumber, readString } from "../../src/internal/json/scalars.js"
import { skipDocument, skipString, skipValue, text } from "../../src/internal/json/tokenizer.js"
import { eachInTurn } from "@candela/support/turns"
import { anyText, Chance, damage } from "../decoder/documents.js"

const bytes = (text: string) => new TextEncoder().encode(text)

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe("the tokenizer", () => {
  it.effect("takes the documents that JSON.parse takes, and no others", () => {
    const seen = { taken: 0, not: 0 }
    return eachInTurn(Array(20_000).keys(), (seed) => {
      const chance = new Chance(seed)
      const whole = bytes(anyText(chance))
      const document = chance.once(3) ? damage(whole, chance).bytes : whole
      const text = new TextDecoder().decode(document)
      const end = skipDocument(document)
      assert.strictEqual(end === document.length, parses(text), `seed ${seed}: ${JSON.stringify(text.slice(0, 500))}`)
      assert.isTrue(end === document.length || end < 0)
      seen[end < 0 ? "not" : "taken"]++
    }).pipe(
      Effect.andThen(() => {
        assert.isAbove(seen.taken, 5_000)
        assert.isAbove(seen.not, 5_000)
      }),
    )
  })

  it("says where a document breaks", () => {
    const at = (text: string) => ~skipDocument(bytes(text))
    assert.strictEqual(at(`{"a":1`), 6)
    assert.strictEqual(at(`{"a":tru}`), 8)
    assert.strictEqual(at(`{"a":01}`), 6)
    assert.strictEqual(at(`[1,]`), 3)
    assert.strictEqual(at(`[] x`), 3)
    assert.strictEqual(at(``), 0)
    assert.strictEqual(at(`"\\u12g4"`), 5)
  })

  it("goes as deep as a document does", () => {
    const deep = 1_000_000
    assert.strictEqual(skipDocument(bytes(`${"[".repeat(deep)}${"]".repeat(deep)}`)), 2 * deep)
    assert.strictEqual(skipDocument(bytes(`${`{"a":`.repeat(deep)}1${"}".repeat(deep)}`)), 6 * deep + 1)
    assert.isBelow(skipDocument(bytes("[".repeat(deep))), 0)
  })

  it("visits members and elements, and stops where it is told to", () => {
    const b = bytes(` {"a" : [1, {"x":2}], "\\u0062":"c" }`)
    const members: Array<string | number> = []
    const end = eachValue(b, 1, (key, value) => {
      members.push(key)
      return skipValue(b, value)
    })
    assert.strictEqual(end, b.length)
    assert.deepStrictEqual(members, ["a", "b"])
    const elements: Array<string | number> = []
    eachValue(b, b.indexOf(91), (index, value) => {
      elements.push(index)
      return ~value
    })
    assert.deepStrictEqual(elements, [0])
    assert.isBelow(
      eachValue(b, 0, () => 0),
      0,
    )
  })
})

describe("scalars", () => {
  const cursor = { at: 0 }

  it("are the numbers that JSON.parse gives", () => {
    for (const token of [
      "0",
      "-0",
      "1e5",
      "0.1",
      "123456789012345678901234567890",
      "1.7976931348623157e308",
      `0.${"1".repeat(300)}`,
    ]) {
      assert.isTrue(Object.is(readNumber(bytes(`${token},`), 0, cursor), JSON.parse(token)), token)
      assert.strictEqual(cursor.at, token.length)
    }
    // The last one is beyond the range of a double.
    for (const token of ["", "-", "x", ".5", "1e999"]) assert.isNaN(readNumber(bytes(token), 0, cursor))
  })

  it("are the strings that JSON.parse gives", () => {
    for (let seed = 0; seed < 3_000; seed++) {
      const chance = new Chance(seed)
      const b = bytes(anyText(chance))
      if (b[0] !== 34) continue
      const end = skipString(b, 0)
      const read = readString(b, 0, cursor)
      if (end < 0) assert.isUndefined(read)
      else {
        assert.strictEqual(read, JSON.parse(text(b, 0, end)))
        assert.strictEqual(cursor.at, end)
      }
    }
  })

  it("are the integers that BigInt gives, as far as 64 bits go", () => {
    const integers = new BigInt64Array(3)
    const halves = new Int32Array(integers.buffer)
    const read = (token: string) => {
      const end = readInt64(bytes(`${token},`), 0, halves, 1)
      return end < 0 ? undefined : [integers[1], end]
    }
    const chance = new Chance(5)
    const tokens = [
      "0",
      "-0",
      "9223372036854775807",
      "-9223372036854775807",
      "4294967296",
      "-4294967296",
      "4294967295",
      "65536",
      "999999999",
      "1000000000",
    ]
    for (let i = 0; i < 5_000; i++) {
      const digits = Array.from({ length: 1 + chance.below(18) }, () => chance.below(10)).join("")
      tokens.push(`${chance.once(2) ? "-" : ""}${BigInt(digits)}`)
    }
    for (const token of tokens) assert.deepStrictEqual(read(token), [BigInt(token), token.length], token)
    assert.deepStrictEqual(integers[0], 0n)
    assert.deepStrictEqual(integers[2], 0n)
    for (const token of ["", "-", "01", "9223372036854775808", "99999999999999999999", "1234567890123456789012"]) {
      assert.isUndefined(read(token), token)
    }
  })
})
