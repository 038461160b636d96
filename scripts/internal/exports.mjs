// The `exports` of a public package: its barrel, and each module that the barrel re-exports. Nothing else can be imported from outside.
// Run as a program, it writes them into every package.json.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { publicPackages } from "./workspace.mjs"

/** The modules beside an `index.ts` that it re-exports, by name. */
export const publicModules = (index) =>
  [...new Set(Array.from(index.matchAll(/from "\.\/(\w+)\.js"/g), ([, name]) => name))].sort()

/** The `exports` of a package with that `index.ts`. The types stand beside each file: TypeScript finds them by its name. */
export const exportsOf = (index) =>
  Object.fromEntries([
    [".", "./dist/index.js"],
    ...publicModules(index).map((name) => [`./${name}`, `./dist/${name}.js`]),
  ])

/** The text of a package's `index.ts`. */
export const indexOf = ({ directory }) => readFileSync(join(directory, "src/index.ts"), "utf8")

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { directory, manifest } of publicPackages) {
    const text = JSON.stringify({ ...manifest, exports: exportsOf(indexOf({ directory })) }, null, 2)
    writeFileSync(join(directory, "package.json"), `${text}\n`)
  }
}
