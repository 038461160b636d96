import * as Cursor from "@candela/sandbox/query/Cursor"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck, Option } from "effect"
import { assertForAll } from "../forAll.js"
import { runs } from "@candela/support/seeded"

const parameters = { seed: 2_718, numRuns: runs(1_000) }

const text = FastCheck.string({ unit: "binary" })

/** A value of a sort column of any type: the odd numbers, and integers of 64 bits too. */
const value: FastCheck.Arbitrary<Cursor.Value> = FastCheck.oneof(
  text,
  FastCheck.double(),
  FastCheck.maxSafeInteger(),
  FastCheck.bigInt(),
  FastCheck.boolean(),
  FastCheck.constantFrom(null, -0, NaN, Infinity, -Infinity, 2n ** 63n - 1n),
)

const cursor = FastCheck.record(
  {
    endpoint: text,
    query: FastCheck.dictionary(
      text.filter((key) => key !== "__proto__"),
      text,
      { noNullPrototype: true },
    ),
    after: FastCheck.array(value),
  },
  { requiredKeys: ["endpoint", "query"] },
)

/** `assert.deepStrictEqual` takes `Option.none()` for equal to every option. */
const assertRefused = (text: string) => assert.isTrue(Option.isNone(Cursor.decode(text)), text)

describe("a cursor", () => {
  it("reads back as what was written, to the last bit of its position, and needs no encoding in a URL", () =>
    assertForAll(
      cursor,
      (cursor) => {
        const text = Cursor.encode(cursor)
        assert.match(text, /^[\w-]+$/)
        assert.deepStrictEqual(Option.getOrNull(Cursor.decode(text)), cursor)
      },
      parameters,
    ))

  it("is refused with another character at any place", () => {
    const text = Cursor.encode({ endpoint: "stocks.dividends", query: { "ticker.gte": "AAPL" }, after: ["AAPL", 1] })
    for (let place = 0; place < text.length; place++) {
      for (const by of ["A", "B", "_"].filter((by) => by !== text[place])) {
        const changed = text.slice(0, place) + by + text.slice(place + 1)
        assertRefused(changed)
      }
    }
  })

  it("is refused when any of its characters was changed, added or taken away", () =>
    assertForAll(
      FastCheck.tuple(cursor, FastCheck.nat(), FastCheck.string({ minLength: 1, maxLength: 3 })),
      ([cursor, at, by]) => {
        const text = Cursor.encode(cursor)
        const place = at % text.length
        const changed = text.slice(0, place) + by + text.slice(place + 1)
        if (changed !== text) assertRefused(changed)
        assertRefused(text.slice(0, place))
        assertRefused(text + by)
      },
      parameters,
    ))

  it("is refused when it is any other text", async () => {
    for (const text of ["", "a", "bGltaXQ9MiZzb3J0PWFzYw", "=", "%", "cursor", "A".repeat(5_000)]) {
      assertRefused(text)
    }
    await assertForAll(FastCheck.base64String(), (text) => assertRefused(text), parameters)
  })
})
