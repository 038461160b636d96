import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../workspace.mjs"
import { dependentsOf, packagesOf, testsOf } from "./affected.mjs"
import { stepsOf, stepsOfChange } from "./steps.mjs"

const test = (...args) =>
  spawnSync(process.execPath, [join(root, "scripts/internal/test/main.mjs"), ...args], { encoding: "utf8" })

const files = {
  "packages/economy/test/a.test.ts": "",
  "packages/sandbox/test/b.test.ts": 'import { Economy } from "@candela/economy/Economy"',
  "packages/sandbox/test/c.test.ts": 'import { Store } from "@candela/sandbox/Store"',
  "packages/forex/test/d.test.ts": 'import { Economy } from "@candela/economy/Economy"',
}
const options = { all: Object.keys(files), read: (file) => files[file.slice(root.length).replace(/^\//, "")] }

describe("a change", () => {
  it("touches the packages of its files, and those that depend on them", () => {
    assert.deepStrictEqual(packagesOf(["packages/economy/src/Economy.ts", "README.md"]), ["economy"])
    const dependents = dependentsOf(["economy"])
    assert.includeMembers(dependents, ["economy", "sandbox"])
    assert.notInclude(dependents, "forex")
    assert.includeMembers(dependentsOf(["core"]), ["economy", "forex", "sandbox"])
    assert.deepStrictEqual(dependentsOf([]), [])
  })

  it("is noticed by the tests of its packages, and by those of their dependents that import them", () => {
    assert.deepStrictEqual(testsOf(["packages/economy/src/Economy.ts"], options), [
      "packages/economy/test/a.test.ts",
      "packages/sandbox/test/b.test.ts",
    ])
    assert.deepStrictEqual(testsOf(["packages/sandbox/test/c.test.ts", "README.md"], options), [
      "packages/sandbox/test/b.test.ts",
      "packages/sandbox/test/c.test.ts",
    ])
    assert.deepStrictEqual(testsOf(["README.md"], options), [])
  })

  it("is checked by steps none of which waits for one that does not run", () => {
    const changes = [[], ["README.md"], ["packages/economy/test/a.test.ts"], ["packages/economy/src/Economy.ts"]]
    const named = changes.map((files) => stepsOfChange(files).map(({ name }) => name))
    assert.deepStrictEqual(named[0], [])
    assert.deepStrictEqual(named[1], ["format", "lint", "types"])
    assert.includeMembers(named[3], ["build", "tests", "types", "type-tests"])
    for (const steps of [...changes.map(stepsOfChange), stepsOf(true)]) {
      const names = steps.map(({ name }) => name)
      for (const { needs = [] } of steps) assert.includeMembers(names, needs)
    }
  })
})

describe("./scripts/test", () => {
  it("names its steps, and those of --all as such", () => {
    const { stdout } = test("--list")
    assert.match(stdout, /^torture .*\(--all\)$/m)
    assert.match(stdout, /^tests [^(]*$/m)
  })

  it("refuses a commit that git does not know, and --since beside other choices", () => {
    assert.deepInclude(test("--since", "no-such-commit"), {
      status: 2,
      stderr: 'git knows no commit "no-such-commit".\n',
    })
    assert.strictEqual(test("--since", "HEAD", "--all").status, 2)
  })
})
