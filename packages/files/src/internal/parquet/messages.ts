/** Messages between the main thread and the encoding worker. */
import type { Properties } from "./properties.js"

/**
 * A part of a row group, or the end of the file: an Arrow stream of one batch, or of none. The
 * worker owns its bytes until it replies.
 */
export interface EncodeRequest {
  /** Those of the file, the same in all requests. */
  readonly properties: Properties
  readonly ipc: Uint8Array
  readonly isLast: boolean
}

/** Messages of the worker: ready, and then a reply to each request, in order. */
export type Reply =
  | { readonly _tag: "Ready" }
  | {
      readonly _tag: "Bytes"
      readonly bytes: ReadonlyArray<Uint8Array>
      /**
       * Memory of the request, for reuse: discarded memory stays allocated until the garbage
       * collector of its thread runs.
       */
      readonly spare: ArrayBuffer
    }
  | { readonly _tag: "Failed"; readonly message: string }
