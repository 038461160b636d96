import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../workspace.mjs"
import { dependentsOf, packagesOf, testsOf } from "./affected.mjs"
import { stepsOf, stepsOfChange } from "./steps.mjs"

const test = (...args) =>
  spawnSync(process.execPath, [join(root, "scripts/internal/test/main.mjs"), ...args], { encoding: "utf8" })

const files = {
  "packages/economy/src/Economy.ts": "",
  "packages/economy/test/a.test.ts": "",
  "packages/catalog/src/Catalog.ts": 'import { services } from "./services.js"',
  "packages/catalog/src/services.ts": 'import { Economy } from "@candela/economy/Economy"',
  "packages/sandbox/test/b.test.ts": 'import { endpoints } from "./contract/services.js"',
  "packages/sandbox/test/c.test.ts": 'import { Store } from "@candela/sandbox/Store"',
  "packages/sandbox/test/contract/services.ts": 'import * as Catalog from "@candela/catalog/Catalog"',
  "packages/sandbox/test/e.all.test.ts": 'import { endpoints } from "./contract/services.js"',
  "packages/forex/test/d.test.ts": 'import type { Economy } from "@candela/economy/Economy"',
  "packages/cli/src/command/bin.ts": 'export * from "@candela/catalog"',
  "packages/catalog/src/index.ts": 'export {\n  Catalog,\n} from "./Catalog.js"',
  "packages/cli/test/process.test.ts": 'build(join(cli, "src/command/bin.ts"))',
  "packages/cli/test/compiled.test.ts": 'run("../dist/command/bin.js")',
  "packages/cli/test/answers/one.json": "{}",
  "packages/cli/test/answers.test.ts": 'new URL("answers/", import.meta.url)',
  "docs/errors.md": "",
  "scripts/internal/pages.test.mjs": 'read("docs/errors.md")',
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

  it("is noticed by the tests of its packages, and by those that load it: through other modules, as a program that they start", () => {
    assert.deepStrictEqual(testsOf(["packages/economy/src/Economy.ts"], options), [
      "packages/economy/test/a.test.ts",
      "packages/sandbox/test/b.test.ts",
      "packages/cli/test/process.test.ts",
      "packages/cli/test/compiled.test.ts",
    ])
    assert.deepStrictEqual(testsOf(["packages/forex/test/d.test.ts"], options), ["packages/forex/test/d.test.ts"])
    assert.deepStrictEqual(testsOf([], options), [])
  })

  it("of a file that is no program is noticed by the tests that name it, or the folder that holds it", () => {
    assert.deepStrictEqual(testsOf(["docs/errors.md"], options), ["scripts/internal/pages.test.mjs"])
    const folder = { ...files, "packages/forex/test/d.test.ts": 'new URL("../../cli/test/answers/", import.meta.url)' }
    const read = (file) => folder[file.slice(root.length).replace(/^\//, "")]
    const found = testsOf(["packages/cli/test/answers/one.json"], { ...options, read })
    assert.include(found, "packages/forex/test/d.test.ts")
    assert.notInclude(found, "packages/sandbox/test/b.test.ts")
  })

  it("of a source is noticed by the tests that read all sources", () => {
    assert.include(testsOf(["packages/economy/src/Economy.ts"]), "scripts/internal/mutants/mutants.test.mjs")
  })

  it("of an endpoint is noticed by every test that loops over the catalogue", () => {
    const found = testsOf(["packages/economy/src/Economy.ts"])
    for (const test of ["sandbox/test/contract/everyEndpoint", "catalog/test/contract/client", "testing/test/answers"])
      assert.include(found, `packages/${test}.test.ts`)
    assert.notInclude(found, "packages/stocks/test/answers.test.ts")
    assert.notInclude(found, "packages/core/test/Retry.test.ts")
  })

  it("is checked by steps none of which waits for one that does not run", () => {
    const changes = [[], ["README.md"], ["packages/economy/test/economy.test.ts"], ["packages/economy/src/Economy.ts"]]
    const named = changes.map((files) => stepsOfChange(files).map(({ name }) => name))
    assert.deepStrictEqual(named[0], [])
    assert.deepStrictEqual(named[1], ["format", "lint", "tests", "types"])
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
