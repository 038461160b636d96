import { assert, describe, it } from "@effect/vitest"
import * as Record from "../src/Record.js"

const run = (measured: string): Record.Run => ({
  ...Record.place(Date.UTC(2026, 0, 31, 23)),
  title: "A figure",
  scale: "test",
  seed: 7,
  seconds: 2,
  bound: "lost 0",
  measured,
  met: true,
})

describe("a record", () => {
  it("keeps the figures that did not run again", () => {
    const first = Record.withRuns(undefined, { a: run("lost 0"), b: run("lost 1") })
    const second = Record.withRuns(first, { b: run("lost 0") })
    assert.deepStrictEqual(Record.parse(second), { a: run("lost 0"), b: run("lost 0") })
  })

  it("says day, machine and version", () => {
    const { date, machine, node } = run("")
    assert.strictEqual(date, "2026-01-31")
    assert.match(machine, /^\d+ cores/)
    assert.strictEqual(node, process.versions.node)
  })

  it("is never written over a file that is something else", () => {
    for (const text of ["", "[]", "null", "# Notes"]) assert.throws(() => Record.withRuns(text, { a: run("") }))
  })
})
