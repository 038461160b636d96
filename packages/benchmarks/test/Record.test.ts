import { assert, describe, it } from "@effect/vitest"
import * as Record from "../src/Record.js"

const run = (title: string): Record.RecordedCase => ({ ...Record.place(), title, rows: [] })

describe("a record", () => {
  it("keeps the cases that did not run again", () => {
    const first = Record.withRuns(undefined, [
      { name: "a", ...run("A") },
      { name: "b", ...run("B") },
    ])
    const second = JSON.parse(Record.withRuns(first, [{ name: "b", ...run("newer") }])) as object
    assert.deepStrictEqual(second, { a: run("A"), b: run("newer") })
  })

  it("says day, machine and version", () => {
    const { date, machine, node } = Record.place()
    assert.match(date, /^\d{4}-\d\d-\d\d$/)
    assert.match(machine, /^\d+ cores/)
    assert.strictEqual(node, process.versions.node)
  })
})
