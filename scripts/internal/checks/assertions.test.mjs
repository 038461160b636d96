import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { spawnSync } from "node:child_process"
import { root } from "../workspace.mjs"

it("no test compares options with deepStrictEqual, which takes a none for equal to every some", () => {
  const { stdout } = spawnSync("git", ["ls-files", "*.test.ts", "*.test.mjs"], { cwd: root, encoding: "utf8" })
  const found = stdout
    .split("\n")
    .filter((file) => file !== "" && file !== "scripts/internal/checks/assertions.test.mjs")
    .filter((file) =>
      /deepStrictEqual\(.*, Option\.(none|some)\(|^\s+Option\.(none|some)\(.*\),$/m.test(
        readFileSync(join(root, file), "utf8"),
      ),
    )
  assert.deepStrictEqual(found, [])
})
