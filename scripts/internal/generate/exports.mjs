// The `exports` of a public package: its barrel, and each module that the barrel re-exports. Nothing else can be imported from outside.
// `./scripts/generate` writes them into every package.json.
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The modules beside an `index.ts` and in folders beside it that it re-exports, by their paths. Those in `internal` stay private. */
export const publicModules = (index) =>
  [...new Set(Array.from(index.matchAll(/from "\.\/((?!internal\/)[\w/]+)\.js"/g), ([, name]) => name))].sort()

/** The `exports` of a package with that `index.ts`. The types stand beside each file: TypeScript finds them by its name. */
export const exportsOf = (index) =>
  Object.fromEntries([
    [".", "./dist/index.js"],
    ...publicModules(index).map((name) => [`./${name}`, `./dist/${name}.js`]),
  ])

/** The text of a package's `index.ts`. */
export const indexOf = ({ directory }) => readFileSync(join(directory, "src/index.ts"), "utf8")
