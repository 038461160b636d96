import { assert, describe, it } from "@effect/vitest"
import { count, merge, render } from "./table.mjs"

const ok = { status: "ok", detail: "" }
const skipped = (reason) => ({ status: "skipped", reason })
const failed = (reason) => ({ status: "failed", reason })

describe("the table of a section", () => {
  it("has a row for each entry, and a footnote for each reason, once", () => {
    const section = {
      title: "Runtimes",
      checks: [
        { name: "a", title: "first" },
        { name: "b", title: "second" },
      ],
      entries: [
        { title: "Node 22", version: "22.1.0", advice: "advised", results: { a: ok, b: ok } },
        { title: "Worker", version: null, results: { a: skipped("no files"), b: skipped("no files") } },
        { title: "Page", version: "1", results: { a: failed("2 rows, expected 3"), b: skipped("no files") } },
      ],
    }
    assert.strictEqual(
      render(section),
      `| runtimes    | version | first | second |
| ----------- | ------- | ----- | ------ |
| Node 22 (1) | 22.1.0  | ✓     | ✓      |
| Worker      |         | – (2) | – (2)  |
| Page        | 1       | ✗ (3) | – (2)  |

1. advised
2. no files
3. 2 rows, expected 3`,
    )
    assert.deepStrictEqual(count(section.entries), { ok: 2, failed: 1, skipped: 3 })
  })

  it("keeps the entries that a partial run did not reach, in order, and drops those that are no more", () => {
    const entry = (name, date) => ({ name, date })
    assert.deepStrictEqual(
      merge(
        ["node", "bun", "deno"],
        [entry("deno", "old"), entry("gone", "old"), entry("node", "old")],
        [entry("bun", "new"), entry("node", "new")],
      ),
      [entry("node", "new"), entry("bun", "new"), entry("deno", "old")],
    )
  })
})
