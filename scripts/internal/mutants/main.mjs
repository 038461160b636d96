// Applies each mutant in a scratch copy of the clone and runs its test, which must fail; without the mutant it must pass.
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { mutants } from "./all.mjs"
import { packages, root } from "../workspace.mjs"

const { list, only } = parseArgs({
  options: { list: { type: "boolean", default: false }, only: { type: "string" } },
}).values

const chosen = mutants.filter(({ name }) => only === undefined || only.split(",").includes(name))
if (chosen.length === 0) {
  console.error(`There is no mutant "${only}". There are: ${mutants.map(({ name }) => name).join(", ")}.`)
  process.exit(2)
}

/** Copies all files that are tracked or not ignored, and links the installed dependencies. */
const copyTo = (folder) => {
  const { stdout } = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root })
  for (const file of new Set(stdout.toString().split("\0").filter(Boolean))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  for (const directory of ["", ...packages.map(({ name }) => join("packages", name))]) {
    symlinkSync(join(root, directory, "node_modules"), join(folder, directory, "node_modules"))
  }
}

/** The numbers of named tests that passed and failed. */
const run = (folder, { test, title }) => {
  const report = join(folder, "report.json")
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  spawnSync(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--mode=all",
      test,
      "-t",
      pattern,
      "--maxWorkers=1",
      "--reporter=json",
      `--outputFile=${report}`,
    ],
    { cwd: folder, stdio: "ignore" },
  )
  const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, "utf8"))
  return { failed: numFailedTests, passed: numPassedTests }
}

const check = (folder, mutant) => {
  const file = join(folder, mutant.file)
  const source = readFileSync(file, "utf8")
  const whole = run(folder, mutant)
  if (whole.passed === 0 || whole.failed > 0) return "its test does not pass with the protection"
  writeFileSync(
    file,
    source.replace(mutant.find, () => mutant.replace),
  )
  const without = run(folder, mutant)
  writeFileSync(file, source)
  return without.failed > 0 ? undefined : "its test passes without the protection"
}

if (list) {
  for (const { name, protects } of chosen) console.log(`${name.padEnd(28)} ${protects}`)
} else {
  const folder = mkdtempSync(join(tmpdir(), "candela-mutants-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  copyTo(folder)
  let survived = 0
  for (const mutant of chosen) {
    const fault = check(folder, mutant)
    if (fault !== undefined) survived += 1
    console.log(`${fault === undefined ? "✓" : "✗"} ${mutant.name.padEnd(28)} ${fault ?? mutant.protects}`)
  }
  console.log(`\n${chosen.length - survived} of ${chosen.length} protections have a test that fails without them`)
  process.exitCode = survived === 0 ? 0 : 1
}
