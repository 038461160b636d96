// Runs every example, compiled, as a person would: each must end by itself, with exit code 0. Folders in examples/src are no examples.
import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "./workspace.mjs"

const limit = 60_000

const examples = readdirSync(join(root, "examples/src"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replace(/\.ts$/, ".js"))

if (examples.length === 0) {
  console.error("There are no examples in examples/src.")
  process.exit(1)
}

let failed = 0
for (const example of examples) {
  const path = join("examples/dist", example)
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [path], {
    cwd: root,
    encoding: "utf8",
    timeout: limit,
    stdio: ["ignore", "pipe", "pipe"],
  })
  if (status === 0) continue
  failed += 1
  const reason = error?.code === "ETIMEDOUT" ? `was still running after ${limit / 1000} s` : `ended with ${status}`
  console.error(`${path} ${reason}:\n${stdout}${stderr}`)
}
console.log(`${examples.length - failed} examples passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
