/**
 * An endpoint as the document shows it.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type { Description } from "../Descriptions.js"
import type { Example } from "./Examples.js"

/** An endpoint with its texts and its example. */
export interface Served {
  readonly endpoint: Endpoint.Any
  /** The first part of its name: `stocks`. */
  readonly market: string
  readonly description: Description
  readonly example: Example
}
