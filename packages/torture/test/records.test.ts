import { assert, it } from "@effect/vitest"
import * as Records from "../src/crash/Records.js"

const bar = (timestamp: number) => ({ timestamp, open: 1, high: 2, low: 0.5, close: 1.5, volume: 100 })

it("gives each bar a record of the same width", () => {
  const records = Records.of([bar(1_688_391_000_000), { ...bar(1_688_391_060_000), vwap: 1.2, transactions: 7 }])
  assert.strictEqual(records.length, 2 * Records.width)
  assert.deepStrictEqual([...Records.timestamps(records)], [1_688_391_000_000, 1_688_391_060_000])
  assert.deepStrictEqual([...Records.timestamps(records.subarray(Records.width))], [1_688_391_060_000])
})
