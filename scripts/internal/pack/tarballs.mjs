// Packs the public packages.
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { stable } from "./stable.mjs"
import { writeAgents } from "../generate/agents.mjs"
import { pnpm, publicPackages, root } from "../workspace.mjs"

/** Where the checks keep the packed packages. */
export const tarballs = join(root, "node_modules/.cache/candela/tarballs")

/** A packed package. */
export const tarballOf = ({ name, version }, folder = tarballs) =>
  join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)

/**
 * Packs every public package into a folder, in place of older tarballs of the same version, and
 * returns their paths. The same contents give the same bytes.
 */
export const pack = async (folder) => {
  mkdirSync(folder, { recursive: true })
  writeAgents()
  const paths = publicPackages.map(({ manifest }) => tarballOf(manifest, folder))
  for (const path of paths) rmSync(path, { force: true })
  const filters = publicPackages.flatMap(({ manifest }) => ["--filter", manifest.name])
  execFileSync("npx", ["--yes", pnpm, ...filters, "pack", "--pack-destination", folder], { cwd: root, stdio: "pipe" })
  const missing = paths.filter((path) => !existsSync(path))
  if (missing.length > 0) throw new Error(`pnpm pack did not write ${missing.join(", ")}`)
  for (const path of paths) writeFileSync(path, await stable(readFileSync(path)))
  return paths
}
