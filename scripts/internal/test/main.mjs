// The checks of the project, two at a time. Each is a command that can also be run by itself.
import { spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { parseArgs } from "node:util"
import { domains, packages, root } from "../workspace.mjs"
import { changedSince, dependentsOf, packagesOf, testsOf } from "./affected.mjs"

const logs = join(root, "node_modules/.cache/candela/logs")
const slots = 2

const tool = (path, ...args) => [join("node_modules", path), ...args]
const script = (name, ...args) => [`scripts/internal/${name}.mjs`, ...args]

const sources = packages.map(({ name }) => `packages/${name}/src`)

/** Threads of the compiler each compute the types that they share: on two cores, beside another step, one is faster. */
const oneThread = "--singleThreaded"

const vitest = tool("vitest/vitest.mjs", "run", "--maxWorkers=2", "--minWorkers=1")
const oxfmt = (...files) => tool("oxfmt/bin/oxfmt", "--check", ...files)

/** For steps that need all packages compiled: see vitest.config.ts. */
const compiled = { CANDELA_COMPILED: "true" }

const vitestCount = /Tests {2}(?:(?<failed>\d+) failed \| )?(?:(?<passed>\d+) passed)?/

// Steps in their starting order. A step with `all` runs only with `--all`: other steps prove the same in less time, or only the change of a manifest breaks it. A step
// starts when those in `needs` have passed. `count` reads the number of tests from the output; without it a step counts as one test. A step that cannot run here exits
// with 0, prints "Skipped: " and the reason, and counts no test.
const stepsOf = (all) => [
  { name: "build", what: "the packages compile", command: script("build/build", oneThread) },
  { name: "format", what: "oxfmt", command: oxfmt() },
  { name: "lint", what: "oxlint", command: tool("oxlint/bin/oxlint", "--format", "unix") },
  {
    name: "boundaries",
    what: "which package may import which, no cycles, no barrels",
    // Most rules are for sources alone.
    command: tool("dependency-cruiser/bin/dependency-cruise.mjs", "examples", ...(all ? ["packages"] : sources)),
  },
  {
    name: "postgres",
    what: "there is a PostgreSQL for the tests that need one",
    // CI=true is set for every step, so an argument says whether this is CI.
    command: script("test/postgres", ...(all ? ["--install"] : []), ...(all && process.env.CI ? ["--required"] : [])),
  },
  {
    name: "data",
    what: "the data set that tests and examples share is made",
    needs: ["build"],
    command: script("test/data"),
  },
  {
    name: "tests",
    what: "unit, property and contract tests",
    needs: ["data", "postgres"],
    command: [...vitest, ...(all ? ["--mode=all"] : [])],
    count: vitestCount,
    env: compiled,
  },
  {
    name: "torture",
    all: true,
    what: "some seconds of each figure of ./scripts/torture",
    needs: ["build", "postgres"],
    command: ["--expose-gc", "--max-semi-space-size=64", "packages/torture/dist/main.js", "--test"],
    count: /(?<passed>\d+) passed, (?<failed>\d+) failed/,
  },
  {
    name: "types",
    what: "the tests compile",
    needs: ["build"],
    command: tool("typescript-native/bin/tsc", "-b", oneThread),
  },
  {
    name: "type-tests",
    all: true,
    what: "the types of expressions, and why what must not compile does not: the step types sees that it does not",
    command: tool("tstyche/build/bin.js"),
    count: /Assertions: +(?:(?<failed>\d+) failed, )?(?:(?<passed>\d+) passed)?/,
  },
  {
    name: "docs",
    all: true,
    what: "the API reference: every public export, field and request parameter has its doc comment",
    needs: ["build"],
    command: tool("typedoc/bin/typedoc"),
  },
  {
    name: "api",
    what: "the reports of public APIs, packages/*/api.md, are up to date",
    needs: ["build"],
    command: script("api/main", "--check"),
  },
  {
    name: "openapi",
    what: "redocly's recommended rules on the OpenAPI document, warnings too",
    command: tool(
      "@redocly/cli/bin/cli.js",
      "lint",
      "--extends",
      "recommended-strict",
      "packages/sandbox/openapi.json",
    ),
    env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  },
  {
    name: "packages",
    all: true,
    what: "publint and attw on the packed tarballs",
    needs: ["build"],
    command: script("pack/packages"),
  },
  {
    name: "smoke",
    all: true,
    what: "the tarballs work in an empty project",
    needs: ["packages"],
    command: script("pack/smoke"),
  },
  {
    name: "release",
    all: true,
    what: "a release can be made, twice with the same bytes",
    command: script(
      "release/main",
      "--dry-run",
      "--twice",
      "--unchecked",
      "--to",
      "node_modules/.cache/candela/release",
    ),
    count: /(?<passed>\d+) passed, (?<failed>\d+) failed/,
  },
  {
    name: "site",
    all: true,
    what: "the site is built, and every link in it leads somewhere",
    needs: ["build", "docs"],
    command: ["packages/site/dist/main.js", "--api", "docs/api"],
  },
  {
    name: "browser",
    all: true,
    what: "the sandbox's pages and the site in a real browser",
    // One after the other installs a package. CI=true is set for every step, so an argument says whether this is CI.
    needs: ["build", "site", "postgres"],
    command: script("test/browser", ...(process.env.CI ? ["--required"] : [])),
    count: vitestCount,
    env: compiled,
  },
  {
    name: "matrix",
    all: true,
    what: "the tarballs in Node 20, 22 and 24, Bun, Deno, Chromium and Cloudflare's runtime",
    // Only one of them may install a browser.
    needs: ["packages", "browser"],
    command: script("matrix/main", "--packed", "--only", "runtimes", "--to", "node_modules/.cache/candela/matrix.json"),
    count: /(?<passed>\d+) passed, (?<failed>\d+) failed/,
  },
  {
    name: "examples",
    what: "every example runs and prints its expected output",
    needs: ["data"],
    command: script("test/examples", ...(all ? [] : ["--quick"])),
    count: /(?<passed>\d+) examples passed, (?<failed>\d+) failed/,
  },
]

const fail = (message) => {
  console.error(message)
  process.exit(2)
}

/** The named steps and the steps that they need. */
const selected = (steps, only) => {
  const names = new Set()
  const add = (name) => {
    const step = steps.find((step) => step.name === name)
    if (step === undefined) fail(`There is no step "${name}". There are: ${steps.map((step) => step.name).join(", ")}.`)
    names.add(name)
    step.needs?.forEach(add)
  }
  ;(only ?? steps.filter((step) => options.all || !step.all).map((step) => step.name)).forEach(add)
  return steps.filter((step) => names.has(step.name))
}

/** Runs one step to its end and returns its exit code and output. */
const run = ({ command, env }) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, CI: "true", NO_COLOR: "1", FORCE_COLOR: undefined, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
    child.on("error", (error) => resolve({ code: 1, output: String(error) }))
    child.on("close", (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}\nEnded by ${signal}.` : output }),
    )
  })

const skipped = ({ code, output }) => (code === 0 ? /^Skipped: .+$/m.exec(output)?.[0] : undefined)

const counted = ({ count }, result) => {
  const { code, output } = result
  if (skipped(result) !== undefined) return { passed: 0, failed: 0 }
  const found = count?.exec(output)?.groups ?? {}
  const failed = Number(found.failed ?? 0)
  return code === 0
    ? { passed: found.passed === undefined ? 1 : Number(found.passed), failed: 0 }
    : { passed: Number(found.passed ?? 0), failed: Math.max(failed, 1) }
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const runAll = async (wanted) => {
  const started = performance.now()
  const total = { passed: 0, failed: 0 }
  const waiting = [...wanted]
  const running = new Set()
  const passed = new Set()
  mkdirSync(logs, { recursive: true })

  const finish = async (step) => {
    const since = performance.now()
    const result = await run(step)
    const log = join(logs, `${step.name}.log`)
    writeFileSync(log, result.output)
    const { passed: good, failed: bad } = counted(step, result)
    const reason = skipped(result)
    const tests = step.count === undefined ? "" : `  ${bad === 0 ? (reason ?? good) : `${bad} of ${good + bad} failed`}`
    const mark = result.code !== 0 ? "✗" : reason === undefined ? "✓" : "-"
    console.log(`${mark} ${step.name.padEnd(11)} ${seconds(since).padStart(7)}  ${step.what}${tests}`)
    if (result.code === 0) passed.add(step.name)
    else if (total.failed === 0) console.log(`\n${result.output.trim()}\n`)
    else console.log(`  its output: ${relative(process.cwd(), log)}`)
    total.passed += good
    total.failed += bad
  }

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((step) => (step.needs ?? []).every((name) => passed.has(name)))
    if (next >= 0 && running.size < slots) {
      const [step] = waiting.splice(next, 1)
      const task = finish(step).finally(() => running.delete(task))
      running.add(task)
    } else if (running.size > 0) {
      await Promise.race(running)
    } else {
      for (const step of waiting.splice(0))
        console.log(`- ${step.name.padEnd(11)}          not run: it needs a step that failed`)
    }
  }
  console.log(`\n${seconds(started)}\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0
}

const usage = "Use: ./scripts/test [--all] [--only STEP,STEP...] [--since COMMIT] [--list]"
let options
try {
  options = parseArgs({
    options: {
      all: { type: "boolean" },
      only: { type: "string" },
      since: { type: "string" },
      list: { type: "boolean" },
    },
  }).values
} catch (error) {
  fail(`${error.message}\n${usage}`)
}
if (options.since !== undefined && (options.all || options.only !== undefined)) {
  fail(`--since chooses the steps itself\n${usage}`)
}

/** Steps for the changes since a commit: changed files alone, changed packages with their dependents. */
const stepsSince = (ref) => {
  let files
  try {
    files = changedSince(ref)
  } catch {
    fail(`git knows no commit "${ref}".`)
  }
  const changed = packagesOf(files)
  const tests = testsOf(files)
  const services = changed.every((name) => domains.some((domain) => domain.name === name)) ? changed : []
  const typeTests = changed.map((name) => `packages/${name}/test/types/`)
  const instead = {
    build: changed.length > 0 && { command: script("build/build", ...dependentsOf(changed)) },
    format: files.length > 0 && { command: oxfmt("--no-error-on-unmatched-pattern", ...files) },
    lint: files.length > 0 && {},
    boundaries: changed.length > 0 && {},
    tests: tests.length > 0 && {
      command: [...vitest, ...tests],
      env: services.length > 0 ? { CANDELA_SERVICES: services.join(",") } : {},
    },
    types: files.length > 0 && {},
    api: changed.length > 0 && {},
    "type-tests": changed.length > 0 && { command: tool("tstyche/build/bin.js", ...typeTests) },
  }
  return stepsOf(false)
    .filter(({ name }) => instead[name])
    .map((step) => ({ ...step, needs: step.needs?.filter((name) => instead[name]), ...instead[step.name] }))
}

const wanted =
  options.since === undefined ? selected(stepsOf(options.all), options.only?.split(",")) : stepsSince(options.since)
if (options.list) {
  const listed = options.only === undefined && options.since === undefined ? stepsOf(true) : wanted
  for (const { all, name, what } of listed) console.log(`${name.padEnd(11)} ${what}${all ? " (--all)" : ""}`)
} else process.exitCode = (await runAll(wanted)) ? 0 : 1
