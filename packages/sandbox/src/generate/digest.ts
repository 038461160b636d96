import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { all } from "./all.js"
import type { Extent } from "./Extent.js"
import { type Generator, ordered, tablesOf } from "./Generator.js"

const running = fileURLToPath(import.meta.url)

/** `.ts` in the sources, `.js` where they are built. */
const extension = extname(running)

/** The modules outside this directory that rows depend on. */
const others = ["../Calendar", "../Rounding", "../Table"]

/** Where the modules that make rows are: beside this one or, where the command is bundled into one file, in the package's `dist`. */
const modules = () =>
  basename(running, extension) === "digest" ? dirname(running) : join(dirname(running), "../dist/generate")

/** The modules that make rows: all of a directory, and the others. A bundle of someone else's is one module, which holds all. */
const modulesOf = (directory: string): ReadonlyArray<string> =>
  existsSync(join(directory, `digest${extension}`))
    ? readdirSync(directory, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(extension) && !name.endsWith(".d.ts"))
        .sort()
        .map((name) => join(directory, name))
        .concat(others.map((module) => join(modules(), module + extension)))
    : [running]

/**
 * Sixteen digits that change whenever the rows of a data set may change: they follow from the tables, the texts of the modules that make rows, and all
 * that these make them from.
 */
export const digest = (options: {
  readonly generators: ReadonlyArray<Generator>
  readonly extent: Extent
  readonly seed: number
  readonly now: number
  /** Where the modules are. */
  readonly directory?: string
}): string => {
  const { directory = modules(), extent, generators, now, seed } = options
  const own = ordered(all)
  const hash = createHash("sha256")
  hash.update(JSON.stringify([extent, seed, now]))
  for (const generator of ordered(generators)) {
    // The sandbox's own are in its modules, and a bundler writes them otherwise than the compiler.
    hash.update(`\n${generator.name} ${own.includes(generator) ? "" : String(generator.write)}`)
  }
  for (const { ddl } of tablesOf(generators)) hash.update(`\n${ddl}`)
  for (const path of modulesOf(directory)) hash.update("\n").update(readFileSync(path))
  return hash.digest("hex").slice(0, 16)
}
