/**
 * This package as it is installed: its folder and its version.
 *
 * @module
 */
import { createRequire } from "node:module"

/** The package's folder. `src`, `dist` and `bundle`, where this module may run, lie in it. */
export const folder = new URL("../", import.meta.url)

/** The version of the package, which its manifest says. */
export const version = (): string => (createRequire(folder)("./package.json") as { readonly version: string }).version
