// The section of package managers: each installs the tarballs with strict peers, and its project runs.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { tarballOf } from "../pack/tarballs.mjs"
import { libraries } from "../workspace.mjs"
import { output, run } from "../process.mjs"
import { attempt, client, runChecks } from "./checked.mjs"
import { emptyProject, makeProject, versionOf } from "./project.mjs"
import { installed, quietly } from "./registry.mjs"
import { startSandbox } from "./sandbox.mjs"
import { managers as versions } from "./versions.mjs"

const checks = [
  { name: "installs", title: "installs with strict peers" },
  { name: "runs", title: "runs" },
  { name: "sandbox", title: "sandbox in process" },
]

/** What a project names: the packages that the checks import, and their peers. */
const named = ["core", "forex", "node", "sandbox", "stocks"]

const tarballsOf = (names) =>
  Object.fromEntries(
    libraries
      .filter(({ name }) => names === undefined || names.includes(name))
      .map(({ manifest }) => [manifest.name, `file:${tarballOf(manifest)}`]),
  )

const peers = Object.fromEntries(["effect", "@effect/platform"].map((name) => [name, versionOf(name)]))

/** The packages are in no registry yet: whoever needs one gets the tarball. */
const dependencies = () => ({ ...peers, ...tarballsOf(named) })

const npm = {
  name: "npm",
  title: "npm",
  version: async () => (await output("npm", ["--version"])).trim(),
  manifest: () => ({ dependencies: { ...peers, ...tarballsOf() } }),
  install: async (project) => {
    await output("npm", ["install", ...quietly, "--strict-peer-deps"], { cwd: project })
  },
}

const pnpm = {
  name: "pnpm",
  title: "pnpm",
  version: async () => versions.pnpm,
  manifest: () => ({ dependencies: dependencies(), pnpm: { overrides: tarballsOf() } }),
  install: async (project) => {
    // A file of its own, or this were a package of the workspace around it.
    writeFileSync(join(project, "pnpm-workspace.yaml"), "strictPeerDependencies: true\nautoInstallPeers: false\n")
    const command = join(await installed("pnpm", versions.pnpm), "bin/pnpm.cjs")
    await output(process.execPath, [command, "install", "--ignore-scripts", "--prefer-offline"], { cwd: project })
  },
}

/** Yarn only warns of peers: missing ones, and ones that do not fit. */
const peerWarning = /YN0002|YN0060|YN0086/

const yarn = {
  name: "yarn",
  title: "Yarn, Plug'n'Play",
  version: async () => versions.yarn,
  manifest: () => ({ dependencies: dependencies(), resolutions: tarballsOf() }),
  install: async (project) => {
    writeFileSync(join(project, "yarn.lock"), "")
    writeFileSync(join(project, ".yarnrc.yml"), "enableScripts: false\nenableTelemetry: false\n")
    const registry = (await output("npm", ["config", "get", "registry"])).trim()
    const command = join(await installed("@yarnpkg/cli-dist", versions.yarn), "bin/yarn.js")
    const env = { YARN_NPM_REGISTRY_SERVER: registry, CI: "", YARN_ENABLE_IMMUTABLE_INSTALLS: "false" }
    const { code, stdout } = await run(process.execPath, [command, "install"], { cwd: project, env, minutes: 10 })
    const warning = stdout
      .split("\n")
      .find((line) => peerWarning.test(line) || (code !== 0 && /YN\d+: .*Error/.test(line)))
    if (code !== 0 || warning !== undefined) throw new Error(warning ?? stdout)
  },
  node: [process.execPath, "--require", "./.pnp.cjs", "--loader", "./.pnp.loader.mjs"],
}

const all = [npm, pnpm, yarn]

const resultsOf = async ({ install, manifest, name, node }, url, compiled) => {
  const project = emptyProject(`manager-${name}`, manifest())
  const installs = await attempt(() => install(project))
  const later = (step) =>
    installs.status === "ok" ? attempt(step) : { status: "skipped", reason: "it did not install" }
  // The checks are compiled where all packages are found: only `node_modules` differ.
  await output("cp", ["-r", join(compiled, "dist"), project])
  return {
    installs,
    runs: await later(() => runChecks(project, url, client, node)),
    sandbox: await later(() => runChecks(project, url, ["sandbox"], node)),
  }
}

export const managers = {
  name: "managers",
  title: "Package managers",
  checks,
  entries: all.map(({ name, title }) => ({ name, title })),
  run: async (names, report, options) => {
    const compiled = await makeProject(options)
    const sandbox = await startSandbox(compiled)
    try {
      for (const manager of all.filter(({ name }) => names.includes(name))) {
        const { name, title, version } = manager
        report({ name, title, version: await version(), results: await resultsOf(manager, sandbox.url, compiled) })
      }
    } finally {
      sandbox.close()
    }
  },
}
