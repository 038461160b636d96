import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { packages } from "../workspace.mjs"

/** The statements of a source that are no `export ... from "..."`. */
const otherStatements = (text) =>
  ts
    .createSourceFile("index.ts", text, ts.ScriptTarget.ES2022, true)
    .statements.filter((statement) => !(ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined))
    .map((statement) => statement.getText())

describe("an index.ts", () => {
  for (const { name, directory } of packages) {
    const index = join(directory, "src/index.ts")
    if (!existsSync(index)) continue
    it(`of ${name} only re-exports`, () => {
      assert.deepStrictEqual(otherStatements(readFileSync(index, "utf8")), [])
    })
  }

  it("that does more is found out", () => {
    const text = 'export * as A from "./A.js"\nimport "./b.js"\nexport const c = 1\nexport default c\nexport { c as d }'
    assert.deepStrictEqual(otherStatements(text), [
      'import "./b.js"',
      "export const c = 1",
      "export default c",
      "export { c as d }",
    ])
  })
})
