import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { root } from "../workspace.mjs"

/** The rules that a source breaks when it lies at `path`. */
const broken = (path, text) => {
  const tree = mkdtempSync(join(tmpdir(), "candela-lint-"))
  try {
    cpSync(join(root, ".oxlintrc.json"), join(tree, ".oxlintrc.json"))
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
    const run = spawnSync(process.execPath, [join(root, "node_modules/oxlint/bin/oxlint"), "--format", "json"], {
      cwd: tree,
      encoding: "utf8",
    })
    const rules = JSON.parse(run.stdout).diagnostics.map(({ code }) => code)
    assert.strictEqual(run.status === 0, rules.length === 0)
    return [...new Set(rules)].sort()
  } finally {
    rmSync(tree, { recursive: true })
  }
}

const breaches = `
export const now = Date.now()
export const chance = Math.random()
console.log(process.argv)
export const loose = (value: any) => value == now
export default now
`

describe("the lint rules", () => {
  it("keep time, chance, the console and Node out of the libraries", () => {
    assert.deepStrictEqual(broken("packages/core/src/A.ts", breaches), [
      "eslint(eqeqeq)",
      "eslint(no-console)",
      "eslint(no-restricted-globals)",
      "eslint(no-restricted-properties)",
      "import(no-default-export)",
      "typescript(no-explicit-any)",
    ])
  })

  it("let programs print and read the clock", () => {
    const program = "console.log(Date.now(), process.argv)\n"
    assert.deepStrictEqual(broken("examples/src/a.ts", program), [])
    assert.deepStrictEqual(broken("packages/benchmarks/src/a.ts", program), ["eslint(no-restricted-properties)"])
  })

  it("keep the barrel of the platform out of packages and their tests: it is large", () => {
    const program = `import { HttpClient } from "@effect/platform"\nexport const client = HttpClient.HttpClient\n`
    assert.deepStrictEqual(broken("packages/sandbox/test/a.ts", program), ["eslint(no-restricted-imports)"])
    assert.deepStrictEqual(broken("examples/src/a.ts", program), [])
  })
})
