// Compiles the solutions, runs each, and compares what it prints with the digest of what is expected.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"

const digests = JSON.parse(readFileSync("digests.json", "utf8"))
const run = (...args) => spawnSync(process.execPath, args, { encoding: "utf8" })

const { status, stdout } = run("node_modules/typescript/bin/tsc", "-p", ".")
if (status !== 0) console.log(stdout)

let solved = 0
for (const [name, digest] of Object.entries(digests)) {
  if (!existsSync(`compiled/${name}.js`)) {
    console.log(`${name}: there is no solutions/${name}.ts that compiles`)
    continue
  }
  const { stderr, stdout } = run(`compiled/${name}.js`)
  const isRight = createHash("sha256").update(stdout).digest("hex") === digest
  if (isRight) solved += 1
  console.log(isRight ? `${name}: solved` : `${name}: printed something else:\n${stdout}${stderr}`)
}
console.log(`${solved} of ${Object.keys(digests).length} tasks solved`)
process.exitCode = solved === Object.keys(digests).length && status === 0 ? 0 : 1
