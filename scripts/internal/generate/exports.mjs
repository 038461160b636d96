// The `exports` of a public package: its barrels, each module that they re-export, and what its
// `internal` folder has for the other packages of the workspace. Nothing else can be imported from
// outside. `./scripts/generate` writes them into every package.json.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * The barrels of a package, beside `index.ts` what only some users need: `@candela/core/declare`, and the live channel
 * of a domain, `@candela/stocks/Live`, which programs of requests never load.
 */
const barrels = ["index", "declare", "Live"]

/**
 * Whether a path of `exports` is for the other packages of the workspace alone. It is not promised
 * to users: no barrel, no report and no reference shows it.
 */
export const isInternal = (path) => path.startsWith("./internal/")

/**
 * The modules of a package for the other packages of the workspace: those in `internal` that are
 * called like public ones.
 */
const internalsOf = ({ directory }) => {
  const folder = join(directory, "src/internal")
  return existsSync(folder)
    ? readdirSync(folder).flatMap((file) => (/^[A-Z]\w*\.ts$/.test(file) ? [`internal/${file.slice(0, -3)}`] : []))
    : []
}

/**
 * The modules beside a barrel and in folders beside it that it re-exports, by their paths. Those in
 * `internal` stay private.
 */
const modulesOf = (barrel) =>
  Array.from(barrel.matchAll(/^export [^;"]*? from "\.\/((?!internal\/)[\w/]+)\.js"/gm), ([, name]) => name)

/**
 * The `exports` of a package with these texts of barrels, by name, and other modules. The types
 * stand beside each file: TypeScript finds them by its name.
 */
export const exportsOf = (texts, others = []) => {
  const { index: _, ...besides } = texts
  const modules = [...Object.values(texts).flatMap(modulesOf), ...Object.keys(besides), ...others]
  return Object.fromEntries([
    [".", "./dist/index.js"],
    ...[...new Set(modules)].sort().map((name) => [`./${name}`, `./dist/${name}.js`]),
  ])
}

/** The files of a package's barrels, by name. A `Live` that its index re-exports is a module as others. */
export const barrelsOf = ({ directory }) => {
  const files = barrels.map((name) => [name, join(directory, `src/${name}.ts`)]).filter(([, file]) => existsSync(file))
  const index = files[0]?.[0] === "index" ? modulesOf(readFileSync(files[0][1], "utf8")) : []
  return Object.fromEntries(files.filter(([name]) => !index.includes(name)))
}

/** The `exports` of a package (as `workspace.mjs` lists it). */
export const exportsOfPackage = (package_) =>
  exportsOf(
    Object.fromEntries(Object.entries(barrelsOf(package_)).map(([name, file]) => [name, readFileSync(file, "utf8")])),
    internalsOf(package_),
  )
