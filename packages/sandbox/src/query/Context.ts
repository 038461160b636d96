/**
 * Facts of a request for its handler, besides the parameters.
 *
 * @module
 */
import type { Subscription } from "../access/Subscription.js"
import type * as Cursor from "./Cursor.js"

/** Facts of a request, whatever its endpoint. */
export interface Asked {
  /** Plan of the request's key. */
  readonly subscription: Subscription
  /** Present of the sandbox, epoch milliseconds: the clock's time, not the end of the visible data. */
  readonly present: number
  /** Seed of the data. */
  readonly seed: number
  /** Origin of the service as the client wrote it: URLs in answers begin with it. */
  readonly origin: string
  /** Position in the request's cursor, from the `next` of the previous page; absent on a first page. */
  readonly after: ReadonlyArray<Cursor.Value> | undefined
}

/** Facts of a request, and the data that its key sees. */
export interface Context extends Asked {
  /** The name of the endpoint, for errors. */
  readonly endpoint: string
  /**
   * End of the data that the key sees, epoch milliseconds: the present, less the plan's delay where
   * it applies to the endpoint.
   */
  readonly visible: number
  /** Start of the plan's history, epoch milliseconds; absent when unlimited. */
  readonly history: number | undefined
  /** The answer's `status`: `DELAYED` where the plan's delay touches the time that it depends on. */
  readonly status: "OK" | "DELAYED"
}
