/**
 * Object as a file for a format's reader. The first read of a process fetches the whole object and
 * checks its digest; later ones fetch only the parts that they need, as long as the object has the
 * same ETag. A small Parquet file takes one request in both cases.
 *
 * @module
 */
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../../StoreError.js"
import * as Checked from "../commit/checked.js"
import type { Entry } from "../layout/manifest.js"
import type { Client } from "./client.js"

/** Opens the object under a key. */
export const open = (
  client: Client,
  checked: Checked.Checked,
  key: string,
  path: string,
  entry: Entry,
): Checked.Opened => {
  const size = entry.bytes
  let failure: StoreError | undefined
  let whole: Uint8Array | undefined

  const part = (start: number, length: number) =>
    Effect.gen(function* () {
      if (whole !== undefined) return whole.subarray(start, start + length)
      const known = checked.stateOf(key, entry)
      if (known !== undefined) {
        const { bytes, etag } = yield* client.getRange(key, { start, length, size })
        // protects: An object that changed after its check is checked again.
        // mutant: "is an error of a read, also once it has been read": === known → !== undefined
        if (etag === known) return bytes
      }
      const got = yield* client.get(key, size)
      if (got === undefined) return yield* Checked.damage(path, "the object is not there")
      // protects: An object whose bytes have changed is not read.
      // mutant: "is an error of a read, also once it has been read": removed
      yield* Checked.require(path, entry, got.bytes)
      checked.remember(key, entry, got.etag)
      whole = got.bytes
      return whole.subarray(start, start + length)
    })

  const fetch: Checked.Fetch = (method, start, length) =>
    Effect.mapError(part(start, length), (error) => {
      failure = error
      return Checked.unreadable(method, key, error)
    })
  return {
    path,
    fileSystem: FileSystem.makeNoop({
      open: () => Checked.fileOf(size, fetch),
      readFile: () => (size === 0 ? Effect.succeed(new Uint8Array()) : fetch("readFile", 0, size)),
    }),
    failure: () => failure,
  }
}
