/**
 * Rows against their question: what is recognized in one pass is what the judgement row by row
 * finds without fault, whatever the form of the rows.
 */
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc, Schema } from "effect"
import { instantsOf } from "../../src/internal/answer/instants.js"
import * as Order from "../../src/internal/answer/order.js"
import { runs } from "@candela/support/seeded"

const Row = Field.struct({
  at: Field.required(Schema.Number),
  nanos: Field.required(Unit.EpochNanos),
  name: Field.required(Schema.String),
  price: Field.required(Schema.Number),
})
type Row = typeof Row.Type

const place = { at: "results", envelope: {} }

/** Few values, so that rows often repeat. The halves of the nanoseconds differ in both words, with either sign. */
const row: fc.Arbitrary<Row> = fc.record({
  at: fc.integer({ min: 0, max: 6 }),
  nanos: fc.constantFrom(-(2n ** 33n), -1n, 0n, 1n, 2n ** 31n, 2n ** 31n + 1n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 60n),
  name: fc.constantFrom("A", "B", "C", "D", "E", "F"),
  price: fc.integer({ min: 0, max: 1 }),
})

const order: fc.Arbitrary<Endpoint.Order | undefined> = fc.option(
  fc
    .record({
      field: fc.constantFrom("at", "nanos"),
      direction: fc.constantFrom("asc" as const, "desc" as const, undefined),
      unique: fc.boolean(),
      isBounded: fc.boolean(),
    })
    .map(({ isBounded, ...order }) => {
      const [first, last] = order.field === "at" ? [1, 5] : [0n, 2n ** 32n]
      return isBounded ? { ...order, first, last } : order
    }),
  { nil: undefined },
)

const rules: fc.Arbitrary<Order.Rules> = fc.record({
  order,
  key: fc.constantFrom("name", undefined),
  repeats: fc.constantFrom([], [{ field: "name", accepts: (name: unknown) => name !== "F", expected: "another name" }]),
  instants: fc.constant(instantsOf(Row.ast)),
})

/** Rows as they come, and rows in one of the orders. */
const rows = fc
  .tuple(fc.array(row, { maxLength: 8 }), fc.constantFrom("at", "nanos", undefined), fc.boolean())
  .map(([rows, field, isDescending]): ReadonlyArray<Row> => {
    const sorted =
      field === undefined
        ? rows
        : [...rows].sort((one, other) => Number(one[field as "at"]) - Number(other[field as "at"]))
    return isDescending ? sorted.reverse() : sorted
  })

describe("the rows of a page", () => {
  it("are recognized as requested exactly when none of them is at fault, as rows and as columns", () => {
    fc.assert(
      fc.property(rows, rules, (rows, rules) => {
        const columns = Columns.fromRows(Row, rows) as unknown as Order.JudgedRows
        const judged = Order.judge(rows, rules, place, Infinity)
        assert.deepStrictEqual(Order.judge(columns, rules, place, Infinity), judged)
        const isClean = judged.invalid.length === 0 && judged.repeated === 0
        assert.strictEqual(Order.areRequested(rows, rules), isClean)
        assert.strictEqual(Order.areRequested(columns, rules), isClean)
      }),
      { seed: 37, numRuns: runs(3000) },
    )
  })

  it("are requested ones once the others are left out, and no row is lost twice", () => {
    fc.assert(
      fc.property(rows, rules, (rows, rules) => {
        const { invalid, kept, repeated } = Order.judge(rows, rules, place, Infinity)
        assert.strictEqual(kept.length + invalid.length + repeated, rows.length)
        assert.isTrue(Order.areRequested(kept, rules))
      }),
      { seed: 38, numRuns: runs(3000) },
    )
  })

  it("keep their number in the document where others were left out before", () => {
    const invalid = [0, 2].map((row) => ({ row, path: "", expected: "", actual: "", snippet: "" }))
    const order = { field: "at", direction: "asc", unique: true } as const
    const rows = [5, 4, 6].map((at) => ({ at }))
    const found = Order.judge(rows, { order, repeats: [], instants: [] }, { ...place, invalid }, Infinity)
    assert.deepStrictEqual(
      found.invalid.map(({ path, row }) => [row, path]),
      [[3, "results[3]"]],
    )
  })
})
