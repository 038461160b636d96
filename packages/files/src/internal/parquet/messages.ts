/** Messages between the main thread and the worker that encodes. */
import type { Properties } from "./properties.js"

/** What the worker starts with. */
export type Start = Properties

/** A part of a row group, or the end of the file: an Arrow stream of one batch, or of none. The worker owns its bytes until it answers. */
export interface Request {
  readonly ipc: Uint8Array
  readonly isLast: boolean
}

/** What the worker says: that it is ready, and then an answer to each request, in their order. */
export type Reply =
  | { readonly _tag: "Ready" }
  | {
      readonly _tag: "Bytes"
      readonly bytes: ReadonlyArray<Uint8Array>
      /** The memory of the request, for the next one: what is given up stays allocated until the garbage collector of its thread runs. */
      readonly spare: ArrayBuffer
    }
  | { readonly _tag: "Failed"; readonly message: string }
