import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { page, results, withTables } from "./document.mjs"

const kept = JSON.parse(readFileSync(results, "utf8"))

describe("the page of runtimes", () => {
  it("shows the results that are kept", () => {
    const text = readFileSync(page, "utf8")
    assert.strictEqual(text, withTables(text, kept), "./scripts/matrix writes it")
  })

  it("has a result for every check of every entry, with a reason where it is not ok", () => {
    for (const { checks, entries, name } of kept.sections) {
      assert.isNotEmpty(entries, name)
      for (const entry of entries) {
        for (const check of checks) {
          const { reason, status } = entry.results[check.name]
          assert.include(["ok", "failed", "skipped"], status)
          if (status !== "ok") assert.isNotEmpty(reason)
        }
      }
    }
  })

  it("is not written without its marks", () => {
    assert.throws(() => withTables("# Runtimes\n", kept), "lacks the marks")
  })
})
