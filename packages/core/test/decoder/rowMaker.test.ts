import * as Decoder from "@candela/core/declare/Decoder"
import * as Field from "@candela/core/declare/Field"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, Schema } from "effect"
import type { ColumnField, ColumnKind, DecodedRow, ColumnValues } from "../../src/internal/decoder/column.js"
import * as rowMaker from "../../src/internal/decoder/rowMaker.js"
import { assertInTurns } from "@candela/support/turns"
import { Chance } from "./documents.js"
import { difference } from "./law.js"
import { Envelope } from "./rows.js"
import { watchFunction } from "./watchFunction.js"

/** Names that a layout allows, and that code written without care would stumble over. */
const oddNames = [
  "__proto",
  "proto__",
  " __proto__",
  "__proto__ ",
  "prototype",
  "",
  " ",
  "0",
  "07",
  "10",
  "4294967296",
  '"',
  "'",
  "`",
  "\\",
  '\\"',
  "${i}",
  "*/",
  "//",
  "\n",
  "\r",
  "\u0000",
  "\u2028",
  "\u2029",
  "\ufeff",
  "\ud800",
  "é日😀",
  "</script>",
  "class",
  "return",
  "undefined",
  "values",
  "present",
  "rows",
  "other",
  "i",
  "v0",
  "p1",
]

const values: { readonly [K in ColumnKind]: ReadonlyArray<unknown> } = {
  number: [0, -0, 1, -1.5, 1e-7, 5e-324, 2 ** 53, 1e300, Infinity, -Infinity, NaN],
  bigint: [0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 1_709_554_800_123_456_789n],
  boolean: [true, false],
  other: ["", "A", '"\\\n\u2028', null, 7, [1], { a: 1 }],
}

/** Rows in columns, laid out as the documentation of `Columns` says, and the same rows as objects. */
interface Block {
  readonly values: ReadonlyArray<ColumnValues>
  readonly present: ReadonlyArray<Uint8Array>
  readonly rows: ReadonlyArray<DecodedRow>
}

const column = { number: Float64Array, bigint: BigInt64Array, boolean: Uint8Array, other: Array }

/** For each row one of the patterns, which tell what optional fields it has. */
const blockOf = (
  fields: ReadonlyArray<ColumnField>,
  patterns: ReadonlyArray<ReadonlyArray<boolean>>,
  length: number,
  chance: Chance,
): Block => {
  const columns = fields.map(({ kind }) => new column[kind](length) as ColumnValues)
  const present = fields.map(({ optional }) => new Uint8Array(optional ? Math.ceil(length / 8) : 0))
  const rows = Array.from({ length }, (_, i) => {
    const pattern = chance.pick(patterns)
    const row: DecodedRow = {}
    for (const [k, { kind, name, optional }] of fields.entries()) {
      const value = chance.pick(values[kind])
      // What stands in a column where a row has no value is nobody's business.
      if (optional && !pattern[k]! && chance.once(2)) continue
      columns[k]![i] = (kind === "boolean" ? Number(value) : value) as never
      if (optional && !pattern[k]!) continue
      row[name] = value
      if (optional) present[k]![i >> 3]! |= 1 << (i & 7)
    }
    return row
  })
  return { values: columns, present, rows }
}

const assertRows = (found: ReadonlyArray<DecodedRow>, expected: ReadonlyArray<DecodedRow>) => {
  assert.isUndefined(difference(found, expected))
  assert.deepStrictEqual(found.map(Object.keys), expected.map(Object.keys))
}

const name = fc.oneof(
  fc.constantFrom(...oddNames),
  fc.string({ unit: "binary", maxLength: 6 }).filter((name) => !(name in {})),
)

const fields: fc.Arbitrary<ReadonlyArray<ColumnField>> = fc.uniqueArray(
  fc.record({
    name,
    kind: fc.constantFrom<ColumnKind>("number", "bigint", "boolean", "other"),
    optional: fc.boolean(),
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 45, size: "max" },
)

describe("a maker of rows", () => {
  it.effect("makes the rows that the columns hold, generated or not, for any fields, presence and part", () => {
    let wide = 0
    return assertInTurns(
      [fields, fc.nat(), fc.integer({ min: 1, max: 14 })],
      (fields, seed, kinds) => {
        if (fields.length > 31) wide++
        const chance = new Chance(seed)
        const patterns = Array.from({ length: kinds }, () => fields.map(() => chance.once(2)))
        const interpreted = rowMaker.interpreted(fields)
        const generated = rowMaker.generated(fields)
        for (let blocks = 0; blocks < 2; blocks++) {
          const { present, rows, values } = blockOf(fields, patterns, chance.below(40), chance)
          for (let times = 0; times < 6; times++) {
            const start = chance.below(rows.length + 1)
            const end = start + chance.below(rows.length - start + 1)
            assertRows(interpreted(values, present, start, end), rows.slice(start, end))
            assertRows(generated(values, present, start, end), rows.slice(start, end))
          }
        }
      },
      { seed: 11, numRuns: 100 },
    ).pipe(Effect.andThen(() => assert.isAbove(wide, 20)))
  })

  it("keeps more than 31 optional fields apart, each of them alone in a row", () => {
    const kinds = ["number", "bigint", "boolean", "other"] as const
    const fields = Array.from({ length: 70 }, (_, k) => ({ name: `f${k}`, kind: kinds[k % 4]!, optional: true }))
    const patterns = fields.map((_, own) => fields.map((_, k) => k === own))
    const make = rowMaker.generated(fields)
    const chance = new Chance(5)
    for (const pattern of patterns) {
      // The one that begins the block, and all others.
      const { present, rows, values } = blockOf(fields, [pattern, ...patterns], 80, chance)
      assertRows(make(values, present, 0, 80), rows)
      assertRows(make(values, present, 41, 80), rows.slice(41))
    }
  })

  it("is compiled for the first eight sets of fields that begin a block, and makes the rows of others as well", () => {
    const made = watchFunction(false)
    const fields = Array.from({ length: 5 }, (_, k) => ({ name: `f${k}`, kind: "number" as const, optional: true }))
    const patterns = Array.from({ length: 32 }, (_, n) => fields.map((_, k) => ((n >> k) & 1) === 1))
    const make = rowMaker.generated(fields)
    for (let times = 0; times < 2; times++) {
      for (const [n, pattern] of patterns.entries()) {
        const { present, rows, values } = blockOf(fields, [pattern], 9, new Chance(n))
        assertRows(make(values, present, 3, 9), rows.slice(3))
        if (times === 0) assert.lengthOf(made, Math.min(n + 1, 8))
      }
    }
    assert.lengthOf(made, 8)
  })

  it("makes objects that are nobody else's", () => {
    const fields = [{ name: "a", kind: "number" as const, optional: true }]
    const { present, values } = blockOf(fields, [[true], [false]], 30, new Chance(1))
    for (const make of [rowMaker.interpreted(fields), rowMaker.generated(fields)]) {
      const all = [...make(values, present, 0, 30), ...make(values, present, 0, 30)]
      assert.strictEqual(new Set(all).size, 60)
      for (const row of all) assert.strictEqual(Object.getPrototypeOf(row), Object.prototype)
    }
  })
})

/** A schema with a field of each odd name, and documents of rows that lack some of them. */
const Odd = Field.struct({
  ...Object.fromEntries(oddNames.map((name, k) => [name, Field.optional(Schema.Number, `w${k}`)] as const)),
  ...Object.fromEntries(oddNames.map((name, k) => [`${name}.`, Field.optional(Schema.Boolean, `b${k}`)] as const)),
})
const odd = Array.from({ length: 200 }, (_, i) =>
  oddNames.flatMap((name, k) => ((i * 7 + k) % 5 === 0 ? [] : [[name, k, i + k / 2] as const])),
)
const document = new TextEncoder().encode(
  JSON.stringify({
    status: "OK",
    results: odd.map((row) =>
      Object.fromEntries(
        row.flatMap(([, k, n]) => [
          [`w${k}`, n],
          [`b${k}`, k % 2 === 0],
        ]),
      ),
    ),
  }),
)
const oddRows = odd.map((row) => ({
  ...Object.fromEntries(row.map(([name, , n]) => [name, n])),
  ...Object.fromEntries(row.map(([name, k]) => [`${name}.`, k % 2 === 0])),
}))

/** The rows of the document, in each of the forms in which a maker of rows makes them. */
const readings = (decoder: Decoder.Decoder<unknown, typeof Odd.Type>): ReadonlyArray<ReadonlyArray<DecodedRow>> => {
  const lazyRows = Either.getOrThrow(decoder.lazyRows(document)).rows
  const columns = Either.getOrThrow(decoder.columns(document)).rows
  return [
    [0, 1, 30, 31, 100].flatMap((start, i, starts) => lazyRows.slice(start, starts[i + 1] ?? lazyRows.length)),
    columns.toRows(),
    Array.from({ length: columns.length }, (_, i) => columns.row(i)),
  ]
}

const decoder = () => Decoder.list({ envelope: Envelope, row: Odd, at: "results" })

describe("rows of a decoder", () => {
  it("have any names, made by compiled code", () => {
    const made = watchFunction(false)
    const one = decoder()
    const lazyRows = Either.getOrThrow(one.lazyRows(document)).rows
    const before = made.length
    assertRows(lazyRows.slice(0, 9), oddRows.slice(0, 9))
    assert.lengthOf(made, before + 1)
    for (const rows of readings(one)) assertRows(rows, oddRows)
  })

  it("have them without compiled code, and then none is made", () => {
    const made = watchFunction(true)
    for (const rows of readings(decoder().withoutCodeGeneration)) assertRows(rows, oddRows)
    assert.deepStrictEqual(made, [])
  })

  // The last of this file: what turns out to be forbidden stays so.
  it("have them where compiling is forbidden, and then it is tried once", () => {
    const made = watchFunction(true)
    const fields = [{ name: "a", kind: "number" as const, optional: true }]
    const { present, rows, values } = blockOf(fields, [[true], [false]], 30, new Chance(1))
    const make = rowMaker.generated(fields)
    for (let start = 0; start < 30; start++) assertRows(make(values, present, start, 30), rows.slice(start))
    for (const rows of readings(decoder())) assertRows(rows, oddRows)
    assert.lengthOf(made, 1)
  })
})
