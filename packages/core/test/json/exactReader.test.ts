import * as Field from "@candela/core/declare/Field"
import * as Structure from "@candela/core/internal/Structure"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc, Schema } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { exactIn, read } from "../../src/internal/json/exactReader.js"
import { runs } from "@candela/support/seeded"

const bytes = (text: string) => new TextEncoder().encode(text)

const value = <A>(either: Either.Either<A, unknown>): A => Either.getOrThrowWith(either, () => new Error("truncated"))

/** JSON of a value whose bigints are number tokens. */
const print = (value: unknown, space: string): string => {
  if (typeof value === "bigint") return String(value)
  if (Array.isArray(value)) return `[${value.map((item) => print(item, space)).join(`,${space}`)}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  return `{${space}${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}${space}:${print(item, space)}`)
    .join(`${space},`)}}`
}

/** The same value, with digits for bigints. */
const withDigits = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item) => (typeof item === "bigint" ? String(item) : item)))

const Nested = Field.struct({
  time: Field.required(Field.Int64, "t"),
  price: Field.required(Schema.Number),
  'a "key"\n': Field.optional(Field.Int64),
  times: Field.required(Schema.Array(Schema.NullOr(Field.Int64))),
  within: Field.required(
    Schema.Union(
      Field.struct({ at: Field.required(Field.Int64), n: Field.required(Schema.Number) }),
      Field.struct({ text: Field.required(Schema.String) }),
      Schema.Null,
    ),
  ),
  positive: Field.optional(Field.Int64.pipe(Schema.positiveBigInt())),
})

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const plain = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
)

const document = fc.record({
  t: int64,
  price: plain,
  'a "key"\n': fc.option(int64),
  times: fc.array(fc.option(int64), { maxLength: 4 }),
  within: fc.oneof(fc.record({ at: int64, n: plain }), fc.record({ text: fc.string() }), fc.constant(null)),
  unknown: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  t2: fc.constant(12345),
})

describe("the exact reader", () => {
  it.effect("gives digits where the schema wants them, and what JSON.parse gives everywhere else", () => {
    const exact = exactIn(Structure.of(Nested.ast))
    return assertInTurns(
      [document, fc.constantFrom("", " ", "\n\t"), fc.boolean()],
      (document, space, mark) => {
        const text = print(document, space)
        assert.deepStrictEqual(value(read(bytes(mark ? `\ufeff${text}` : text), exact)), withDigits(document))
      },
      { seed: 17, numRuns: runs(500) },
    )
  })

  it("leaves values alone that stand where a schema wants others", () => {
    const exact = exactIn(Structure.of(Nested.ast))
    const text = `{"t":{"t":1},"times":7,"within":5,"price":[6]}`
    assert.deepStrictEqual(value(read(bytes(text), exact)), {
      t: { t: 1 },
      times: 7,
      within: 5,
      price: [6],
    })
  })

  it("leaves numbers that are not written as integers to JSON.parse", () => {
    const exact = exactIn(Structure.of(Field.struct({ t: Field.required(Field.Int64) }).ast))
    const t = (token: string) => (value(read(bytes(`{"t":${token}}`), exact)) as { readonly t: unknown }).t
    assert.strictEqual(t("1.0"), 1)
    assert.strictEqual(t("1e3"), 1000)
    assert.strictEqual(t("-0"), "-0")
    assert.strictEqual(t("0"), "0")
    assert.strictEqual(t("-9223372036854775808"), "-9223372036854775808")
    assert.strictEqual(t("123456789012345678901"), 123456789012345680000)
    assert.strictEqual(t(`"12"`), "12")
    assert.deepStrictEqual(t(`{"t":12345678901234567890}`), { t: 12345678901234567000 })
  })

  it("never makes JSON of what is none", () => {
    const exact = exactIn(Structure.of(Field.struct({ t: Field.required(Field.Int64) }).ast))
    for (const token of ["01", "-", "1.", "1 2", "12a", "+1", "", "--1", "1e"]) {
      for (const text of [`{"t":${token}}`, `{"x":{"t":1},"t":${token}`, `{"t":1,"t":${token}}`]) {
        assert.throws(() => void JSON.parse(text) as unknown)
        assert.isTrue(Either.isLeft(read(bytes(text), exact)), text)
      }
    }
  })

  it("reads keys in every spelling", () => {
    const exact = exactIn(Structure.of(Field.struct({ é: Field.required(Field.Int64) }).ast))
    for (const key of [`"é"`, `"\\u00e9"`, `"\\u00E9"`]) {
      assert.deepStrictEqual(value(read(bytes(`{${key}:1709554800123456789}`), exact)), { é: "1709554800123456789" })
    }
  })

  it("sees no exact integers where a schema has none", () => {
    const schema = Field.struct({
      a: Field.required(Schema.Number),
      b: Field.required(Schema.Array(Field.struct({ c: Field.required(Schema.String) }))),
    })
    assert.deepStrictEqual(exactIn(Structure.of(schema.ast)), [])
  })
})
