/**
 * This package as installed.
 *
 * @module
 */
import { readFileSync } from "node:fs"

/**
 * Version of the package, from its manifest. `src`, `dist` and `bundle`, where this module may run,
 * lie beside the manifest.
 */
export const version = (): string =>
  (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { readonly version: string })
    .version
