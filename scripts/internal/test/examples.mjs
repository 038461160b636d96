// Runs every compiled example: each must exit with 0 and print the `.txt` file beside its source. The programs
// of the gallery must also draw the pictures of docs/gallery. `--update` writes these files, `--only gallery`
// runs those whose path begins so, `--quick` leaves out the gallery, the tasks and those that take seconds.
// The programs of a folder run one after the other in one process, which loads the packages once.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { data, root } from "../workspace.mjs"

/** The longest that a program may run, in milliseconds. */
const longest = 180_000

/**
 * The examples without expected output, and why. The output of all others is deterministic: the
 * sandbox's data follow from its seed and clock.
 */
const unpredictable = { tracing: "it prints how long each call took" }

const pictures = join(root, "docs/gallery")

const {
  quick,
  only = "",
  update,
} = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" }, update: { type: "boolean" } },
}).values

/**
 * Folders of programs. The other folders are parts of one program. The gallery and the tasks use
 * what the other programs show.
 */
const folders = ["", ...(quick ? [] : ["gallery", "tasks"])]

/** Programs that take seconds, left out by `--quick`: tests of the packages show the same with fewer rows. */
const long = ["backtest", "fiveYearsInOneFile", "universeKeptUpToDate"]

/** The programs of a folder: modules of theirs begin with a capital. */
const programsIn = (folder) =>
  readdirSync(join(root, "examples/src", folder))
    .filter((file) => /^[a-z]\w*\.ts$/.test(file))
    .map((file) => file.replace(/\.ts$/, ""))
    .filter((program) => join(folder, program).startsWith(only) && !(quick && long.includes(program)))

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

/** Writes an expected text, or compares with it. */
const checked = (path, text) => {
  if (update) writeFileSync(path, text)
  return difference(path, text)
}

/** Runs programs in a working directory. */
const run = (files, cwd) => {
  const limit = longest * files.length
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(root, "scripts/internal/test/programs.mjs"), ...files],
    {
      cwd,
      encoding: "utf8",
      // Without this variable: another service would have other data.
      env: { ...process.env, MARKET_DATA_URL: undefined, CANDELA_SANDBOX_DATA: data },
      timeout: limit,
      stdio: ["ignore", "pipe", "pipe"],
    },
  )
  const reason = error?.code === "ETIMEDOUT" ? `was still running after ${limit / 1000} s` : `ended with ${status}`
  return { stdout, problem: status === 0 ? undefined : `${reason}:\n${stdout}${stderr}` }
}

/**
 * Runs the programs of a folder, in a working directory that takes their pictures. Returns their failures by program.
 */
const problemsIn = (folder, programs) => {
  const directory = join(root, "node_modules/.cache/candela/examples", folder)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const files = programs.map((program) => join(root, "examples/dist", folder, `${program}.js`))
  const { problem, stdout } = run(files, directory)
  if (problem !== undefined) return { [programs.join(", ")]: problem }
  const printed = new Map(
    stdout
      .split("\0")
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n") + 1)]),
  )
  const pictureOf = (program) => {
    const drawn = join(directory, `${program}.svg`)
    if (!existsSync(drawn)) return "drew no picture"
    if (update) mkdirSync(pictures, { recursive: true })
    return checked(join(pictures, `${program}.svg`), readFileSync(drawn, "utf8"))
  }
  return Object.fromEntries(
    programs.map((program) => [
      program,
      (program in unpredictable
        ? undefined
        : checked(join(root, "examples/src", folder, `${program}.txt`), printed.get(program) ?? "")) ??
        (folder === "gallery" ? pictureOf(program) : undefined),
    ]),
  )
}

let failed = 0
const tell = (example, problem) => {
  if (problem === undefined) return
  failed += 1
  console.error(`examples/src/${example}.ts ${problem}`)
}
let count = 0
for (const folder of folders) {
  const programs = programsIn(folder)
  if (programs.length === 0) continue
  count += programs.length
  for (const [program, problem] of Object.entries(problemsIn(folder, programs))) tell(join(folder, program), problem)
}
if (count === 0) {
  console.error(`There are no examples in examples/src${only === "" ? "" : ` whose path begins with "${only}"`}.`)
  process.exit(1)
}
for (const [example, reason] of Object.entries(unpredictable)) {
  console.log(`${example} has no expected output: ${reason}`)
}
console.log(`${count - failed} examples passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
