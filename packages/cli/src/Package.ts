/**
 * This package as it is installed.
 *
 * @module
 */
import { readFileSync } from "node:fs"

/** The version of the package, which its manifest says. `src`, `dist` and `bundle`, where this module may run, lie beside the manifest. */
export const version = (): string =>
  (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { readonly version: string })
    .version
