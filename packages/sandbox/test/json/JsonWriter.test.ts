import * as Decoder from "@candela/core/declare/Decoder"
import * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as JsonWriter from "@candela/sandbox/json/JsonWriter"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { assertForAll } from "../forAll.js"
import { runs } from "@candela/support/seeded"

/** A schema with values of it. */
interface Sample {
  readonly schema: JsonWriter.AnySchema
  readonly value: FastCheck.Arbitrary<unknown>
  /** Whether a value may hold a 64-bit integer. */
  readonly exact: boolean
}

const text = FastCheck.string({ unit: "binary" })
/** JSON has no -0. */
const number = FastCheck.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const plain = (schema: JsonWriter.AnySchema, value: FastCheck.Arbitrary<unknown>): Sample => ({
  schema,
  value,
  exact: false,
})

const int64: Sample = {
  schema: Field.Int64,
  value: FastCheck.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  exact: true,
}

const leaf: FastCheck.Arbitrary<Sample> = FastCheck.constantFrom(
  plain(Schema.String, text),
  plain(Schema.Number, number),
  plain(Schema.Boolean, FastCheck.boolean()),
  plain(Schema.Int.pipe(Schema.nonNegative()), FastCheck.maxSafeNat()),
  plain(Schema.NonEmptyString, FastCheck.string({ minLength: 1 })),
  plain(Schema.Literal("a", 'b"', 3, true), FastCheck.constantFrom("a", 'b"', 3, true)),
  plain(Field.openEnum("open", "closed"), text),
  plain(Schema.Union(Schema.String, Schema.Number), FastCheck.oneof(text, number)),
  plain(
    Schema.Record({ key: Schema.String, value: Schema.String }),
    FastCheck.dictionary(
      FastCheck.string().filter((key) => key !== "__proto__"),
      text,
      { noNullPrototype: true },
    ),
  ),
  // These have encodings of their own.
  plain(Schema.NumberFromString, FastCheck.integer()),
  plain(Field.Id, text),
  plain(Schema.Tuple(Schema.String, Schema.Number), FastCheck.tuple(text, number)),
  int64,
  int64,
)

const nullable = ({ schema, value, ...rest }: Sample): Sample => ({
  ...rest,
  schema: Schema.NullOr(schema),
  value: FastCheck.option(value, { nil: null }),
})

const array = ({ schema, value, ...rest }: Sample): Sample => ({
  ...rest,
  schema: Schema.Array(schema),
  value: FastCheck.array(value, { maxLength: 3 }),
})

const keys = ["key", "long name", 'qu"ote', "dotted.key", "ünïcode", "n"]

/** How a field is declared, and whether a row may lack it. */
const forms = {
  required: (schema: JsonWriter.AnySchema) => Field.required(schema),
  renamed: (schema: JsonWriter.AnySchema, wire: string) => Field.required(schema, wire),
  optional: (schema: JsonWriter.AnySchema) => Field.optional(schema),
  optionalRenamed: (schema: JsonWriter.AnySchema, wire: string) => Field.optional(schema, wire),
} as const
const mayLack: ReadonlyArray<keyof typeof forms> = ["optional", "optionalRenamed"]

interface Declared {
  readonly form: keyof typeof forms
  readonly sample: Sample
}

const structOf = (declared: ReadonlyArray<Declared>, kind?: string): Sample => {
  const fields: Record<string, Field.Any> = kind === undefined ? {} : { kind: Field.required(Schema.Literal(kind)) }
  const values: Record<string, FastCheck.Arbitrary<unknown>> = kind === undefined
    ? {}
    : { kind: FastCheck.constant(kind) }
  const required = kind === undefined ? [] : ["kind"]
  declared.forEach(({ form, sample }, index) => {
    // The decoder tells 64-bit integers by their keys: in a union a key has one meaning.
    const name = `${keys[index]!}${kind ?? ""}`
    fields[name] = forms[form](sample.schema, `wire ${index}${kind ?? ""}`)
    // In an optional field `null` reads as absent: a row does not have it.
    const isOptional = mayLack.includes(form)
    values[name] = isOptional ? sample.value.filter((value) => value !== null) : sample.value
    if (!isOptional) required.push(name)
  })
  return {
    schema: Field.struct(fields) as unknown as JsonWriter.AnySchema,
    value: FastCheck.record(values, { requiredKeys: required, noNullPrototype: true }),
    exact: declared.some(({ sample }) => sample.exact),
  }
}

const unionOf = (members: ReadonlyArray<ReadonlyArray<Declared>>): Sample => {
  const structs = members.map((declared, index) => structOf(declared, `kind ${index}`))
  return {
    schema: Schema.Union(...structs.map(({ schema }) => schema)),
    value: FastCheck.oneof(...structs.map(({ value }) => value)),
    exact: structs.some(({ exact }) => exact),
  }
}

const { struct } = FastCheck.letrec<{ value: Sample; declared: ReadonlyArray<Declared>; struct: Sample }>((tie) => {
  const value = FastCheck.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    leaf.map(nullable),
    tie("value").map(array),
    tie("struct"),
    tie("struct").map(nullable),
    FastCheck.array(tie("declared"), { minLength: 1, maxLength: 3 }).map(unionOf),
  )
  const form = FastCheck.constantFrom(...(Object.keys(forms) as ReadonlyArray<keyof typeof forms>))
  const declared = FastCheck.array(FastCheck.record({ form, sample: tie("value") }), {
    minLength: 1,
    maxLength: 4,
  })
  return { value, declared, struct: declared.map((declared) => structOf(declared)) }
})

const samples = struct.chain(({ exact, schema, value }) =>
  FastCheck.record({
    exact: FastCheck.constant(exact),
    schema: FastCheck.constant(schema),
    rows: FastCheck.array(value, { minLength: 1, maxLength: 3 }),
  }),
)

const parameters = { seed: 64, numRuns: runs(300) }

describe("a writer", () => {
  it("writes what the client's decoder reads back, whatever the schema", () =>
    assertForAll(
      samples,
      ({ rows, schema }) => {
        const decoder = Decoder.list({ envelope: Envelope.List, row: schema, at: "results" })
        const text = `{"results":[${rows.map(JsonWriter.make(schema)).join(",")}]}`
        const decoded = decoder.rows(Buffer.from(text))
        assert.deepStrictEqual(
          Either.getOrThrowWith(decoded, (refusal) => new Error(JSON.stringify(refusal))).rows,
          rows,
        )
      },
      parameters,
    ))

  it("writes to the letter what the platform makes of the schema's encoding, but for 64-bit integers", () =>
    assertForAll(
      samples.filter(({ exact }) => !exact),
      ({ rows, schema }) => {
        const encode = Schema.encodeSync(schema)
        for (const row of rows) assert.strictEqual(JsonWriter.make(schema)(row), JSON.stringify(encode(row)))
      },
      parameters,
    ))

  it("writes 64-bit integers as numbers, to the last digit", () => {
    const Row = Field.struct({
      at: Field.required(Field.Int64, "t"),
      later: Field.optional(Schema.Array(Field.Int64)),
    })
    const row = { at: 1_709_553_600_000_000_001n, later: [-(2n ** 63n), 2n ** 63n - 1n] }
    assert.strictEqual(
      JsonWriter.make(Row)(row),
      '{"t":1709553600000000001,"later":[-9223372036854775808,9223372036854775807]}',
    )
  })

  it("writes recursive rows", () => {
    interface Node {
      readonly at: bigint
      readonly children: ReadonlyArray<Node>
    }
    const Node: JsonWriter.AnySchema = Field.struct({
      at: Field.required(Field.Int64, "t"),
      children: Field.required(Schema.Array(Schema.suspend((): Schema.Schema<Node> => Node))),
    })
    const node = { at: 1n, children: [{ at: 2n, children: [] }] }
    assert.strictEqual(JsonWriter.make(Node)(node), '{"t":1,"children":[{"t":2,"children":[]}]}')
  })

  it("writes what is written already in place of a field", () => {
    const write = JsonWriter.make(
      Field.struct({ id: Field.optional(Field.Id, "i"), rows: Field.required(Schema.Array(Schema.Number)) }),
    )
    const value = { id: new JsonWriter.WrittenJson("0"), rows: new JsonWriter.WrittenJson("[1, 2]") } as never
    assert.strictEqual(write(value), '{"i":0,"rows":[1, 2]}')
  })

  it("refuses a value that is none of the schema's, rather than writing what no one can read", () => {
    const write = JsonWriter.make(
      Field.struct({
        text: Field.required(Schema.String),
        at: Field.required(Field.Int64),
        tags: Field.required(Schema.Array(Schema.Number)),
        kind: Field.required(Schema.Literal("a")),
      }),
    )
    const row = { text: "", at: 1n, tags: [1], kind: "a" } as const
    assert.strictEqual(write(row), '{"text":"","at":1,"tags":[1],"kind":"a"}')
    const wrong: ReadonlyArray<object> = [
      { text: undefined },
      { text: 1 },
      { at: 1 },
      { tags: "none" },
      { tags: [null] },
      { kind: "b" },
    ]
    for (const field of wrong) assert.throws(() => write({ ...row, ...field }), TypeError)
  })
})
