/** The command, as it is built. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Row } from "../src/Report.js"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const bench = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [join(root, "packages/benchmarks/dist/main/bench.js"), ...args], { encoding: "utf8" })

const CASES = [
  "decode-bars",
  "decode-quotes",
  "decode-strings",
  "million",
  "latency",
  "memory-columns",
  "memory-rows",
  "open-close",
  "refusal",
  "import",
  "bundle",
  "types",
]

describe("bench", () => {
  beforeAll(() => {
    const tsc = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-b", "packages/benchmarks"], {
      cwd: root,
      encoding: "utf8",
    })
    assert.strictEqual(tsc.status, 0, tsc.stdout)
  }, 120_000)

  it("tells its cases", () => {
    const { status, stdout } = bench("--help")
    assert.strictEqual(status, 0)
    for (const name of CASES) {
      assert.match(stdout, new RegExp(`^  ${name} `, "m"))
    }
  })

  it("refuses a case and an option that it does not know", () => {
    const unknown = bench("--only", "lunch")
    assert.strictEqual(unknown.status, 2)
    assert.include(unknown.stderr, 'There is no case "lunch"')
    const option = bench("--fast")
    assert.strictEqual(option.status, 2)
    assert.include(option.stderr, "--fast")
  })

  it("writes the numbers of a case as a table, as JSON and as Markdown, and ends with 0 when the bound is met", () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"))
    try {
      const [json, markdown] = [join(folder, "numbers.json"), join(folder, "numbers.md")]
      const { status, stdout } = bench("--only", "types", "--json", json, "--markdown", markdown)
      const [row, ...others] = JSON.parse(readFileSync(json, "utf8")) as ReadonlyArray<Row>
      assert.deepStrictEqual(others, [])
      assert.deepInclude(row, { case: "types", contender: "every method", unit: "instantiations" })
      assert.strictEqual(row!.met, row!.median <= row!.bound!)
      assert.strictEqual(status, row!.met ? 0 : 1)
      assert.include(stdout, row!.met ? "1 of 1 bounds met." : "0 of 1 bounds met.")
      assert.include(readFileSync(markdown, "utf8"), "| every method |")
    } finally {
      rmSync(folder, { recursive: true })
    }
  }, 60_000)
})
