/**
 * An object as a file that a format's reader opens: the parts that it reads are fetched, and nothing else. A small Parquet file is one request.
 *
 * @module
 */
import { SystemError } from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import type { Client } from "./client.js"

/** A file system that has one object, of a size that is known, under any path. */
export const of = (client: Client, key: string, size: number): FileSystem.FileSystem => {
  const fetch = (method: string, start: number, length: number) =>
    Effect.mapError(
      client.getRange(key, { start, length, size }),
      ({ message }) =>
        new SystemError({
          reason: "Unknown",
          module: "FileSystem",
          method,
          pathOrDescriptor: key,
          description: message,
        }),
    )
  const open = Effect.sync(() => {
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
  return FileSystem.makeNoop({
    // A reader asks for the size, and reads from places on: the rest of a file's operations is for writers.
    open: () => open as unknown as Effect.Effect<FileSystem.File>,
    readFile: () => (size === 0 ? Effect.succeed(new Uint8Array()) : fetch("readFile", 0, size)),
  })
}
