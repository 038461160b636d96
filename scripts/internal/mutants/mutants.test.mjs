import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { mutants } from "./all.mjs"
import { root } from "../workspace.mjs"

describe("the mutants", () => {
  for (const { file, find, name, replace, test, title } of mutants) {
    it(`${name} changes what stands once in its source, and names a test that is there`, () => {
      const source = readFileSync(join(root, file), "utf8")
      assert.lengthOf(source.split(find), 2)
      assert.notStrictEqual(find, replace)
      assert.isTrue(existsSync(join(root, test)))
      const text = readFileSync(join(root, test), "utf8")
      // Laws of several places or connections stand in a module that their test files import.
      const imported = Array.from(text.matchAll(/from "(\.[^"]+)\.js"/g), ([, path]) =>
        join(root, dirname(test), `${path}.ts`),
      )
      const texts = imported.filter(existsSync).map((path) => readFileSync(path, "utf8"))
      assert.include([text, ...texts].join("\n"), title)
    })
  }

  it("have names of their own", () => {
    assert.strictEqual(new Set(mutants.map(({ name }) => name)).size, mutants.length)
  })
})
