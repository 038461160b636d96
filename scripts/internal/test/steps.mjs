// The checks of the project as steps: what each runs, and which others it needs.
import { join } from "node:path"
import { domains, packages } from "../workspace.mjs"
import { dependentsOf, packagesOf, testsOf } from "./affected.mjs"

const tool = (path, ...args) => [join("node_modules", path), ...args]
const script = (name, ...args) => [`scripts/internal/${name}.mjs`, ...args]

const sources = packages.map(({ name }) => `packages/${name}/src`)

/** Threads of the compiler each compute the types that they share: on two cores, beside another step, one is faster. */
const oneThread = "--singleThreaded"

/** Minutes after which a step fails that has no limit of its own: several times what any takes on two cores. */
export const longest = 10

const vitest = tool("vitest/vitest.mjs", "run", "--maxWorkers=2", "--minWorkers=1")
const oxfmt = (...files) => tool("oxfmt/bin/oxfmt", "--check", ...files)

/** For steps that need all packages compiled: see vitest.config.ts. */
const compiled = { CANDELA_COMPILED: "true" }

const vitestCount = /Tests {2}(?:(?<failed>\d+) failed \| )?(?:(?<passed>\d+) passed)?/

// Steps in their starting order. A step with `all` runs only with `--all`: other steps prove the same in less time, or
// only the change of a manifest breaks it. A step starts when those in `needs` have passed. `count` reads the number
// of tests from the output; without it a step counts as one test. A step that cannot run here exits with 0, prints
// "Skipped: " and the reason, and counts no test. A step that takes longer than its `minutes` is ended, and fails.
export const stepsOf = (all) => [
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
    minutes: 30,
    command: [...vitest, ...(all ? ["--mode=all"] : [])],
    count: vitestCount,
    env: { ...compiled, ...(all ? { CANDELA_ONE_OF: "3" } : {}) },
  },
  {
    name: "torture",
    all: true,
    what: "some seconds of each figure of ./scripts/torture",
    needs: ["build", "postgres"],
    minutes: 15,
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
    what: "redocly's recommended rules on the OpenAPI and AsyncAPI documents, warnings too",
    command: tool(
      "@redocly/cli/bin/cli.js",
      "lint",
      "--extends",
      "recommended-strict",
      "packages/sandbox/openapi.json",
      "packages/sandbox/asyncapi.json",
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
    what: "a release can be made",
    command: script("release/main", "--dry-run", "--unchecked", "--to", "node_modules/.cache/candela/release"),
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

/**
 * Steps for a change of some files: changed files alone, changed packages with their dependents. No
 * step waits for one that is not among them.
 */
export const stepsOfChange = (files) => {
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
