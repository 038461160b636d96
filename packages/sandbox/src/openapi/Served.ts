/**
 * The endpoints that the document shows.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as Routes from "../routes/Routes.js"
import type { Example } from "./Examples.js"

/** An endpoint of the catalogue with its example. */
export interface Served {
  readonly entry: Catalog.Entry
  readonly example: Example
}

/** The endpoints of the catalogue that the sandbox has a route for. */
export const entries = (): ReadonlyArray<Catalog.Entry> => {
  const names = new Set(Routes.all.map(({ endpoint }) => endpoint.name))
  return Catalog.endpoints.filter(({ name }) => names.has(name))
}
