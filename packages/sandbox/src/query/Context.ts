/**
 * What a handler knows of a request besides its parameters.
 *
 * @module
 */
import type { Subscription } from "../access/Subscription.js"
import type * as Cursor from "./Cursor.js"

/** Facts of a request, whatever its endpoint. */
export interface Asked {
  /** The plan of the key that asks. */
  readonly subscription: Subscription
  /** The sandbox's present, epoch milliseconds: what the clock says, not how far the data are seen. */
  readonly present: number
  /** Seed of the data. */
  readonly seed: number
  /** The service's address as the client wrote it, without a path: addresses in answers begin with it. */
  readonly origin: string
  /** The position that the request's cursor carries, as the page before gave it in its `next`; absent on a first page. */
  readonly after: ReadonlyArray<Cursor.Value> | undefined
}

/** Facts of a request, and the data that its key sees. */
export interface Context extends Asked {
  /** The name of the endpoint, for errors. */
  readonly endpoint: string
  /** End of the data that the key sees, epoch milliseconds: the present, less the delay of the plan where it concerns the endpoint. */
  readonly visible: number
  /** Begin of the plan's history, epoch milliseconds; absent where the key sees all of it. */
  readonly history: number | undefined
  /** The answer's `status`: `DELAYED` where a delay concerns it. */
  readonly status: "OK" | "DELAYED"
}
