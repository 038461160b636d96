// What the scripts need to know of the workspace.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The clone. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

/** The pnpm that this workspace is installed with, for `npx --yes`. */
export const pnpm = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager

/** Every package, by its folder's name. */
export const packages = readdirSync(join(root, "packages")).map((name) => ({
  name,
  directory: join(root, "packages", name),
  manifest: JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")),
}))

/** The packages that are published. */
export const publicPackages = packages.filter(({ manifest }) => !manifest.private)
