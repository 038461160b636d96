// The `exports` of a public package: its barrels, and each module that they re-export. Nothing else can be imported from outside.
// `./scripts/generate` writes them into every package.json.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The barrels of a package, beside `index.ts` what only some users need: `@candela/core/declare`. */
const barrels = ["index", "declare"]

/** Modules that other packages of the workspace import, and no user: they stand in no barrel, and the reference does not show them. */
const withoutBarrel = {
  core: ["Absence", "Adjusted", "Admission", "BodyReader", "ErrorResponse", "Redaction", "Semaphore", "TimeLimit"],
  files: ["WholeFile"],
  sandbox: ["dataset/directory", "dataset/names", "http/hostNames"],
}

/** The modules beside a barrel and in folders beside it that it re-exports, by their paths. Those in `internal` stay private. */
const modulesOf = (barrel) => Array.from(barrel.matchAll(/from "\.\/((?!internal\/)[\w/]+)\.js"/g), ([, name]) => name)

/** The `exports` of a package with these texts of barrels, by name, and other modules. The types stand beside each file: TypeScript finds them by its name. */
export const exportsOf = (texts, others = []) => {
  const { index: _, ...besides } = texts
  const modules = [...Object.values(texts).flatMap(modulesOf), ...Object.keys(besides), ...others]
  return Object.fromEntries([
    [".", "./dist/index.js"],
    ...[...new Set(modules)].sort().map((name) => [`./${name}`, `./dist/${name}.js`]),
  ])
}

/** The files of a package's barrels, by name. */
export const barrelsOf = ({ directory }) =>
  Object.fromEntries(
    barrels.map((name) => [name, join(directory, `src/${name}.ts`)]).filter(([, file]) => existsSync(file)),
  )

/** The `exports` of a package (as `workspace.mjs` lists it). */
export const exportsOfPackage = (package_) =>
  exportsOf(
    Object.fromEntries(Object.entries(barrelsOf(package_)).map(([name, file]) => [name, readFileSync(file, "utf8")])),
    withoutBarrel[package_.name],
  )
