// A user's project: the packed tarballs with their peers, and the checks compiled against them.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { pack, tarballOf, tarballs } from "../pack/tarballs.mjs"
import { libraries, root } from "../workspace.mjs"
import { output } from "../process.mjs"
import { cache, quietly } from "./registry.mjs"

/** The checks' sources. */
export const program = join(root, "scripts/internal/matrix/program")

const catalog = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")

/** The version of a package in the workspace's catalog. */
export const versionOf = (name) => {
  const line = catalog.split("\n").find((line) => line.startsWith(`  ${name}: `) || line.startsWith(`  "${name}": `))
  if (line === undefined) throw new Error(`the catalog has no ${name}`)
  return line.slice(line.indexOf(": ") + 2)
}

/** The same, as `name@version`. */
export const ofWorkspace = (name) => `${name}@${versionOf(name)}`

let packing

/** Packs all packages once, unless they are `packed`. */
const packOnce = ({ packed }) =>
  (packing ??= (async () => {
    if (packed) return
    rmSync(tarballs, { recursive: true, force: true })
    await pack(tarballs)
  })())

/** An empty project in the cache, with the sources of the checks. */
export const emptyProject = (name, manifest = {}) => {
  const project = join(cache, "projects", name)
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module", ...manifest }))
  cpSync(program, project, { recursive: true })
  return project
}

/** Compiles the checks of a project, or another of its configurations. */
export const compile = (project, configuration = "tsconfig.json") =>
  output(process.execPath, [join(root, "node_modules/typescript-native/bin/tsc"), "-p", configuration], {
    cwd: project,
  })

let making

/**
 * The project with all libraries: installs the packed tarballs and compiles the checks, once. With
 * `reuse` it is the one of the last run.
 */
export const makeProject = (options) =>
  (making ??= (async () => {
    const last = join(cache, "projects/all")
    if (options.reuse && existsSync(join(last, "dist/onServer.js"))) return last
    await packOnce(options)
    const project = emptyProject("all")
    const others = ["effect", "@effect/platform", "@types/node"].map(ofWorkspace)
    const packed = libraries.map(({ manifest }) => tarballOf(manifest))
    await output("npm", ["install", ...quietly, "--strict-peer-deps", ...others, ...packed], { cwd: project })
    await compile(project)
    return project
  })())

/** The checks in one file, for a runtime without `node_modules`. */
export const bundle = async (project, entry) => {
  const { outputFiles } = await build({
    entryPoints: [join(project, "dist", entry)],
    absWorkingDir: project,
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["worker", "browser"],
    logLevel: "warning",
  })
  return outputFiles[0].text
}
