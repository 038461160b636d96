import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { mutants } from "./all.mjs"
import { root } from "../workspace.mjs"

describe("the mutants", () => {
  for (const { file, find, name, replace, test, title } of mutants) {
    it(`${name} changes what stands once in its source, and names a test that is there`, () => {
      const source = readFileSync(join(root, file), "utf8")
      assert.lengthOf(source.split(find), 2)
      assert.notStrictEqual(find, replace)
      assert.isTrue(existsSync(join(root, test)))
      // Tests that run on several connections stand in the module beside their test file.
      const files = [test, test.replace(".test.ts", ".ts")].map((file) => join(root, file)).filter(existsSync)
      assert.include(files.map((file) => readFileSync(file, "utf8")).join("\n"), title)
    })
  }

  it("have names of their own", () => {
    assert.strictEqual(new Set(mutants.map(({ name }) => name)).size, mutants.length)
  })
})
