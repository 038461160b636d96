import type { Zone } from "@candela/market/TimeZone"
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

  it("begin with the row's instant and end with what only identifies it", () => {
    const names = (name: string) => {
      const { endpoint } = Catalog.find(name)!
      return Cells.columns(endpoint.kind === "single" ? endpoint.value : endpoint.row).map(({ name }) => name)
    }
    assert.strictEqual(names("stocks.bars")[0], "timestamp")
    assert.strictEqual(names("forex.quotes")[0], "participant_timestamp")
    assert.strictEqual(names("futures.bars")[0], "window_start")
    assert.strictEqual(names("stocks.news")[0], "published_utc")
    assert.deepStrictEqual([names("stocks.dividends")[0], names("stocks.dividends").at(-1)], ["ticker", "id"])
    assert.strictEqual(names("stocks.balanceSheets").at(-1), "cik")
  })

  it("show instants by the clocks of a zone, and everything else as it is", () => {
    const readable = (name: string, value: unknown, zone: Zone = "UTC") => {
      const row = { [name]: value }
      return Cells.readable(named(name), [row], zone)(row)
    }
    assert.strictEqual(readable("timestamp", 1_751_313_540_000), "2025-06-30 19:59:00 UTC")
    assert.strictEqual(readable("timestamp", 1_751_313_540_000, "America/New_York"), "2025-06-30 15:59:00 EDT")
    assert.strictEqual(readable("published_utc", "2025-01-30T19:59:00Z", "America/Chicago"), "2025-01-30 13:59:00 CST")
    assert.strictEqual(readable("sip_timestamp", 1_751_313_599_988_000_000n), "2025-06-30 19:59:59.988 UTC")
    assert.strictEqual(readable("volume", 1_751_313_540_000), "1,751,313,540,000")
    assert.strictEqual(readable("fiscal_year", 2025), "2025")
    assert.strictEqual(readable("price", 0.000_012_34), "0.00001234")
    assert.strictEqual(readable("change", -0), "0")
    assert.strictEqual(readable("tickers", ["BRK.A", "BRK.B"]), "BRK.A, BRK.B")
    assert.strictEqual(readable("active", false), "false")
    assert.strictEqual(readable("name", undefined), "")
  })

  it("show the numbers of a column with the same decimals", () => {
    const rows = [{ price: 1.5 }, { price: -2 }, { price: 3.125 }, {}]
    assert.deepStrictEqual(rows.map(Cells.readable(named("price"), rows, "UTC")), ["1.500", "−2.000", "3.125", ""])
  })
})
