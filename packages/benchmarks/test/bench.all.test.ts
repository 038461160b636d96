/** The command, as it is built. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { ReportRow } from "../src/Report.js"
import { temporaryFolder } from "../src/TemporaryFolder.js"
import { assertCompile, node, root } from "./node.js"

const bench = (...args: ReadonlyArray<string>) => node("packages/benchmarks/dist/main/bench.js", ...args)

const CASES = [
  "decode-bars",
  "decode-quotes",
  "decode-strings",
  "decode-columns",
  "million",
  "million-gzip",
  "latency",
  "memory-columns",
  "memory-rows",
  "cache",
  "store",
  "sync",
  "sync-minutes",
  "open-close",
  "refusal",
  "import",
  "bundle",
  "types",
]

describe("bench", () => {
  beforeAll(() => Effect.runPromise(assertCompile("benchmarks")), 120_000)

  it.live("tells its cases", () =>
    Effect.gen(function* () {
      const { status, stdout } = yield* bench("--help")
      assert.strictEqual(status, 0)
      for (const name of CASES) {
        assert.match(stdout, new RegExp(`^  ${name} `, "m"))
      }
    }),
  )

  it.live("refuses a case and an option that it does not know", () =>
    Effect.gen(function* () {
      const unknown = yield* bench("--only", "lunch")
      assert.strictEqual(unknown.status, 2)
      assert.include(unknown.stderr, 'There is no case "lunch"')
      const option = yield* bench("--fast")
      assert.strictEqual(option.status, 2)
      assert.include(option.stderr, "--fast")
      const little = yield* bench("--only", "declarations", "--once", "--record", "never.json")
      assert.strictEqual(little.status, 2)
      assert.include(little.stderr, "--once measures too little for --record")
    }),
  )

  it.scopedLive(
    "writes the numbers of a case as a table, as JSON and as Markdown, and ends with 0 when the bound is met",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const [json, markdown] = [join(folder, "numbers.json"), join(folder, "numbers.md")]
        const { status, stdout } = yield* bench("--only", "declarations", "--json", json, "--markdown", markdown)
        const [row, ...others] = JSON.parse(readFileSync(json, "utf8")) as ReadonlyArray<ReportRow>
        assert.deepStrictEqual(others, [])
        assert.deepInclude(row, { case: "declarations", contender: "a field or a parameter", unit: "bytes" })
        assert.strictEqual(row!.met, row!.median <= row!.bound!)
        assert.strictEqual(status, row!.met ? 0 : 1)
        assert.include(stdout, row!.met ? "1 of 1 bounds met" : "0 of 1 bounds met")
        assert.include(readFileSync(markdown, "utf8"), "| a field or a parameter |")
      }),
    60_000,
  )

  it.scopedLive(
    "keeps the cases that it has measured when it is stopped",
    () =>
      Effect.gen(function* () {
        const file = join(yield* temporaryFolder, "record.json")
        const status = yield* Effect.async<number | null>((resume) => {
          const args = [
            `${root}packages/benchmarks/dist/main/bench.js`,
            "--only",
            "declarations,types",
            "--record",
            file,
          ]
          const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] })
          child.stdout.once("data", () => child.kill("SIGTERM"))
          child.once("close", (code) => resume(Effect.succeed(code)))
          return Effect.sync(() => child.kill("SIGKILL"))
        })
        assert.strictEqual(status, 130)
        assert.deepStrictEqual(Object.keys(JSON.parse(readFileSync(file, "utf8")) as object), ["declarations"])
      }),
    60_000,
  )
})
