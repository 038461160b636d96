import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc, Schema } from "effect"
import * as ParseResult from "effect/ParseResult"
import { seeded } from "@candela/support/seeded"
import * as EventDecoder from "../../src/internal/decoder/eventDecoder.js"

const quote = Field.struct({
  ticker: Field.required(Schema.String, "sym"),
  bid: Field.optional(Unit.Currency, "bp"),
  ask: Field.optional(Unit.Currency, "ap"),
  conditions: Field.optional(Schema.Array(Schema.Number), "c"),
  indicators: Field.optional(Schema.Array(Unit.Code), "i"),
  market: Field.optional(Field.openEnum("open", "closed"), "m"),
  published: Field.optional(Unit.EpochNanos, "n"),
  isOdd: Field.optional(Schema.Boolean, "b"),
  share: Field.optional(Schema.Number.pipe(Schema.between(0, 1)), "x"),
  timestamp: Field.required(Unit.EpochMillis, "t"),
})

/** Rows whose keys are those of the wire. */
const plain = Field.struct({ ticker: Field.required(Schema.String), value: Field.optional(Schema.Number) })

const numbers = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.constant(Infinity))
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, "", "12.0", "A", true, [], {}, [1, "2"], [null]),
  numbers,
  fc.array(fc.integer(), { maxLength: 3 }),
)
const right = fc.record(
  {
    sym: fc.constantFrom("AAPL", "MSFT"),
    bp: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
    ap: fc.double({ noNaN: true, noDefaultInfinity: true }),
    c: fc.array(fc.integer(), { maxLength: 3 }),
    i: fc.array(fc.integer(), { maxLength: 3 }),
    m: fc.constantFrom("open", "other"),
    n: fc.constantFrom<unknown>("1717171717000000123", 12),
    b: fc.boolean(),
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    t: fc.integer(),
    ev: fc.constant("Q"),
    unknown: odd,
  },
  { requiredKeys: ["sym", "t"] },
)
const keys = ["sym", "bp", "ap", "c", "i", "m", "n", "b", "x", "t"]
const mutated = fc.tuple(right, fc.constantFrom(...keys), odd, fc.boolean()).map(([event, key, value, isRemoved]) => {
  const { [key as "sym"]: _, ...rest } = event
  return isRemoved ? rest : { ...rest, [key]: value }
})
const events = fc.array(fc.oneof(right, mutated, odd), { minLength: 1, maxLength: 24 })

/** As frames are read: by the check, or else by the schema. */
const read = (row: Schema.Schema.AnyNoContext, generating: boolean) => {
  const { check, decode } = EventDecoder.make(row, generating)
  return (event: unknown) => {
    const checked = check(event)
    return checked === undefined ? decode(event) : Either.right(checked)
  }
}

const finite = (value: unknown): boolean =>
  typeof value === "number"
    ? Number.isFinite(value)
    : typeof value !== "object" || value === null || Object.values(value).every(finite)

describe("decoders of events", () => {
  for (const [name, row] of Object.entries({ quote, plain })) {
    it.prop(
      `agree with the schema and each other on any events: ${name}`,
      [events],
      ([events]) => {
        const generated = read(row as Schema.Schema.AnyNoContext, true)
        const checked = read(row as Schema.Schema.AnyNoContext, false)
        const decode = ParseResult.decodeUnknownEither(row as Schema.Schema.AnyNoContext)
        for (const event of events) {
          const bySchema = Either.filterOrLeft(decode(event), finite, () => undefined)
          const [one, other] = [generated(event), checked(event)]
          assert.deepStrictEqual(one, other)
          assert.strictEqual(Either.isRight(one), Either.isRight(bySchema), JSON.stringify(event))
          if (Either.isRight(one) && Either.isRight(bySchema)) {
            // A row that needs no change is the event itself, without what the schema does not know.
            assert.deepStrictEqual({ ...(one.right as object) }, { ...(bySchema.right as object) })
          }
        }
      },
      seeded,
    )
  }

  it("say which value is refused, and quote the event", () => {
    const { decode } = EventDecoder.make(quote as Schema.Schema.AnyNoContext, true)
    const result = decode({ ev: "Q", sym: "AAPL", bp: "12.0", t: 1 })
    assert.deepStrictEqual(Either.getOrThrow(Either.flip(result)), {
      path: "bp",
      expected: "number | null",
      actual: '"12.0"',
      snippet: '{"ev":"Q","sym":"AAPL","bp":"12.0","t":1}',
    })
  })
})
