/** Tables that follow from results. */
import { assert, describe, it } from "@effect/vitest"
import * as Figures from "../src/Figures.js"
import * as Promises from "../src/Promises.js"
import * as Sections from "../src/Sections.js"

const run: Figures.Run = {
  title: "A case",
  date: "2026-01-02",
  machine: "2 cores",
  node: "20.20.2",
  load: 0.2,
  rows: [
    { contender: "ours", median: 7.41, ratio: 5.8, bound: 4, unit: "ms", compare: "speed", against: "theirs" },
    { contender: "ours", median: 7.41, ratio: 0.5, bound: null, unit: "ms", compare: "share", against: "others" },
    { contender: "theirs", median: 1636.2, ratio: null, bound: null, unit: "ms", compare: null, against: null },
  ],
}

describe("figures", () => {
  it("have what compares, the bound, the command, the date and the machine", () => {
    assert.strictEqual(
      Figures.write({ decode: run }, "decode"),
      [
        "|  | median | compared | bound |",
        "| --- | --- | --- | --- |",
        "| ours | 7.41 ms | 5.80 times as fast as theirs | at least 4.00 |",
        "|  |  | 0.50 of others |  |",
        "| theirs | 1,636 ms |  |  |",
        "",
        "`./scripts/bench --only decode`, 2026-01-02, Node 20.20.2, 2 cores.",
      ].join("\n"),
    )
  })

  it("say which bound is missed", () => {
    const rows = run.rows.map((row) => ({ ...row, met: false }))
    assert.include(Figures.write({ decode: { ...run, rows } }, "decode"), "| missed: at least 4.00 |")
  })

  it("say why a bound is missed, in a sentence", () => {
    const rows = [{ ...run.rows[0]!, met: false, cause: "Copying takes half of the time." }, run.rows[2]!]
    const written = Figures.write({ decode: { ...run, rows } }, "decode")
    assert.include(written, "|\n\n- Missed, ours of theirs: Copying takes half of the time.\n\n`./scripts/bench")
    assert.notInclude(Figures.write({ decode: run }, "decode"), "- Missed")
  })

  it("say where other work ran beside them", () => {
    assert.include(Figures.caption("decode", { ...run, load: 7.25 }), "Other work ran beside it (load 7.3)")
    // The case itself.
    assert.notInclude(Figures.caption("decode", { ...run, load: 2.6 }), "Other work")
  })
})

describe("promises", () => {
  const kept: Promises.PromiseRun = {
    title: "Rows of streams",
    date: "2026-01-02",
    machine: "2 cores",
    node: "20.20.2",
    load: 0.2,
    scale: "short",
    seed: 7,
    bound: "lost 0",
    measured: "1,000 streams: lost 0",
    met: true,
  }

  it("have what is promised, what was measured, the command, the date and the machine", () => {
    assert.strictEqual(
      Promises.write({ rows: kept }),
      [
        "| tested | promised | measured | repeated by |",
        "| --- | --- | --- | --- |",
        "| Rows of streams | lost 0 | 1,000 streams: lost 0 | `--only rows --seed 7` |",
        "",
        "`./scripts/torture --short`, 2026-01-02, Node 20.20.2, 2 cores.",
      ].join("\n"),
    )
    assert.isUndefined(Promises.write({}))
  })

  it("stand in one table, whatever seeds they were tested with", () => {
    const written = Promises.write({ rows: kept, other: { ...kept, seed: 8 } })!
    assert.strictEqual(written.split("./scripts/torture").length, 2)
    assert.include(written, "`--only other --seed 8`")
  })

  it("say which are missed, and stand by their days, the newest first", () => {
    const later = { ...kept, date: "2026-01-03", met: false, load: 7.25 }
    const written = Promises.write({ rows: kept, later })!
    assert.include(written, "**missed**: 1,000 streams: lost 0")
    assert.include(written, "`--only later --seed 7`, load 7.3 |")
    assert.isBelow(written.indexOf("2026-01-03"), written.indexOf("2026-01-02"))
  })
})

describe("written parts of a page", () => {
  const page = "# T\n\n<!-- begin figures a -->\n\n| a   | b   |\n| --- | --- |\n\n<!-- end -->\n"
  const write = (_: string, argument?: string) => (argument === "a" ? "| a | b |\n| --- | --- |" : undefined)

  it("may align their columns", () => {
    assert.deepStrictEqual(Sections.check("p.md", page, write), { text: page, problems: [] })
  })

  it("are written where they differ, and named where there are no results", () => {
    const { problems, text } = Sections.check("p.md", page, () => "| c |\n| --- |")
    assert.deepStrictEqual(problems, ['p.md: "figures a" differs from its results'])
    assert.include(text, "| c |")
    assert.deepStrictEqual(
      Sections.check("p.md", page, () => undefined),
      {
        text: page,
        problems: ['p.md: there are no results for "figures a"'],
      },
    )
  })
})
