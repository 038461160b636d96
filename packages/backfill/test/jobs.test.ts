import { assert, describe, it } from "@effect/vitest"
import * as Jobs from "../src/internal/plan/jobs.js"

describe("jobs", () => {
  it("are months of clock time, and years of days", () => {
    const range = { from: "2023-11-05", to: "2024-02-10" }
    assert.deepStrictEqual(Jobs.periods("minute", range), ["2023-11", "2023-12", "2024-01", "2024-02"])
    assert.deepStrictEqual(Jobs.periods("day", range), ["2023", "2024"])
    assert.deepStrictEqual(Jobs.daysOf("2023-11", range), { from: "2023-11-05", to: "2023-11-30" })
    assert.deepStrictEqual(Jobs.daysOf("2024-02", { from: "2024-01-01", to: "2024-12-31" }), {
      from: "2024-02-01",
      to: "2024-02-29",
    })
    assert.deepStrictEqual(Jobs.daysOf("2024", range), { from: "2024-01-01", to: "2024-02-10" })
  })

  it("wait where the store lacks some time", () => {
    const names = ["2024-01", "2024-02", "2024-03"]
    const gap = (dataset: string, from: string, to: string) => ({
      dataset,
      ticker: "AAPL",
      from: Date.parse(from),
      to: Date.parse(to),
    })
    // Midnight of New York: a gap up to the end of January has nothing of February.
    assert.strictEqual(Jobs.planned("stocks", names, [gap("bars", "2024-01-20T05:00Z", "2024-02-01T05:00Z")]), "w--")
    assert.strictEqual(Jobs.planned("stocks", names, [gap("bars", "2024-01-20T05:00Z", "2024-02-01T05:01Z")]), "ww-")
    assert.strictEqual(Jobs.planned("stocks", names, [gap("splits", "1970-01-01T00:00Z", "2100-01-01T00:00Z")]), "--w")
    assert.strictEqual(Jobs.planned("stocks", names, []), "---")
  })

  it("keep what is known of them when they are planned again", () => {
    assert.strictEqual(Jobs.merged("dwefs-", "-w--ww"), "dwefsw")
    assert.strictEqual(Jobs.merged("dwefs-", "ww-ww-"), "wwefs-")
    assert.strictEqual(Jobs.merged("w", "-"), "-")
    assert.strictEqual(Jobs.merged("", "w-w"), "w-w")
  })
})
