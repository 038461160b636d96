import * as Field from "@candela/core/declare/Field"
import * as Adjusted from "@candela/core/internal/Adjusted"
import * as Columns from "@candela/core/Columns"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Schema } from "effect"

const Row = Field.struct({ price: Field.required(Schema.Number) })
const rows = (count: number) => Array.from({ length: count }, (_, price) => ({ price }))

describe("whether bars are adjusted", () => {
  it("is known of an array and of the chunk that is made of it, and not of new rows", () => {
    for (const adjusted of [true, false]) {
      for (const count of [1, 2, 3]) {
        const marked = Adjusted.mark(rows(count), adjusted)
        const chunk = Adjusted.toChunk(marked)
        assert.strictEqual(Adjusted.of(marked), adjusted)
        assert.strictEqual(Adjusted.ofChunk(chunk), adjusted)
        const again = marked.map((row) => ({ ...row }))
        assert.isUndefined(Adjusted.of(again))
        assert.isUndefined(Adjusted.ofChunk(Chunk.unsafeFromArray(again)))
      }
    }
    assert.isUndefined(Adjusted.of(Adjusted.mark(rows(2), undefined)))
    // All empty chunks are the same one.
    Adjusted.toChunk(Adjusted.mark([], true))
    assert.isUndefined(Adjusted.ofChunk(Chunk.empty()))
  })

  it("is known by adjusted rows, too, whatever arrays and chunks are made of them; not where they are taken back", () => {
    for (const count of [1, 2, 40, 64, 1000, 50_000]) {
      const marked = Adjusted.mark(rows(count), true)
      assert.isTrue(Adjusted.of([...marked]))
      assert.isTrue(Adjusted.of(marked.filter((_, index) => index % 100 < 35)))
      assert.isTrue(Adjusted.ofChunk(Chunk.map(Adjusted.toChunk(marked), (row) => row)))
      const samples = marked.filter(Adjusted.isSample).length
      assert.isTrue(count < 64 ? samples === count : samples >= 32 && samples < 64, `${samples} of ${count}`)
      Adjusted.mark(marked, false)
      assert.isUndefined(Adjusted.of([...marked]))
    }
    const shared = rows(2)
    assert.isTrue(Adjusted.of(Adjusted.mark([...shared], true, [])))
    assert.isUndefined(Adjusted.of([...shared]))
    Adjusted.mark([1, "a", null], true)
  })

  it("of several sources is true if some are, and false only if none is", () => {
    assert.isUndefined(Adjusted.some([]))
    assert.isFalse(Adjusted.some([false, false]))
    assert.isTrue(Adjusted.some([false, undefined, true]))
    assert.isUndefined(Adjusted.some([false, undefined]))
  })

  it("is stated again in every chunk of columns that is made of another", () => {
    for (const adjusted of [true, false]) {
      const columns = Columns.fromRows(Row, Adjusted.mark(rows(4), adjusted))
      const other = Columns.withAdjusted(columns, !adjusted)
      const made = [
        columns,
        Columns.slice(columns, 1, 3),
        Columns.ranges(columns, [[0, 1]]),
        Columns.replace(columns, { price: new Float64Array(4) }),
        Columns.extend<typeof Row.Type, { readonly ticker: string }>(columns, { ticker: ["a", "b", "c", "d"] }),
        Columns.gather([columns, columns], [0, 1]),
      ]
      for (const chunk of made) {
        assert.strictEqual(chunk.adjusted, adjusted)
        assert.strictEqual(Adjusted.of(chunk.toRows()), adjusted)
      }
      assert.strictEqual(other.adjusted, !adjusted)
      assert.strictEqual(other.columns.price.buffer, columns.columns.price.buffer)
      assert.strictEqual(Columns.withAdjusted(columns, adjusted), columns)
      assert.isTrue(Columns.gather([columns, other], [0, 0]).adjusted)
    }
    const unknown = Columns.fromRows(Row, rows(2))
    assert.isFalse("adjusted" in unknown)
    assert.isFalse("adjusted" in Columns.slice(unknown, 1))
  })
})
