// Runs every compiled example: each must exit with 0 and print the `.txt` file beside its source. `--update` writes these files.
// Folders in examples/src are not examples.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../workspace.mjs"

const limit = 180_000

/** The examples without expected output, and why. The output of all others is deterministic: the sandbox's data follow from its seed and clock. */
const unpredictable = { tracing: "it prints how long each call took" }

const { update } = parseArgs({ options: { update: { type: "boolean" } } }).values

const examples = readdirSync(join(root, "examples/src"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replace(/\.ts$/, ""))

if (examples.length === 0) {
  console.error("There are no examples in examples/src.")
  process.exit(1)
}

/** The first differing line and how to accept it; `undefined` if the texts are equal. */
const difference = (path, printed) => {
  const [expected, actual] = [existsSync(path) ? readFileSync(path, "utf8") : "", printed].map((text) =>
    text.split("\n"),
  )
  const index = Array.from({ length: Math.max(expected.length, actual.length) }, (_, line) => line).find(
    (line) => expected[line] !== actual[line],
  )
  if (index === undefined) return undefined
  const told = (lines) => (lines[index] === undefined ? "(nothing)" : JSON.stringify(lines[index]))
  return `differs from the expected output in line ${index + 1}:
  expected  ${told(expected)}
  printed   ${told(actual)}
If the new output is right, run: node scripts/internal/test/examples.mjs --update`
}

/** Runs an example and returns its failure; `undefined` if there is none. */
const problemOf = (example) => {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [join("examples/dist", `${example}.js`)], {
    cwd: root,
    encoding: "utf8",
    // Without this variable: another service would have other data.
    env: { ...process.env, MARKET_DATA_URL: undefined },
    timeout: limit,
    stdio: ["ignore", "pipe", "pipe"],
  })
  if (status !== 0) {
    const reason = error?.code === "ETIMEDOUT" ? `was still running after ${limit / 1000} s` : `ended with ${status}`
    return `${reason}:\n${stdout}${stderr}`
  }
  if (example in unpredictable) return undefined
  const path = join(root, "examples/src", `${example}.txt`)
  if (update) writeFileSync(path, stdout)
  return difference(path, stdout)
}

let failed = 0
for (const example of examples) {
  const problem = problemOf(example)
  if (problem === undefined) continue
  failed += 1
  console.error(`examples/src/${example}.ts ${problem}`)
}
for (const [example, reason] of Object.entries(unpredictable)) {
  console.log(`${example} has no expected output: ${reason}`)
}
console.log(`${examples.length - failed} examples passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
