/**
 * An endpoint as the document shows it.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import type { Example } from "./Examples.js"

/** An endpoint of the catalogue with its example. */
export interface Served {
  readonly entry: Catalog.Entry
  readonly example: Example
}
