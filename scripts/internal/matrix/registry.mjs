// Packages by their exact versions, installed once into the clone's cache, not into the workspace.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../workspace.mjs"
import { complaint, run, Skipped } from "../process.mjs"

/** The matrix's folder in the clone's cache. */
export const cache = join(root, "node_modules/.cache/candela/matrix")

const npm = process.platform === "win32" ? "npm.cmd" : "npm"

/** Options of every `npm install` of the matrix. */
export const quietly = [
  "--no-audit",
  "--no-fund",
  "--no-save",
  "--ignore-scripts",
  "--prefer-offline",
  "--loglevel=error",
]

/** The folder of a package, whose `node_modules` also holds what it needs. */
export const installed = async (name, version) => {
  const folder = join(cache, "packages", `${name.replace("/", "+")}@${version}`)
  if (!existsSync(folder)) {
    const partial = `${folder}.partial`
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true })
    writeFileSync(join(partial, "package.json"), '{ "private": true }')
    const { code, stderr } = await run(npm, ["install", ...quietly, `${name}@${version}`], { cwd: partial })
    if (code !== 0) throw new Skipped(`npm cannot install ${name}@${version}: ${complaint(stderr)}`)
    renameSync(partial, folder)
  }
  return join(folder, "node_modules", name)
}
