/**
 * Folder and version of this package as installed.
 *
 * @module
 */
import { createRequire } from "node:module"

/** Folder of the package. It contains `src`, `dist` and `bundle`, from which this module may run. */
export const folder = new URL("../", import.meta.url)

/** Version of the package, from its manifest. */
export const version = (): string => (createRequire(folder)("./package.json") as { readonly version: string }).version
