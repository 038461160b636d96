/**
 * Compression of files, by Node's zlib.
 *
 * @module
 */
import { FileError } from "@candela/files/FileError"
import * as NodeStream from "@effect/platform-node/NodeStream"
import type * as Stream from "effect/Stream"
import type { Duplex } from "node:stream"
import * as zlib from "node:zlib"
import type { Compression } from "./Format.js"

/** Node has Zstandard since 22.15. */
const { createZstdCompress } = zlib as { readonly createZstdCompress?: () => Duplex }

const duplexes: Readonly<Record<Compression, (() => Duplex) | undefined>> = {
  gzip: () => zlib.createGzip(),
  zstd: createZstdCompress && (() => createZstdCompress()),
}

/** Whether this Node has a compression. */
export const has = (compression: Compression): boolean => duplexes[compression] !== undefined

/** Compresses bytes for a file. Only for a compression that this Node has. */
export const of =
  (compression: Compression, path: string) =>
  <Err, R>(bytes: Stream.Stream<Uint8Array, Err, R>): Stream.Stream<Uint8Array, Err | FileError, R> =>
    NodeStream.pipeThroughDuplex(
      bytes,
      () => duplexes[compression]!(),
      (error) => new FileError({ reason: "write", path, detail: `could not compress (${String(error)})` }),
    )
