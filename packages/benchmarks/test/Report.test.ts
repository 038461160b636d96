import { assert, describe, it } from "@effect/vitest"
import { judge, type Series } from "../src/Benchmark.js"
import * as Report from "../src/Report.js"

const series: ReadonlyArray<Series> = [
  { contender: "ours", amounts: [10, 20, 12], cold: [40, 50, 60] },
  { contender: "theirs", amounts: [40, 40, 60], note: "blind" },
]

const verdicts = judge(
  {
    name: "race",
    unit: "ms",
    bounds: [
      { contender: "ours", against: "theirs", compare: "speed", bound: 3, target: 5, cause: "Never told." },
      { contender: "ours", against: "theirs", compare: "share", bound: 0.2, cause: "Half of it is copying." },
    ],
  },
  series,
)

describe("Report", () => {
  it("gives programs a row per comparison", () => {
    const rows = Report.rows(verdicts)
    assert.deepStrictEqual(
      rows.map(({ case: name, contender, median, ratio, bound, met }) => ({
        name,
        contender,
        median,
        ratio,
        bound,
        met,
      })),
      [
        { name: "race", contender: "ours", median: 12, ratio: 4, bound: 3, met: true },
        { name: "race", contender: "ours", median: 12, ratio: 0.25, bound: 0.2, met: false },
        { name: "race", contender: "theirs", median: 40, ratio: null, bound: null, met: true },
      ],
    )
    assert.deepStrictEqual(JSON.parse(JSON.stringify(rows)), rows)
    assert.deepInclude(rows[0], { low: 10, high: 20, ratioLow: 2, ratioHigh: 5, cold: 50, target: 5, unit: "ms" })
  })

  it("gives people a table that says what is missed", () => {
    assert.strictEqual(
      Report.table("race: who is faster", verdicts),
      [
        "race: who is faster",
        "  contender       median (spread)         first page  compared                                                           bound          target",
        "  --------------  ----------------------  ----------  -----------------------------------------------------------------  -------------  ------  ------",
        "  ours            12.0 ms (10.0 to 20.0)  50.0 ms     4.00 times as fast as theirs (2.00 to 5.00): 10.0 against 40.0 ms  at least 3.00  5.00    met",
        "                                                      0.25 of theirs (0.20 to 0.50): 10.0 against 40.0 ms                at most 0.20           MISSED",
        "  theirs [blind]  40.0 ms (40.0 to 60.0)",
        "  Missed: ours, of theirs: Half of it is copying.",
      ].join("\n"),
    )
  })

  it("gives Markdown with the same cells, and leaves empty columns out", () => {
    const lines = Report.markdown(
      "Who is faster",
      judge({ name: "race", unit: "kB", bounds: [] }, [{ contender: "a", amounts: [1_234.5] }]),
    ).split("\n")
    assert.deepStrictEqual(lines, [
      "**Who is faster**",
      "",
      "| contender | median (spread) |",
      "| --- | --- |",
      "| a | 1,235 kB |",
    ])
    assert.include(
      Report.markdown("Who is faster", verdicts),
      "| ours | 12.0 ms (10.0 to 20.0) | 50.0 ms | 4.00 times as fast",
    )
    assert.isTrue(
      Report.markdown("Who is faster", verdicts).endsWith("\n\n- Missed: ours, of theirs: Half of it is copying."),
    )
    assert.deepStrictEqual(
      Report.rows(verdicts).map(({ cause }) => cause),
      [null, "Half of it is copying.", null],
    )
  })

  it("writes amounts with their unit, counts without", () => {
    const line = (unit: "kB" | "instantiations", compare: "excess" | "amount") =>
      Report.markdown(
        "",
        judge({ name: "size", unit, bounds: [{ contender: "a", against: "b", compare, bound: 25 }] }, [
          { contender: "a", amounts: [40] },
          { contender: "b", amounts: [18] },
        ]),
      ).split("\n")[4]
    assert.strictEqual(line("kB", "excess"), "| a | 40.0 kB | 22.0 kB over b | at most 25.0 kB | met |")
    assert.strictEqual(line("instantiations", "amount"), "| a | 40.0 | at most 25.0 | MISSED |")
  })
})
