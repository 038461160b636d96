import * as Integrity from "@candela/history/Integrity"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"

/** After every session here. */
const asOf = Date.parse("2026-01-01T00:00:00Z")

const day = (date: string, rows: number, ...findings: ReadonlyArray<Integrity.Finding>): Integrity.Day => ({
  date,
  status: rows === 0 ? "missing" : findings.length > 0 ? "degraded" : "available",
  rows,
  findings,
})

/** 09:31 of a date in New York's summer. */
const at = (date: string) => Date.parse(`${date}T13:31:00Z`)

const report: Integrity.Report = {
  endpoint: "stocks.bars",
  market: "stocks",
  window: "1 minute",
  asOf,
  tickers: [
    {
      ticker: "AAPL",
      rows: 2_801,
      days: [
        day("2025-06-02", 700),
        day("2025-06-03", 700),
        day("2025-06-04", 701, { reason: "duplicate", count: 1, first: at("2025-06-04") }),
        day("2025-06-05", 0),
        day("2025-06-06", 0),
        day("2025-06-09", 700),
      ],
    },
    {
      ticker: "BRK.A",
      rows: 1_030,
      days: [
        day("2025-06-02", 350),
        day(
          "2025-06-03",
          340,
          { reason: "gap", count: 41, first: at("2025-06-03") },
          { reason: "jump", count: 1, first: at("2025-06-03") + 29_000, ratio: 7.003 },
        ),
        day(
          "2025-06-04",
          340,
          { reason: "gap", count: 52, first: at("2025-06-04") + 60_000 },
          { reason: "jump", count: 2, first: at("2025-06-04"), ratio: 0.1 },
        ),
        { date: "2025-06-05", status: "available", rows: 0, findings: [] },
      ],
    },
  ],
}

describe("the table of a report", () => {
  it("has a line for each run of days that are alike, aligned, with the market's times", () => {
    assert.strictEqual(
      Integrity.table(report),
      `stocks.bars, 1 minute, 2025-06-02 to 2025-06-09, New York time

ticker  status     days                      count   rows
AAPL    available  2025-06-02 to 2025-06-03      2  1,400
        degraded   2025-06-04                    1    701  1 duplicate at 09:31
        missing    2025-06-05 to 2025-06-06      2      0
        available  2025-06-09                    1    700
BRK.A   available  2025-06-02                    1    350
        degraded   2025-06-03 to 2025-06-04      2    680  up to 52 minutes missing, first from 09:31; 3 jumps without a split, first ×7.00 at 09:31:29
        available  2025-06-05                    1      0  1 day without rows, as usual for it

2 tickers, 10 days: 5 available, 3 degraded, 2 missing`,
    )
  })

  it("is shown in the documentation as it is, each line up to its first finding", () => {
    const source = readFileSync(new URL("../../src/Integrity.ts", import.meta.url), "utf8")
    const shown = Integrity.table(report)
      .split("\n")
      .map((line) => line.split("; ")[0]!)
    assert.include(source, shown.map((line) => ` * ${line}`.trimEnd()).join("\n"))
  })

  it("gives prices' ratios alone where rows have no time of day, and no days where there are none", () => {
    const daily: Integrity.Report = {
      ...report,
      window: "1 day",
      tickers: [
        {
          ticker: "X",
          rows: 3,
          days: [
            day("2025-06-02", 1, { reason: "jump", count: 1, first: at("2025-06-02"), ratio: 1234.5 }),
            day("2025-06-03", 1, { reason: "negative", count: 1, first: at("2025-06-03") }),
            day("2025-06-04", 1, { reason: "thin", count: 12, first: at("2025-06-04") }),
          ],
        },
      ],
    }
    const lines = Integrity.table(daily).split("\n")
    assert.match(lines[3]!, / 1 jump without a split, ×1,235$/)
    assert.match(lines[4]!, / 1 row with a negative volume or count$/)
    assert.match(lines[5]!, / 12 bars fewer than usual$/)
    const none = Integrity.table({ ...daily, tickers: [] })
    assert.match(none, /^stocks\.bars, 1 day, no days, New York time\n/)
    assert.match(none, /\n0 tickers, 0 days: 0 available, 0 degraded, 0 missing$/)
  })
})
