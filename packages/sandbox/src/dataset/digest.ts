import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { dirname, extname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { type Generator, ordered, tablesOf } from "../generate/Generator.js"
import type { Extent } from "../generate/Extent.js"
import { all } from "./all.js"

const running = fileURLToPath(import.meta.url)

/** `.ts` in the sources, `.js` in a build. */
const extension = extname(running)

/** The registry of generators, beside this module. */
const registry = join(dirname(running), `all${extension}`)

/**
 * Modules that make rows: the registry of generators and its imports. A third party's bundle is a
 * single module that contains them all.
 */
export const modulesOf = (entry: string): ReadonlyArray<string> => {
  if (!existsSync(entry)) return [running]
  const found = new Set([entry])
  for (const path of found) {
    const imports = readFileSync(path, "utf8").matchAll(/^import (?!type )[^"]*"(\.[^"]+)\.js"/gm)
    for (const [, module] of imports) found.add(resolve(dirname(path), module + extension))
  }
  return [...found].sort()
}

const textsOf = (entry: string): string => {
  const hash = createHash("sha256")
  for (const path of modulesOf(entry)) hash.update("\n").update(readFileSync(path))
  return hash.digest("hex")
}

/**
 * Result of {@link ofModules}, which this repository's bundler writes in place of this name, so
 * that all commands share their data sets.
 */
declare const CANDELA_SANDBOX_MODULES: string | undefined

/** Digest of the texts of the modules that make rows. */
export const ofModules = (entry?: string): string =>
  entry === undefined && typeof CANDELA_SANDBOX_MODULES === "string"
    ? CANDELA_SANDBOX_MODULES
    : textsOf(entry ?? registry)

/**
 * Sixteen digits that change whenever the rows of a data set may change: they are derived from the
 * tables, the texts of the modules that make rows, and all their inputs.
 */
export const digest = (options: {
  readonly generators: ReadonlyArray<Generator>
  readonly extent: Extent
  readonly seed: number
  readonly now: number
  /** The module with the registry of generators. */
  readonly entry?: string
}): string => {
  const { entry, extent, generators, now, seed } = options
  const own = ordered(all)
  const hash = createHash("sha256")
  hash.update(JSON.stringify([extent, seed, now]))
  for (const generator of ordered(generators)) {
    // The sandbox's own generators are covered by its modules, and their function texts differ
    // between a bundler and the compiler.
    hash.update(`\n${generator.name} ${own.includes(generator) ? "" : String(generator.write)}`)
  }
  for (const { ddl } of tablesOf(generators)) hash.update(`\n${ddl}`)
  hash.update(`\n${ofModules(entry)}`)
  return hash.digest("hex").slice(0, 16)
}
