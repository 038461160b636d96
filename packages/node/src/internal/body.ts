/** Bodies: unpacked, in chunks, or whole. */
import { GrowingBuffer } from "@candela/core/BodyReader"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { finished, pipeline, type Readable } from "node:stream"
import { createGunzip } from "node:zlib"

/** Node's default of 16 KiB costs three times the time of a page. */
const UNPACKED_CHUNK = 256 * 1024

/** Whether an answer has no body, though its headers may tell of the one that it would have. */
export const isEmpty = (method: string, { headers, statusCode }: IncomingMessage): boolean =>
  method === "HEAD" || statusCode === 204 || statusCode === 304 || headers["content-length"] === "0"

/** Whether a body is gzip. */
export const isPacked = (headers: IncomingHttpHeaders): boolean =>
  /^(x-)?gzip$/i.test(headers["content-encoding"] ?? "")

/** The body unpacked. Its errors reach whoever reads it, and are nobody's where nobody does. */
export const unpack = (packed: Readable): Readable =>
  pipeline(packed, createGunzip({ chunkSize: UNPACKED_CHUNK }), () => {}).on("error", () => {})

/** Calls `look` with each part of a body, and `done` at its end. Where `look` gives `false` or throws, the rest is given up. */
const forEach = (body: Readable, look: (part: Uint8Array) => boolean, done: (cause?: unknown) => void): void => {
  let wanted = true
  body.on("data", (part: Uint8Array) => {
    // Too many bytes, for the bound or for the memory.
    try {
      wanted &&= look(part)
      if (!wanted) body.destroy()
    } catch (cause) {
      body.destroy(cause as Error)
    }
  })
  finished(body, { writable: false }, (error) => {
    if (!wanted) done()
    else if (error) done(error)
    // A request that is given up drops who listens, lets what has come of the body run out, and ends it like any other.
    else if (body.listenerCount("data") === 0) done(new Error("the request was given up before its body was read"))
    else done()
  })
}

/** `look` for at most `max` bytes. */
export const bounded = (look: (part: Uint8Array) => boolean, max: number): typeof look => {
  let length = 0
  return (part) => {
    length += part.length
    if (length > max) throw new Error(`the body is larger than ${max} bytes`)
    return look(part)
  }
}

/** The whole body, at most `max` bytes. `expected` is the length that its header names, or 0. */
export const collect = (body: Readable, expected: number, max: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const buffer = new GrowingBuffer({ max, expected, allocate: Buffer.allocUnsafeSlow })
    forEach(
      body,
      bounded((chunk) => buffer.append(chunk), max),
      (error) => (error === undefined ? resolve(buffer.bytes()) : reject(error as Error)),
    )
  })

/** The body, part by part. */
export const readerOf =
  <E>(take: () => Readable, onError: (cause: unknown) => E) =>
  (look: (part: Uint8Array) => boolean): Effect.Effect<void, E> =>
    Effect.async((resume) => {
      const fail = (cause: unknown) => resume(Effect.failSync(() => onError(cause)))
      try {
        const body = take()
        forEach(body, look, (error) => (error === undefined ? resume(Effect.void) : fail(error)))
        return Effect.sync(() => body.destroy())
      } catch (cause) {
        return fail(cause)
      }
    })

/** The body as it comes, from the one that `take` gives. A stream that ends early gives the rest of it up. */
export const chunks = <E>(take: () => Readable, onError: (cause: unknown) => E): Stream.Stream<Uint8Array, E> =>
  Stream.unwrapScoped(
    Effect.map(
      Effect.acquireRelease(Effect.try({ try: take, catch: onError }), (body) => Effect.sync(() => body.destroy())),
      (body) => Stream.repeatEffectChunkOption(pulls(body, onError)),
    ),
  )

/** The next bytes of a body, each time that it is run. */
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
      const part = ended === undefined ? (body.read() as Uint8Array | null) : null
      waiting = nobody
      if (part !== null) resume(Effect.succeed(Chunk.of(part)))
      else if (ended !== undefined) resume(Effect.fail(ended))
      else waiting = read
    }
    read()
    return Effect.sync(() => {
      waiting = nobody
    })
  })
}

/** An array of bytes as a buffer of its own, copied only where it is a part of a larger one. */
export const toArrayBuffer = ({ buffer, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  buffer.byteLength === byteLength ? buffer : buffer.slice(0, byteLength)
