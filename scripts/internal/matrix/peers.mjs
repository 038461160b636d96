// The section of Effect: versions of `effect` and `@effect/platform` as peers of the libraries that need nothing else.
import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { tarballOf } from "../pack/tarballs.mjs"
import { libraries } from "../workspace.mjs"
import { output } from "../process.mjs"
import { attempt, client, runChecks } from "./checked.mjs"
import { compile, emptyProject, makeProject, ofWorkspace } from "./project.mjs"
import { quietly } from "./registry.mjs"
import { startSandbox } from "./sandbox.mjs"
import { effect as versions } from "./versions.mjs"

const checks = [
  { name: "installs", title: "installs with strict peers" },
  { name: "compiles", title: "sources compile" },
  { name: "runs", title: "runs" },
]

/** The libraries that need nothing of Effect but `effect` and `@effect/platform`. */
const clients = libraries.filter(({ name }) => !["sandbox", "backfill"].includes(name))

/** The other packages that their sources import. */
const others = ["apache-arrow", "parquet-wasm", "@duckdb/node-api", "@types/node"].map(ofWorkspace)

/** The sources as they are published. */
const sources = {
  extends: "./tsconfig.json",
  compilerOptions: { noEmit: true, verbatimModuleSyntax: true },
  include: ["sources"],
}

/** In place of the check that needs the sandbox. */
const noSandbox = `import { Effect } from "effect"
import type { Check } from "../Check.js"
export const check: Check = () => Effect.fail("not installed")
`

const resultsOf = async ({ effect, platform }, url) => {
  const project = emptyProject(`effect-${effect}`)
  writeFileSync(join(project, "checks/sandbox.ts"), noSandbox)
  const packages = [`effect@${effect}`, `@effect/platform@${platform}`, ...others]
  const install = (...flags) =>
    output(
      "npm",
      ["install", ...quietly, ...flags, ...packages, ...clients.map(({ manifest }) => tarballOf(manifest))],
      {
        cwd: project,
      },
    ).then(() => undefined)
  const installs = await attempt(() => install("--strict-peer-deps"))
  // What the ranges refuse may work all the same: that is how the least version is found.
  const forced = installs.status === "ok" ? installs : await attempt(() => install("--legacy-peer-deps"))
  const later = async (before, step) =>
    before.status === "ok" ? await attempt(step) : { status: "skipped", reason: "the step before it failed" }
  const compiles = await later(forced, async () => {
    await compile(project)
    for (const { manifest, name } of clients) {
      cpSync(join(project, "node_modules", manifest.name, "src"), join(project, "sources", name), { recursive: true })
    }
    writeFileSync(join(project, "tsconfig.sources.json"), JSON.stringify(sources))
    await compile(project, "tsconfig.sources.json")
  })
  return { installs, compiles, runs: await later(compiles, () => runChecks(project, url, client)) }
}

export const peers = {
  name: "peers",
  title: "Effect",
  checks,
  entries: versions.map(({ effect }) => ({ name: `effect-${effect}`, title: `Effect ${effect}` })),
  run: async (names, report, options) => {
    const sandbox = await startSandbox(await makeProject(options))
    try {
      for (const version of versions.filter(({ effect }) => names.includes(`effect-${effect}`))) {
        const { effect, platform } = version
        report({
          name: `effect-${effect}`,
          title: `Effect ${effect}`,
          version: `platform ${platform}`,
          results: await resultsOf(version, sandbox.url),
        })
      }
    } finally {
      sandbox.close()
    }
  },
}
