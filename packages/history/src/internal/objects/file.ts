/**
 * Object as a file for a format's reader: only the parts that it reads are fetched. A small Parquet file takes one request.
 *
 * @module
 */
import { SystemError } from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../StoreError.js"
import type { Opened } from "../store/place.js"
import type { Client } from "./client.js"

/** Opens the object under a key, whose size is known. */
export const open = (client: Client, key: string, path: string, size: number): Opened => {
  let failure: StoreError | undefined
  const fetch = (method: string, start: number, length: number) =>
    Effect.mapError(
      Effect.tapError(client.getRange(key, { start, length, size }), (error) =>
        Effect.sync(() => {
          failure = error.reason === "file" ? undefined : error
        }),
      ),
      ({ message }) =>
        new SystemError({
          reason: "Unknown",
          module: "FileSystem",
          method,
          pathOrDescriptor: key,
          description: message,
        }),
    )
  const file = Effect.sync(() => {
    let at = 0
    return {
      stat: Effect.succeed({ type: "File", size: FileSystem.Size(size) }),
      seek: (offset: FileSystem.SizeInput, from: FileSystem.SeekMode) =>
        Effect.sync(() => {
          at = (from === "start" ? 0 : at) + Number(offset)
        }),
      read: (buffer: Uint8Array) =>
        Effect.suspend(() => {
          const length = Math.min(buffer.length, size - at)
          if (length <= 0) return Effect.succeed(FileSystem.Size(0))
          return Effect.map(fetch("read", at, length), (bytes) => {
            buffer.set(bytes)
            at += bytes.length
            return FileSystem.Size(bytes.length)
          })
        }),
    }
  })
  const fileSystem = FileSystem.makeNoop({
    // Readers only need the size and reads at offsets: the other file operations are for writers.
    open: () => file as unknown as Effect.Effect<FileSystem.File>,
    readFile: () => (size === 0 ? Effect.succeed(new Uint8Array()) : fetch("readFile", 0, size)),
  })
  return { path, fileSystem, failure: () => failure }
}
