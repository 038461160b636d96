/** The longer guides: a store from an empty folder to a chart, and the commands of a shell. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assertPrinted, assertRuns, data, guides, programs, useSandbox } from "./support.js"

const command = fileURLToPath(new URL("../../packages/cli/bin/candela.cjs", import.meta.url))

/** It needs an object store. */
const unrun = /objects\.js$/

const long = programs().filter(({ source }) => /guides\/(history|backfill)\//.test(source) && !unrun.test(source))

describe("from an empty folder to a chart, and a backfill", () => {
  useSandbox()

  it.each(long)("$source", async (program) => {
    await assertRuns(program)
  })

  it("has drawn the chart", () => {
    const chart = readFileSync("chart.svg", "utf8")
    for (const ticker of ["AAPL", "KO", "NVDA", "SPY"]) assert.include(chart, `>${ticker} `)
  })

  it("has files that the engine reads as the page says", async () => {
    const { DuckDBInstance } = await import("@duckdb/node-api")
    const connection = await (await DuckDBInstance.create()).connect()
    const reader = await connection.runAndReadAll(readFileSync(join(guides, "history/store.sql"), "utf8"))
    assert.deepStrictEqual(
      reader.getRows().map(([ticker]) => ticker),
      ["AAPL", "KO", "NVDA", "SPY"],
    )
    connection.closeSync()
  })
})

describe("a project of a reader", () => {
  useSandbox()

  it("compiles every program with the tsconfig.json of the page on installing", async () => {
    mkdirSync("src")
    writeFileSync("package.json", `{ "type": "module" }`)
    for (const [index, { content, source }] of programs().entries())
      if (source.endsWith(".ts")) writeFileSync(join("src", `program${index}.ts`), content)
    copyFileSync(join(guides, "installing/tsconfig.json"), "tsconfig.json")
    const tsc = fileURLToPath(new URL("../../node_modules/typescript-native/bin/tsc", import.meta.url))
    assert.strictEqual(await run(`"${process.execPath}" "${tsc}" --noEmit`, process.cwd(), process.env), "")
  })
})

/** The regions of a script, in their order. */
const regions = (script: string) =>
  Array.from(script.matchAll(/^# #region (\w+)\n([^]*?)^# #endregion$/gm), ([, name, text]) => [name!, text!] as const)

/** Runs a text of the shell, and gives what it printed. */
const run = (text: string, cwd: string, env: NodeJS.ProcessEnv) =>
  new Promise<string>((resolve, reject) => {
    execFile("bash", ["-euo", "pipefail", "-c", text], { cwd, env }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${text}\n${stdout}${stderr}`)),
    )
  })

describe("the commands of the guides", () => {
  const scripts = readdirSync(join(guides, "shell")).filter((file) => file.endsWith(".sh"))

  it.each(scripts)("%s", { timeout: 300_000 }, async (file) => {
    const place = mkdtempSync(join(tmpdir(), "candela-shell-"))
    try {
      writeFileSync(join(place, "candela"), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`)
      chmodSync(join(place, "candela"), 0o755)
      const env = {
        ...process.env,
        PATH: `${place}${delimiter}${process.env["PATH"]}`,
        XDG_CONFIG_HOME: place,
        CANDELA_SANDBOX_DATA: data,
        NO_COLOR: "1",
      }
      const outputs = new Map<string, string>()
      for (const [name, text] of regions(readFileSync(join(guides, "shell", file), "utf8")))
        outputs.set(name, await run(text, place, env))
      const path = join(guides, "shell", file.replace(/\.sh$/, ".txt"))
      if (!existsSync(path)) return void assert.isAbove(outputs.size, 0)
      // What a page shows stands beside the script, each output in a region of the same name.
      const shown = regions(readFileSync(path, "utf8")).map(
        ([name]) => `# #region ${name}\n${outputs.get(name)}# #endregion\n`,
      )
      assertPrinted(path, shown.join("\n"))
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  })
})
