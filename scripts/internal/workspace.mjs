// The packages of the workspace.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The clone. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

/** The data sets of the sandbox that tests and examples share. vitest.config.ts names them to the tests. */
export const data = join(root, "node_modules/.cache/candela/data")

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

/** The published packages that programs import. The others are commands alone. */
export const libraries = publicPackages.filter(({ manifest }) => !manifest.bin || manifest.exports?.["."] !== undefined)

const serviceOf = (name) => name[0].toUpperCase() + name.slice(1)

/**
 * The module of a package's service: `packages/stocks/src/Stocks.ts`, which exports the class
 * `Stocks` with its endpoints.
 */
const serviceModule = ({ directory, name }) => join(directory, "src", `${serviceOf(name)}.ts`)

const hasService = (package_) => {
  const file = serviceModule(package_)
  return existsSync(file) && readFileSync(file, "utf8").includes("static readonly endpoints")
}

/** The packages that have a service, each with the name of its class. */
export const domains = publicPackages
  .filter(hasService)
  .map((package_) => ({ ...package_, service: serviceOf(package_.name) }))
