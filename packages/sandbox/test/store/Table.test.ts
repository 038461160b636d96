import * as Field from "@candela/core/declare/Field"
import { Store } from "@candela/sandbox/store/Store"
import * as Table from "@candela/sandbox/store/Table"
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, FastCheck, Schema } from "effect"

const Details = Field.struct({
  name: Field.required(Schema.String, "n"),
  at: Field.optional(Field.Int64, "t"),
  parts: Field.optional(Schema.Array(Field.struct({ size: Field.required(Schema.Number, "s") }))),
})

const finite = Schema.Number.pipe(Schema.finite())

/** One field of each kind, with a wire key of its own wherever that is possible. */
const Row = Field.struct({
  id: Field.required(Schema.Int, "i"),
  text: Field.required(Schema.String, "x"),
  number: Field.required(finite, "y"),
  whole: Field.optional(Schema.Int.pipe(Schema.nonNegative()), "w"),
  nanoseconds: Field.required(Field.Int64),
  later: Field.optional(Field.Int64, "l"),
  flag: Field.optional(Schema.Boolean),
  kind: Field.required(Field.openEnum("one", "two"), "k"),
  frequency: Field.optional(Schema.Literal(1, 2, 4)),
  known: Field.required(Schema.NullOr(finite)),
  tags: Field.required(Schema.Array(Schema.String), "t"),
  weights: Field.optional(Schema.Array(finite)),
  counts: Field.optional(Schema.Array(Schema.Int)),
  times: Field.optional(Schema.Array(Schema.BigIntFromSelf)),
  flags: Field.optional(Schema.Array(Schema.Boolean)),
  details: Field.optional(Details, "d"),
  several: Field.required(Schema.Array(Details)),
  mixed: Field.optional(Schema.Union(Schema.String, finite)),
})
type Row = typeof Row.Type

const table = Table.of("things", {
  row: Row,
  hidden: { published: "VARCHAR", size: "BIGINT", "odd name": "DOUBLE" },
  key: ["id"],
})

const int64 = FastCheck.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
/** The database keeps neither -0 nor the character 0. */
const number = FastCheck.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const text = FastCheck.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"))
const details = FastCheck.record(
  { name: text, at: int64, parts: FastCheck.array(FastCheck.record({ size: number })) },
  { requiredKeys: ["name"] },
)
const row: FastCheck.Arbitrary<Omit<Row, "id">> = FastCheck.record(
  {
    text,
    number,
    whole: FastCheck.maxSafeNat(),
    nanoseconds: int64,
    later: int64,
    flag: FastCheck.boolean(),
    kind: text,
    frequency: FastCheck.constantFrom(1 as const, 2 as const, 4 as const),
    known: FastCheck.option(number, { nil: null }),
    tags: FastCheck.array(text),
    weights: FastCheck.array(number),
    counts: FastCheck.array(FastCheck.maxSafeInteger()),
    times: FastCheck.array(int64),
    flags: FastCheck.array(FastCheck.boolean()),
    details,
    several: FastCheck.array(details, { maxLength: 3 }),
    mixed: FastCheck.oneof(text, number),
  },
  { requiredKeys: ["text", "number", "nanoseconds", "kind", "known", "tags", "several"] },
)

const withTable = Effect.tap(Store.make({}), (store) => store.run(table.ddl))

const read = (store: Store.Service) =>
  Effect.map(store.query(`SELECT ${table.select} FROM things ORDER BY id`), (rows) => rows.map(table.read))

describe("a table", () => {
  it("has a column for each field, under the field's name, and the hidden ones", () => {
    assert.deepStrictEqual(Object.fromEntries(table.columns.map(({ name, type }) => [name, type])), {
      id: "BIGINT",
      text: "VARCHAR",
      number: "DOUBLE",
      whole: "BIGINT",
      nanoseconds: "BIGINT",
      later: "BIGINT",
      flag: "BOOLEAN",
      kind: "VARCHAR",
      frequency: "DOUBLE",
      known: "DOUBLE",
      tags: "VARCHAR[]",
      weights: "DOUBLE[]",
      counts: "BIGINT[]",
      times: "BIGINT[]",
      flags: "VARCHAR",
      details: "VARCHAR",
      several: "VARCHAR",
      mixed: "VARCHAR",
      published: "VARCHAR",
      size: "BIGINT",
      "odd name": "DOUBLE",
    })
  })

  it.scoped("gives back every row that was appended, whatever its fields hold, and its hidden columns to queries", () =>
    Effect.gen(function* () {
      const store = yield* withTable
      const rows = FastCheck.sample(row, { seed: 9, numRuns: 500 }).map((row, id) => ({ ...row, id }))
      yield* table.append(
        store,
        rows.map((row) => ({
          ...row,
          published: `day ${row.id}`,
          size: row.id % 2 === 0 ? null : row.id,
          "odd name": 0.5,
        })),
      )
      assert.deepStrictEqual(yield* read(store), rows)
      assert.deepStrictEqual(
        yield* store.query(`SELECT published, size, "odd name" FROM things WHERE id < 2 ORDER BY id`),
        [
          { published: "day 0", size: null, "odd name": 0.5 },
          { published: "day 1", size: 1n, "odd name": 0.5 },
        ],
      )
    }),
  )

  it.scoped("takes columns as it takes rows", () =>
    Effect.gen(function* () {
      const [byRows, byColumns] = [yield* withTable, yield* withTable]
      const rows = FastCheck.sample(row, { seed: 10, numRuns: 200 }).map((row, id) => ({ ...row, id }))
      const hidden = { published: null, size: null, "odd name": null }
      yield* table.append(
        byRows,
        rows.map((row) => ({ ...row, ...hidden })),
      )
      const names = table.columns.filter(({ hidden }) => !hidden).map(({ name }) => name as keyof Row)
      const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)]))
      yield* table.appendColumns(byColumns, columns)
      assert.deepStrictEqual(yield* read(byColumns), yield* read(byRows))
    }),
  )

  it.scoped("takes rows that an arbitrary of the schema makes, in many chunks", () =>
    Effect.gen(function* () {
      const Small = Field.struct({
        id: Field.required(Schema.Int),
        code: Field.required(Schema.Literal("A", "B")),
        size: Field.required(Schema.Int),
      })
      const small = Table.of("small", { row: Small, key: ["id"] })
      const store = yield* Store.make({})
      yield* store.run(small.ddl)
      const rows = FastCheck.sample(Arbitrary.make(Small), { seed: 1, numRuns: 20_000 }).map((row, id) => ({
        ...row,
        id,
      }))
      yield* small.append(store, rows)
      const found = yield* store.query(`SELECT ${small.select} FROM small ORDER BY id`)
      assert.deepStrictEqual(found.map(small.read), rows)
    }),
  )

  it("is refused where rows are no struct, a column is there twice, or the key or the day of publication names none", () => {
    const row = Field.struct({ id: Field.required(Schema.String) })
    assert.throws(
      () => Table.of("bad", { row: Schema.Union(row, Field.struct({ a: Field.required(Schema.String) })), key: [] }),
      "made of fields",
    )
    assert.throws(() => Table.of("bad", { row, hidden: { id: "VARCHAR" }, key: ["id"] }), "twice")
    assert.throws(() => Table.of("bad", { row, key: ["other" as "id"] }), "no column other")
    assert.throws(() => Table.of("bad", { row, key: ["id"], visible: "day" as "id" }), "no column day")
  })
})
