import type { Unit } from "@candela/core/declare/Unit"
import type { Zone } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import * as Columns from "../../src/common/Columns.js"
import * as Cells from "../../src/explorer/Cells.js"
import { endpointOf } from "../support.js"

const paths = (name: string) => Columns.of(endpointOf(name)).map(({ path }) => path)

describe("Cells", () => {
  it("are the values of a row and of the objects in it", () => {
    const row = { a: "b", day: { open: 1 }, list: [{ y: 2n }], map: {} }
    const texts = ["a", "day.open", "day.last.x", "list", "map"].map((path) =>
      Cells.exact(Cells.value(row, { path, unit: undefined })),
    )
    assert.deepStrictEqual(texts, ["b", "1", "", '[{"y":"2"}]', "{}"])
  })

  it("stand in the order in which people read them, under the last key of their path where it is unmistakable", () => {
    assert.strictEqual(paths("stocks.bars")[0], "timestamp")
    assert.strictEqual(paths("forex.quotes")[0], "participant_timestamp")
    assert.deepStrictEqual(paths("futures.bars").slice(0, 2), ["ticker", "window_start"])
    assert.deepStrictEqual(paths("stocks.news").slice(0, 3), ["tickers", "published_utc", "title"])
    assert.deepStrictEqual([paths("stocks.dividends")[0], paths("stocks.dividends").at(-1)], ["ticker", "id"])
    assert.deepStrictEqual(paths("reference.tickers").slice(-3), ["cik", "composite_figi", "share_class_figi"])
    const heading = Columns.headings(endpointOf("options.chain"))
    assert.deepStrictEqual(paths("options.chain").slice(0, 7).map(heading), [
      "details.ticker",
      "expiration_date",
      "strike_price",
      "contract_type",
      "bid",
      "ask",
      "last_trade.price",
    ])
  })

  it("stand last in columns without a value in any row, in the same order", () => {
    const columns = ["a", "b", "c", "d"].map((path) => ({ path, unit: undefined }))
    const ordered = Cells.filledFirst(columns, [{ b: 0 }, { d: false }, { a: "", c: null }])
    assert.deepStrictEqual(
      ordered.map(({ path }) => path),
      ["b", "d", "a", "c"],
    )
  })

  it("are written as their unit says, instants by the clocks of a zone", () => {
    const readable = (unit: Unit | undefined, value: unknown, zone: Zone = "UTC") => {
      const row = { value }
      return Cells.readable({ path: "value", unit }, [row], zone)(row)
    }
    const millis = 1_751_313_540_000
    assert.strictEqual(readable("epoch milliseconds", millis), "2025-06-30 19:59:00 UTC")
    assert.strictEqual(readable("epoch milliseconds", millis, "America/New_York"), "2025-06-30 15:59:00 EDT")
    assert.strictEqual(readable("date-time", "2025-01-30T19:59:00Z", "America/Chicago"), "2025-01-30 13:59:00 CST")
    assert.strictEqual(readable("epoch nanoseconds", 1_751_313_599_988_000_000n), "2025-06-30 19:59:59.988 UTC")
    assert.strictEqual(readable("epoch milliseconds", 0), "0")
    assert.strictEqual(readable("date-time", "soon"), "soon")
    assert.strictEqual(readable("volume", millis), "1,751,313,540,000")
    assert.strictEqual(readable(undefined, 2025), "2025")
    assert.strictEqual(readable("date", "2025-06-30"), "2025-06-30")
    assert.strictEqual(readable("dollars", 1234), "1,234.00")
    assert.strictEqual(readable("currency", 0.000_012_34), "0.00001234")
    assert.strictEqual(readable("percent", -0.5), "−0.50%")
    assert.strictEqual(readable("ratio", -0), "0")
    assert.strictEqual(readable(undefined, ["BRK.A", "BRK.B"]), "BRK.A, BRK.B")
    assert.strictEqual(readable(undefined, false), "false")
    assert.strictEqual(readable("shares", undefined), "")
  })

  it("show the numbers of a column with the same decimals", () => {
    const rows = [{ price: 1.5 }, { price: -2 }, { price: 3.125 }, {}]
    const readable = Cells.readable({ path: "price", unit: "currency" }, rows, "UTC")
    assert.deepStrictEqual(rows.map(readable), ["1.500", "−2.000", "3.125", ""])
  })
})
