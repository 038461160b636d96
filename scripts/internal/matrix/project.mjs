// A user's project: the packed tarballs with their peers, and the checks compiled against them.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { pack, tarballOf, tarballs } from "../pack/tarballs.mjs"
import { publicPackages, root } from "../workspace.mjs"
import { output } from "../process.mjs"
import { cache, quietly } from "./registry.mjs"

/** The checks' sources. */
export const program = join(root, "scripts/internal/matrix/program")

/** The packages that the checks use, and those that the sandbox brings. */
const used = new Set([
  ...["core", "market", "stocks", "forex", "node", "sandbox"],
  ...Object.keys(publicPackages.find(({ name }) => name === "sandbox").manifest.dependencies)
    .filter((name) => name.startsWith("@candela/"))
    .map((name) => name.slice("@candela/".length)),
])

/** The version of the catalog, as `name@version`. */
const ofWorkspace = (name) => {
  const { version } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"))
  return `${name}@${version}`
}

/** Installs the packed tarballs and compiles the checks; returns the project's folder. Packs anew unless they are `packed`. */
export const makeProject = async ({ packed: isPacked }) => {
  if (!isPacked) {
    rmSync(tarballs, { recursive: true, force: true })
    await pack(tarballs)
  }
  const project = join(cache, "project")
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const others = ["effect", "@effect/platform", "@types/node"].map(ofWorkspace)
  const packed = publicPackages.filter(({ name }) => used.has(name)).map(({ manifest }) => tarballOf(manifest))
  await output("npm", ["install", ...quietly, "--strict-peer-deps", ...others, ...packed], { cwd: project })
  cpSync(program, project, { recursive: true })
  await output(process.execPath, [join(root, "node_modules/typescript-native/bin/tsc"), "-p", project], {
    cwd: project,
  })
  return project
}

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
