// Runs tests in a copy of the clone, for as long as its parent lives. It answers each message with
// how the tests of each title ended. What it has compiled stays, but for changed files; the tests
// of a file run in a process of their own.
import { EventEmitter } from "node:events"
import { join } from "node:path"
import { createVitest } from "vitest/node"

const folder = process.cwd()

// The runner listens to its outputs anew for each run.
EventEmitter.defaultMaxListeners = Infinity

const vitest = await createVitest(
  "test",
  { root: folder, watch: false, isolate: true, fileParallelism: false, reporters: [{}], silent: true },
  { mode: "all", server: { watch: null } },
)

const escape = (title) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** How the tests of a title ended. */
const outcomeOf = (modules) => (title) => {
  const states = modules
    .flatMap(({ children }) => [...children.allTests()])
    .filter(({ fullName }) => fullName.replaceAll(" > ", " ").includes(title.replaceAll(" > ", " ")))
    .map((test) => test.result().state)
  if (states.includes("failed")) return "fails"
  // A file whose import fails has no tests.
  if (states.length === 0 && modules.some((module) => module.state() === "failed")) return "fails to run"
  return states.includes("passed") ? "passes" : "is not run"
}

process.on("message", async ({ bail, changed, files, limit, titles }) => {
  for (const file of changed) vitest.invalidateFile(join(folder, file))
  vitest.setGlobalTestNamePattern(titles.map(escape).join("|"))
  Object.assign(vitest.config, { bail, testTimeout: limit })
  const specifications = files.map((file) => vitest.getRootProject().createSpecification(join(folder, file)))
  const { testModules } = await vitest.runTestSpecifications(specifications)
  process.send(titles.map(outcomeOf(testModules)))
})
process.on("disconnect", () => process.exit())
