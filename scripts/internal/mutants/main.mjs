// Runs the tests of all marked protections at once, which must pass; then takes away each protection in
// a scratch copy of the clone and runs its test, which must fail. As many at a time as there are cores.
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { run as runProcess } from "../process.mjs"
import { packages, root } from "../workspace.mjs"
import { allMarks, mutated, testFinder } from "./marks.mjs"

const { list, only } = parseArgs({
  options: { list: { type: "boolean", default: false }, only: { type: "string" } },
}).values

const testsOf = testFinder()
const chosen = allMarks()
  .map((mark) => ({ ...mark, tests: testsOf(mark), place: `${mark.file}:${mark.line}` }))
  .filter(({ place }) => only === undefined || only.split(",").some((part) => place.includes(part)))
if (chosen.length === 0) {
  console.error(`No file with a mark has "${only}" in its path.`)
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

const escape = (title) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Runs tests in a copy, and gives what a report says of each. */
const run = async (folder, marks, ...options) => {
  const report = join(folder, "report.json")
  rmSync(report, { force: true })
  const files = new Set(marks.flatMap(({ tests }) => tests))
  const titles = new Set(marks.map(({ title }) => escape(title)))
  await runProcess(
    process.execPath,
    [
      ...["node_modules/vitest/vitest.mjs", "run", "--mode=all", ...files, "-t", [...titles].join("|")],
      ...["--reporter=json", `--outputFile=${report}`, ...options],
    ],
    { cwd: folder, minutes: 60 },
  )
  if (!existsSync(report)) return () => "fails to run"
  const results = JSON.parse(readFileSync(report, "utf8")).testResults
  /** How the tests of a mark ended. */
  return ({ tests, title }) => {
    const own = results.filter(({ name }) => tests.some((test) => name === join(folder, test)))
    const states = own
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName }) => fullName.includes(title))
      .map(({ status }) => status)
    if (states.includes("failed")) return "fails"
    // A file whose import fails has no tests.
    if (states.length === 0 && own.some(({ status }) => status === "failed")) return "fails to run"
    return states.includes("passed") ? "passes" : "is not run"
  }
}

const check = async (folder, mark) => {
  const file = join(folder, mark.file)
  const source = readFileSync(file, "utf8")
  const text = mutated(source, mark)
  if (text === undefined) return "it does not find its code"
  writeFileSync(file, text)
  const outcome = (await run(folder, [mark], "--maxWorkers=1"))(mark)
  writeFileSync(file, source)
  return outcome === "fails" ? undefined : `without the protection, its test ${outcome}`
}

if (list) {
  for (const { place, protects } of chosen) console.log(`${place}  ${protects}`)
} else {
  const folders = Array.from({ length: Math.min(chosen.length, availableParallelism()) }, () =>
    mkdtempSync(join(tmpdir(), "candela-mutants-")),
  )
  process.on("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
  folders.forEach(copyTo)
  console.log(`Running the tests of ${chosen.length} protections, with all of them ...`)
  const whole = await run(folders[0], chosen)
  let survived = 0
  const remaining = chosen.values()
  await Promise.all(
    folders.map(async (folder) => {
      for (const mark of remaining) {
        const outcome = whole(mark)
        const fault = outcome === "passes" ? await check(folder, mark) : `with the protection, its test ${outcome}`
        if (fault !== undefined) survived += 1
        console.log(`${fault === undefined ? "✓" : "✗"} ${mark.place}  ${mark.protects}${fault ? `: ${fault}` : ""}`)
      }
    }),
  )
  console.log(`\n${chosen.length - survived} of ${chosen.length} protections have a test that fails without them`)
  process.exitCode = survived === 0 ? 0 : 1
}
