import * as Columns from "@candela/core/Columns"
import * as Decoder from "@candela/core/declare/Decoder"
import * as Field from "@candela/core/declare/Field"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc, Schema } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { Envelope } from "./rows.js"
import { runs } from "@candela/support/seeded"

const Row = Field.struct({
  price: Field.required(Schema.Number),
  size: Field.optional(Schema.Number),
  time: Field.required(Field.Int64),
  sent: Field.optional(Field.Int64),
  open: Field.required(Schema.Boolean),
  otc: Field.optional(Schema.Boolean),
  ticker: Field.required(Schema.String),
  note: Field.optional(Schema.String),
})
type Row = typeof Row.Type

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const number = fc.double({ noNaN: true })
const rows: fc.Arbitrary<ReadonlyArray<Row>> = fc.array(
  fc.record(
    {
      price: number,
      size: number,
      time: int64,
      sent: int64,
      open: fc.boolean(),
      otc: fc.boolean(),
      ticker: fc.string(),
      note: fc.string(),
    },
    { requiredKeys: ["price", "time", "open", "ticker"], noNullPrototype: true },
  ),
  { maxLength: 40 },
)

/** For any rows, and any two indices within or past them. */
const assertHolds = (law: (rows: ReadonlyArray<Row>, a: number, b: number) => void) =>
  assertInTurns([rows, fc.nat(45), fc.nat(45)], law, { seed: 3, numRuns: runs(300) })

describe("columns", () => {
  it.effect("give back their rows", () =>
    assertHolds((rows, a) => {
      const columns = Columns.fromRows(Row, rows)
      assert.strictEqual(columns.length, rows.length)
      assert.deepStrictEqual(columns.toRows(), rows)
      if (a < rows.length) assert.deepStrictEqual(columns.row(a), rows[a])
    }),
  )

  it.effect("are slices of themselves", () =>
    assertHolds((rows, start, end) => {
      const slice = Columns.slice(Columns.fromRows(Row, rows), start, end)
      assert.deepStrictEqual(slice.toRows(), rows.slice(start, end))
      const inner = Columns.slice(slice, 3)
      assert.deepStrictEqual(inner.toRows(), rows.slice(start, end).slice(3))
    }),
  )

  it.effect("are ranges of themselves, in memory of their own", () =>
    assertHolds((rows, a, b) => {
      const columns = Columns.fromRows(Row, rows)
      const [first, second] = [Math.min(a, b, rows.length), Math.min(Math.max(a, b), rows.length)]
      const ranges = Columns.ranges(columns, [
        [second, rows.length],
        [0, first],
      ])
      const expected = [...rows.slice(second), ...rows.slice(0, first)]
      assert.deepStrictEqual(ranges.toRows(), expected)
      const { columns: arrays, present } = Columns.fromRows(Row, expected)
      assert.deepStrictEqual([ranges.columns, ranges.present], [arrays, present])
      assert.notStrictEqual(ranges.columns.price.buffer, columns.columns.price.buffer)
      assert.deepStrictEqual(Columns.slice(ranges, 1).toRows(), expected.slice(1))
    }),
  )

  it.effect("have other values where some columns are replaced, also in their rows and slices", () =>
    assertHolds((rows, start, end) => {
      const columns = Columns.fromRows(Row, rows)
      const replaced = Columns.replace(columns, { size: columns.columns.size.map((size) => size / 2) })
      const expected = rows.map((row) => (row.size === undefined ? row : { ...row, size: row.size / 2 }))
      assert.deepStrictEqual(replaced.toRows(), expected)
      assert.deepStrictEqual(Columns.slice(replaced, start, end).toRows(), expected.slice(start, end))
      assert.deepStrictEqual(columns.toRows(), rows)
    }),
  )

  it.effect("are gathered from several, in any order, and also in their rows", () =>
    assertHolds((rows, a, b) => {
      if (rows.length === 0) return
      const parts = [rows.slice(0, a), rows.slice(a)].map((part) => Columns.fromRows(Row, part))
      // Each row from its part, in an order of steps of `b`, some of them twice.
      const picks = rows.map((_, index) => (index * b) % rows.length)
      const gathered = Columns.gather(
        picks.map((row) => parts[row < a ? 0 : 1]!),
        picks.map((row) => (row < a ? row : row - a)),
      )
      assert.deepStrictEqual(
        gathered.toRows(),
        picks.map((row) => rows[row]!),
      )
      assert.deepStrictEqual(
        gathered.columns,
        Columns.fromRows(Row, gathered.toRows()).columns as typeof gathered.columns,
      )
    }),
  )

  it.effect("have further columns, and others in the place of optional ones", () =>
    assertHolds((rows, start, end) => {
      const of = (values: ReadonlyArray<Row>) => values.map(({ ticker }, index) => `${ticker}${index}`)
      const own = { note: of(rows), index: Float64Array.from(rows.keys()) }
      const extended = Columns.extend<Row, { readonly note: string; readonly index: number }>(
        Columns.fromRows(Row, rows),
        own,
      )
      const expected = rows.map((row, index) => ({ ...row, note: own.note[index]!, index }))
      assert.deepStrictEqual(extended.toRows(), expected)
      assert.deepStrictEqual(Columns.slice(extended, start, end).toRows(), expected.slice(start, end))
      assert.notProperty(extended.present, "note")
    }),
  )

  it("are typed arrays, and bitmaps with the least significant bit first", () => {
    const columns = Columns.fromRows(Row, [
      { price: 1.5, time: 7n, open: true, ticker: "A", size: 3 },
      { price: 2, time: 8n, open: false, ticker: "B", note: "x", sent: 1n },
      { price: 3, time: 9n, open: true, ticker: "C", otc: true, size: 5 },
    ])
    assert.deepStrictEqual(columns.columns, {
      price: Float64Array.of(1.5, 2, 3),
      size: Float64Array.of(3, NaN, 5),
      time: BigInt64Array.of(7n, 8n, 9n),
      sent: BigInt64Array.of(0n, 1n, 0n),
      open: Uint8Array.of(1, 0, 1),
      otc: Uint8Array.of(0, 0, 1),
      ticker: ["A", "B", "C"],
      note: [undefined, "x", undefined],
    })
    assert.deepStrictEqual(columns.present, {
      size: Uint8Array.of(0b101),
      sent: Uint8Array.of(0b010),
      otc: Uint8Array.of(0b100),
      note: Uint8Array.of(0b010),
    })
  })

  it("give some of their rows, and the same rows whether they are few or many", () => {
    assertHolds((rows, start, end) => {
      assert.deepStrictEqual(Columns.fromRows(Row, rows).toRows(start, end), rows.slice(start, end))
    })
    assertInTurns(
      [rows.filter(({ length }) => length > 0), fc.nat(4500), fc.nat(4500)],
      (rows, start, end) => {
        // So many that the code that makes them is generated.
        const many = Array.from({ length: 4200 }, (_, index) => rows[index % rows.length]!)
        const columns = Columns.slice(Columns.fromRows(Row, many), 0)
        assert.deepStrictEqual(columns.toRows(start, end), many.slice(start, end))
      },
      { seed: 3, numRuns: runs(20) },
    )
  })

  it("are sliced on the same memory", () => {
    const columns = Columns.fromRows(
      Row,
      Array.from({ length: 40 }, (_, i) => ({ price: i, time: BigInt(i), open: true, ticker: "A", size: i })),
    )
    const slice = Columns.slice(columns, 8, 20)
    assert.strictEqual(slice.columns.price.buffer, columns.columns.price.buffer)
    assert.strictEqual(slice.present.size.buffer, columns.present.size.buffer)
    assert.strictEqual(slice.columns.price[0], 8)
  })

  it("have no row outside of themselves", () => {
    const columns = Columns.fromRows(Row, [{ price: 1, time: 1n, open: true, ticker: "A" }])
    for (const index of [-1, 1, NaN]) assert.throws(() => columns.row(index), /there is no row/)
  })
})

const Reading = Field.struct({
  time: Field.required(Field.Int64, "t"),
  level: Field.optional(Schema.Number, "l"),
  flood: Field.required(Schema.Boolean, "f"),
  gauge: Field.optional(Field.Int64, "g"),
  ice: Field.optional(Schema.Boolean, "i"),
})

const readings = fc.array(
  fc.record(
    { time: int64, level: number.filter(Number.isFinite), flood: fc.boolean(), gauge: int64, ice: fc.boolean() },
    { requiredKeys: ["time", "flood"], noNullPrototype: true },
  ),
  { maxLength: 150, size: "max" },
)

/** Rows on the wire, with the exact integers as numbers. Every other absent value is `null`. */
const document = (rows: ReadonlyArray<typeof Reading.Type>): Uint8Array => {
  const numeral = (value: number | bigint | boolean | undefined) =>
    value === undefined ? "null" : Object.is(value, -0) ? "-0" : String(value)
  const row = ({ flood, gauge, ice, level, time }: typeof Reading.Type, i: number) => {
    const members = { t: time, l: level, f: flood, g: gauge, i: ice }
    return Object.entries(members).flatMap(([key, value]) =>
      value === undefined && i % 2 === 0 ? [] : [`"${key}":${numeral(value)}`],
    )
  }
  return new TextEncoder().encode(
    `{"status":"OK","results":[${rows.map((one, i) => `{${row(one, i).join()}}`).join()}]}`,
  )
}

describe("columns of a decoder", () => {
  const decoder = Decoder.list({ envelope: Envelope, row: Reading, at: "results" })

  for (const [how, one] of [
    ["with code generation", decoder],
    ["without", decoder.withoutCodeGeneration],
  ] as const) {
    it.effect(`give the rows that it gives, whole, one by one and in slices, ${how}`, () =>
      assertInTurns(
        [readings, fc.nat(160), fc.nat(160)],
        (rows, start, end) => {
          const bytes = document(rows)
          const columns = Either.getOrThrow(one.columns(bytes)).rows
          assert.deepStrictEqual(Either.getOrThrow(one.rows(bytes)).rows, rows)
          assert.deepStrictEqual(columns.toRows(), rows)
          assert.deepStrictEqual(
            rows.map((_, i) => columns.row(i)),
            rows,
          )
          const slice = Columns.slice(columns, start, end)
          assert.deepStrictEqual(slice.toRows(), rows.slice(start, end))
          assert.deepStrictEqual(Columns.slice(slice, 5).toRows(), rows.slice(start, end).slice(5))
        },
        { seed: 9, numRuns: runs(60) },
      ),
    )
  }

  it("give new rows each time", () => {
    const columns = Either.getOrThrow(decoder.columns(document([{ time: 1n, flood: true }]))).rows
    const [row] = columns.toRows()
    Object.assign(row!, { time: 2n, more: true })
    assert.deepStrictEqual(columns.toRows(), [{ time: 1n, flood: true }])
  })

  for (const length of [3, 300]) {
    it(`hold NaN, 0n, 0 and undefined where one of ${length} decoded rows lacks a field`, () => {
      const whole = { price: 1, size: 2, time: 3, sent: 4, open: true, otc: true, ticker: "A", note: "n" }
      const bare = { price: 5, time: 6, open: false, ticker: "B" }
      const rows = Array.from({ length }, (_, i) => (i % 3 === 1 ? bare : whole))
      const decoder = Decoder.list({ envelope: Envelope, row: Row, at: "results" })
      for (const results of [rows, rows.map(() => bare)]) {
        const page = new TextEncoder().encode(JSON.stringify({ status: "OK", results }))
        for (const { columns } of [decoder, decoder.withoutCodeGeneration]) {
          const { columns: decoded, present } = Either.getOrThrow(columns(page)).rows
          results.forEach((row, i) => {
            const has = row === whole
            assert.deepStrictEqual(decoded.size[i], has ? 2 : NaN)
            assert.strictEqual(decoded.sent[i], has ? 4n : 0n)
            assert.strictEqual(decoded.otc[i], has ? 1 : 0)
            assert.strictEqual(decoded.note[i], has ? "n" : undefined)
            assert.strictEqual((present.size[i >> 3]! >> (i & 7)) & 1, has ? 1 : 0)
          })
        }
      }
    })
  }
})
