import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Catalog from "../../src/explorer/Catalog.js"
import * as Cells from "../../src/explorer/Cells.js"

const named = (name: string): Cells.Column => ({ name, path: [name] })

describe("Cells", () => {
  it("have the columns of nested objects, but none within lists or maps", () => {
    const row = Schema.Struct({
      a: Schema.String,
      day: Schema.optional(
        Schema.Struct({ open: Schema.Number, last: Schema.optional(Schema.Struct({ x: Schema.Number })) }),
      ),
      list: Schema.Array(Schema.Struct({ y: Schema.Number })),
      map: Schema.Record({ key: Schema.String, value: Schema.Number }),
    })
    const columns = Cells.columns(row)
    assert.deepStrictEqual(
      columns.map(({ name }) => name),
      ["a", "day.open", "day.last.x", "list", "map"],
    )
    const values = columns.map((column) => Cells.value({ a: "b", day: { open: 1 }, list: [{ y: 2 }], map: {} }, column))
    assert.deepStrictEqual(values.map(Cells.exact), ["b", "1", "", '[{"y":2}]', "{}"])
  })

  it("of every endpoint have names of their own", () => {
    for (const name of Catalog.names) {
      const { endpoint } = Catalog.find(name)!
      const names = Cells.columns(endpoint.kind === "single" ? endpoint.value : endpoint.row).map(({ name }) => name)
      assert.isNotEmpty(names, name)
      assert.strictEqual(new Set(names).size, names.length, name)
    }
  })

  it("show instants of milliseconds and nanoseconds, and everything else as it is", () => {
    const readable = (name: string, value: unknown) => Cells.readable(named(name), value)
    assert.strictEqual(readable("timestamp", 1_751_313_540_000), "2025-06-30 19:59:00 UTC")
    assert.strictEqual(readable("sip_timestamp", 1_751_313_599_988_000_000n), "2025-06-30 19:59:59.988 UTC")
    assert.strictEqual(readable("volume", 1_751_313_540_000), "1,751,313,540,000")
    assert.strictEqual(readable("fiscal_year", 2025), "2025")
    assert.strictEqual(readable("price", 0.000_012_34), "0.00001234")
    assert.strictEqual(readable("tickers", ["BRK.A", "BRK.B"]), "BRK.A, BRK.B")
    assert.strictEqual(readable("active", false), "false")
    assert.strictEqual(readable("name", undefined), "")
  })
})
