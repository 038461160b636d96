/**
 * The version of the sandbox.
 *
 * @module
 */
import { createRequire } from "node:module"

/** The version of the package, which its manifest says. */
export const version = (): string =>
  (createRequire(import.meta.url)("../package.json") as { readonly version: string }).version
