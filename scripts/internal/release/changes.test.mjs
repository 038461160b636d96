import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { publicPackages, root } from "../workspace.mjs"
import { notes, parse, read } from "./changes.mjs"

const changeset = `---
"@candela/core": patch
"@candela/stocks": patch
---

Splits have their factor.
`

describe("the notes of a release", () => {
  it("say what changes, and for which packages", () => {
    assert.strictEqual(
      notes("0.2.0", [parse(changeset)]),
      "# Candela 0.2.0\n\n- `core`, `stocks`: Splits have their factor.\n",
    )
  })

  it("are not made of a file that is no changeset", () => {
    assert.throws(() => parse("Splits have their factor."), "between two lines of ---")
  })

  it("can be made of the changesets of this repository, which name public packages only", () => {
    const names = publicPackages.map(({ manifest }) => manifest.name)
    for (const { packages, text } of read(join(root, ".changeset"))) {
      assert.isNotEmpty(packages)
      assert.includeMembers(
        names,
        packages.map(({ name }) => name),
      )
      assert.isNotEmpty(text)
    }
  })
})
