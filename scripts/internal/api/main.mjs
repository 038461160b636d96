// Writes the report of each package's API to `packages/<name>/api.md`; with `--check` it says which
// reports are stale instead.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { libraries, root } from "../workspace.mjs"
import { report } from "./report.mjs"

const check = process.argv.includes("--check")

/** The first line in which two texts differ. */
const firstDifference = (before, after) => {
  const [old, current] = [before.split("\n"), after.split("\n")]
  const line = current.findIndex((text, index) => text !== old[index])
  const at = line === -1 ? current.length : line
  return `line ${at + 1}:\n  - ${old[at] ?? ""}\n  + ${current[at] ?? ""}`
}

let stale = 0
for (const package_ of libraries) {
  const text = report(package_)
  if (text === undefined) continue
  const file = join(package_.directory, "api.md")
  const before = existsSync(file) ? readFileSync(file, "utf8") : ""
  if (before === text) continue
  if (check) {
    stale += 1
    console.error(`${relative(root, file)} is stale, ${firstDifference(before, text)}`)
  } else writeFileSync(file, text)
}
if (stale > 0) {
  console.error("\nThe public API has changed. Run ./scripts/generate, and review the reports like code.")
  process.exitCode = 1
}
