import * as Decoder from "@candela/core/declare/Decoder"
import * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"

describe("an instant of any unit", () => {
  const decode = Schema.decodeUnknownEither(Field.EpochOfAnyUnit)

  it("reads instants of every unit, as exact nanoseconds", () => {
    const read = [1_700_000_000, 1_700_000_000_123, "1700000000123456", "1700000000123456789"].map((input) =>
      Either.getOrThrow(decode(input)),
    )
    assert.deepStrictEqual(read, [
      ...[1_700_000_000_000_000_000n, 1_700_000_000_123_000_000n],
      ...[1_700_000_000_123_456_000n, 1_700_000_000_123_456_789n],
    ])
  })

  it("refuses what has no unit, or is not exact", () => {
    for (const input of [0, -1_700_000_000, 99_999_999, 1_700_000_000_123_456_800, 1.5, "x", "9".repeat(19), null]) {
      assert.isTrue(Either.isLeft(decode(input)), String(input))
    }
  })

  it("is read from rows of a response, too", () => {
    const row = Field.struct({ timestamp: Field.required(Field.EpochOfAnyUnit, "t") })
    const decoder = Decoder.list({ envelope: Envelope.List, row, at: "results" })
    const read = decoder.rows(new TextEncoder().encode('{"results":[{"t":1700000000123456789},{"t":1700000000123}]}'))
    assert.deepStrictEqual(
      Either.map(read, ({ rows }) => rows),
      Either.right([{ timestamp: 1_700_000_000_123_456_789n }, { timestamp: 1_700_000_000_123_000_000n }]),
    )
  })
})
