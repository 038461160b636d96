import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../workspace.mjs"
import { allMarks, marksOf, mutated, testFinder } from "./marks.mjs"

const code = (change, ...lines) =>
  ["  // protects: A law", "  // of two lines.", `  // mutant: "a test": ${change}`, ...lines, ""].join("\n")

const without = (change, ...lines) => {
  const text = code(change, ...lines)
  return mutated(text, marksOf("a.ts", text)[0])?.split("\n").slice(3).join("\n")
}

describe("a mark", () => {
  it("says what is protected, its test and its change", () => {
    const text = code("never", "  if (a) b()") + code("removed", "  b()")
    const [one, other] = marksOf("a.ts", text)
    const said = { file: "a.ts", protects: "A law of two lines.", title: "a test" }
    assert.deepInclude(one, { ...said, line: 1, change: "never" })
    assert.deepInclude(other, { ...said, line: 5, change: "removed" })
  })

  it("changes the code behind it", () => {
    assert.strictEqual(without("never", "  if (a || b) c()"), "  if (true ? false : a || b) c()\n")
    assert.strictEqual(without("always", "  if (a || b) c()"), "  if (true ? true : a || b) c()\n")
    assert.strictEqual(without("removed", "  yield* c()"), "  if (false) yield* c()\n")
    assert.strictEqual(without("without && b", "  a", "    // && b", "    &&  b && b"), "  a\n    // && b\n     && b\n")
    assert.strictEqual(without("f(a, b) → a", "  f(", "    a, b)"), "  a\n")
    assert.isUndefined(without("c → d", "  a()"))
  })
})

describe("the marks of the sources", () => {
  const marks = allMarks()
  const testsOf = testFinder()

  it("find their code and their tests", () => {
    const wrong = marks.filter((mark) => {
      const text = readFileSync(join(root, mark.file), "utf8")
      return mark.change === undefined || (mutated(text, mark) ?? text) === text || testsOf(mark).length === 0
    })
    assert.deepStrictEqual(
      wrong.map(({ change, file, line, title }) => `${file}:${line} "${title}": ${change}`),
      [],
    )
  })

  it("are the hundreds that they were", () => {
    assert.isAbove(marks.length, 400)
  })
})
