// Runs the tests of the pages in a real browser: finds Chromium, or installs Debian's package if permitted. Without a browser it prints
// why no test runs; with `--required` it fails.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { parseArgs } from "node:util"
import { install as installPackage } from "../debian.mjs"
import { root } from "../workspace.mjs"

const { required } = parseArgs({ options: { required: { type: "boolean", default: false } } }).values

const paths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

const found = () => (process.env.CHROMIUM ? [process.env.CHROMIUM] : paths).find(existsSync)

/** Why Debian's package cannot be installed; undefined once it is. */
const install = () => {
  if (process.env.CHROMIUM) return `CHROMIUM names ${process.env.CHROMIUM}, which does not exist`
  const advice = "there is no Chromium: install one, or set CHROMIUM to its path"
  return installPackage("chromium", advice)
}

const reason = found() === undefined ? install() : undefined
const chromium = found()

if (chromium === undefined) {
  console.log(
    `${required ? "Failed" : "Skipped"}: ${reason ?? "the package chromium was installed, but has no command"}`,
  )
  process.exitCode = required ? 1 : 0
} else {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.browser.config.ts", "--maxWorkers=1"]
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, CHROMIUM: chromium } }
  process.exitCode = spawnSync(process.execPath, vitest, options).status ?? 1
}
