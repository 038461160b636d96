// Runs the tests of the pages in a real browser. Without one it prints why no test runs; with `--required` it fails.
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { chromium } from "../chromium.mjs"
import { root } from "../workspace.mjs"

const { required } = parseArgs({ options: { required: { type: "boolean", default: false } } }).values

const { path, reason } = chromium()

if (path === undefined) {
  console.log(`${required ? "Failed" : "Skipped"}: ${reason}`)
  process.exitCode = required ? 1 : 0
} else {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.browser.config.ts", "--maxWorkers=1"]
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, CHROMIUM: path } }
  process.exitCode = spawnSync(process.execPath, vitest, options).status ?? 1
}
