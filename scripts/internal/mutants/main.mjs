// Runs the tests of each marked protection, which must pass; then takes away the protection in a scratch
// copy of the clone and runs its test again, which must fail. As many at a time as there are cores.
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { changedSince } from "../test/affected.mjs"
import { Copy } from "./copy.mjs"
import { allMarks, testFinder } from "./marks.mjs"

const usage = `Usage: ./scripts/mutants [--only TEXT,...] [--since COMMIT] [--list]

Takes away each protection that is marked in the sources, and runs the test that must then fail.

  --only TEXT     only those in files whose path and line have one of the texts: core/src/Cache.ts:120
  --since COMMIT  only those whose file or test has changed since a commit
  --list          lists them
  --help          prints this`

const { help, list, only, since } = (() => {
  const [text, flag] = [{ type: "string" }, { type: "boolean", default: false }]
  try {
    return parseArgs({ options: { list: flag, only: text, since: text, help: flag } }).values
  } catch ({ message }) {
    console.error(`${message}\n\n${usage}`)
    process.exit(2)
  }
})()
if (help) {
  console.log(usage)
  process.exit(0)
}

const changed = since === undefined ? undefined : new Set(changedSince(since))
const testsOf = testFinder()
const chosen = allMarks()
  .map((mark) => ({ ...mark, tests: testsOf(mark), place: `${mark.file}:${mark.line}` }))
  .filter(({ place }) => only === undefined || only.split(",").some((part) => place.includes(part)))
  .filter(({ file, tests }) => changed === undefined || [file, ...tests].some((name) => changed.has(name)))
if (chosen.length === 0) {
  console.error(
    only === undefined ? `No mark has changed since "${since}".` : `No file with a mark has "${only}" in its path.`,
  )
  process.exit(only === undefined ? 0 : 2)
}

/** Marks with the same test files, which then run with all protections only once; the largest groups first. */
const grouped = () => {
  const groups = new Map()
  for (const mark of chosen) {
    const files = mark.tests.join()
    groups.set(files, [...(groups.get(files) ?? []), mark])
  }
  return [...groups.values()].sort((a, b) => b.length - a.length)
}

/** What is wrong with each mark of a group; `undefined` where its test fails as it should. */
const faultsOf = async function* (copy, marks) {
  const [{ tests: files }] = marks
  const titles = marks.map(({ title }) => title)
  const started = performance.now()
  // Some tests make data sets.
  const whole = await copy.run({ files, titles, bail: 0, limit: 30 * 60_000 })
  // By far more than it needs on a machine that does other things, too.
  const took = performance.now() - started
  const limit = 20_000 + Math.min(5 * took, took + 60_000)
  for (const [index, mark] of marks.entries()) {
    if (whole[index] !== "passes") yield [mark, `with the protection, its test ${whole[index]}`]
    else {
      const outcome = await copy.runWithout(mark, { files, titles: [mark.title], bail: 1, limit })
      yield [
        mark,
        outcome === "fails" || outcome === "does not end" ? undefined : `without the protection, its test ${outcome}`,
      ]
    }
  }
}

if (list) {
  for (const { place, protects } of chosen) console.log(`${place}  ${protects}`)
} else {
  const remaining = grouped()
  const copies = Array.from({ length: Math.min(remaining.length, availableParallelism()) }, () => new Copy())
  process.on("exit", () => copies.forEach((copy) => copy.remove()))
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130))
  console.log(`Taking away ${chosen.length} protections, one at a time ...`)
  let survived = 0
  await Promise.all(
    copies.map(async (copy) => {
      for (let marks = remaining.shift(); marks !== undefined; marks = remaining.shift()) {
        for await (const [mark, fault] of faultsOf(copy, marks)) {
          if (fault !== undefined) survived += 1
          console.log(`${fault === undefined ? "✓" : "✗"} ${mark.place}  ${mark.protects}${fault ? `: ${fault}` : ""}`)
        }
      }
    }),
  )
  console.log(`\n${chosen.length - survived} of ${chosen.length} protections have a test that fails without them`)
  process.exitCode = survived === 0 ? 0 : 1
  process.exit()
}
