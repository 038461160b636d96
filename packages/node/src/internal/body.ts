/** Reads bodies: decompressed, in chunks or completely. */
import { GrowingBuffer } from "@candela/core/internal/BodyReader"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { finished, pipeline, type Readable } from "node:stream"
import { createGunzip } from "node:zlib"

/** Chunk size of decompression. With Node's default of 16 KiB, decompressing a page takes three times as long. */
const GUNZIP_CHUNK = 256 * 1024

/** Whether a response has no body, even if its headers describe one. */
export const isEmpty = (method: string, { headers, statusCode }: IncomingMessage): boolean =>
  method === "HEAD" || statusCode === 204 || statusCode === 304 || headers["content-length"] === "0"

/** Whether a body is gzip. */
export const isGzip = (headers: IncomingHttpHeaders): boolean => /^(x-)?gzip$/i.test(headers["content-encoding"] ?? "")

/** Decompresses a body. Its errors reach the reader of the result; without a reader they are ignored. */
export const gunzip = (compressed: Readable): Readable =>
  pipeline(compressed, createGunzip({ chunkSize: GUNZIP_CHUNK }), () => {}).on("error", () => {})

type OnChunk = (chunk: Uint8Array) => boolean

/**
 * Calls `onChunk` with each chunk of a body, and `done` at its end. When `onChunk` returns `false`
 * or throws, the rest is discarded.
 */
const forEach = (body: Readable, onChunk: OnChunk, done: (cause?: unknown) => void): void => {
  let wanted = true
  body.on("data", (chunk: Uint8Array) => {
    // `onChunk` throws when the body exceeds its bound, or when memory cannot be allocated.
    try {
      wanted &&= onChunk(chunk)
      if (!wanted) body.destroy()
    } catch (cause) {
      body.destroy(cause as Error)
    }
  })
  finished(body, { writable: false }, (error) => {
    if (!wanted) done()
    else if (error) done(error)
    // An aborted request removes the listeners, discards what it has received, and ends the body without an error.
    else if (body.listenerCount("data") === 0) done(new Error("the request was aborted before its body was read"))
    else done()
  })
}

/** Throws when the chunks exceed `max` bytes. */
export const bounded = (onChunk: OnChunk, max: number): OnChunk => {
  let length = 0
  return (chunk) => {
    length += chunk.length
    if (length > max) throw new Error(`the body is larger than ${max} bytes`)
    return onChunk(chunk)
  }
}

/** Reads a whole body of at most `max` bytes. `expected` is the length in its header, or 0. */
export const collect = (body: Readable, expected: number, max: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const buffer = new GrowingBuffer({ max, expected, allocate: Buffer.allocUnsafeSlow })
    forEach(
      body,
      bounded((chunk) => buffer.append(chunk), max),
      (error) => (error === undefined ? resolve(buffer.bytes()) : reject(error as Error)),
    )
  })

/** Makes a reader of the body that `take` returns. */
export const readerOf =
  <E>(take: () => Readable, onError: (cause: unknown) => E) =>
  (onChunk: OnChunk): Effect.Effect<void, E> =>
    Effect.async((resume) => {
      const fail = (cause: unknown) => resume(Effect.failSync(() => onError(cause)))
      try {
        const body = take()
        forEach(body, onChunk, (error) => (error === undefined ? resume(Effect.void) : fail(error)))
        return Effect.sync(() => body.destroy())
      } catch (cause) {
        return fail(cause)
      }
    })

/** Streams the body that `take` returns. When the stream ends early, the rest is discarded. */
export const chunks = <E>(take: () => Readable, onError: (cause: unknown) => E): Stream.Stream<Uint8Array, E> =>
  Stream.unwrapScoped(
    Effect.map(
      Effect.acquireRelease(Effect.try({ try: take, catch: onError }), (body) => Effect.sync(() => body.destroy())),
      (body) => Stream.repeatEffectChunkOption(pulls(body, onError)),
    ),
  )

/** Reads the next bytes of a body on each run. */
const pulls = <E>(
  body: Readable,
  onError: (cause: unknown) => E,
): Effect.Effect<Chunk.Chunk<Uint8Array>, Option.Option<E>> => {
  let ended: Option.Option<E> | undefined
  const nobody = () => {}
  let waiting = nobody
  body.on("readable", () => waiting())
  finished(body, { writable: false }, (error) => {
    ended = error ? Option.some(onError(error)) : Option.none()
    waiting()
  })
  return Effect.async((resume) => {
    const read = () => {
      const chunk = ended === undefined ? (body.read() as Uint8Array | null) : null
      waiting = nobody
      if (chunk !== null) resume(Effect.succeed(Chunk.of(chunk)))
      else if (ended !== undefined) resume(Effect.fail(ended))
      else waiting = read
    }
    read()
    return Effect.sync(() => {
      waiting = nobody
    })
  })
}

/** Converts bytes to an `ArrayBuffer`, copied only if they are part of a larger buffer. */
export const toArrayBuffer = ({ buffer, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  buffer.byteLength === byteLength ? buffer : buffer.slice(0, byteLength)
