/** Bodies: unpacked, in chunks, or whole. */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { IncomingMessage } from "node:http"
import { finished, pipeline, type Readable } from "node:stream"
import { createGunzip } from "node:zlib"

/** Node's default of 16 KiB costs three times the time of a page. */
const UNPACKED_CHUNK = 256 * 1024

/** No more than this is made ready on a header's word alone. */
const MOST_AT_ONCE = 64 * 1024 * 1024

/** Whether an answer's body is gzip. */
export const isPacked = (method: string, { headers, statusCode }: IncomingMessage): boolean =>
  headers["content-encoding"] === "gzip" && method !== "HEAD" && statusCode !== 204 && statusCode !== 304

/** The body unpacked. Errors reach whoever reads it. */
export const unpack = (packed: Readable): Readable =>
  pipeline(packed, createGunzip({ chunkSize: UNPACKED_CHUNK }), () => {})

/** Bytes that grow by doubling. */
class Bytes {
  private bytes: Uint8Array<ArrayBuffer>
  length = 0
  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafeSlow(expected)
  }
  append(part: Uint8Array): void {
    const end = this.length + part.length
    if (end > this.bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(end, 2 * this.bytes.length, 16_384))
      grown.set(this.bytes.subarray(0, this.length))
      this.bytes = grown
    }
    this.bytes.set(part, this.length)
    this.length = end
  }
  result(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length)
  }
}

const readBefore = () => new Error("the body was read before")

/** The whole body, at most `max` bytes. `expected` is the length that its header names, or 0. Interrupted, it gives the body up. */
export const collect = (
  body: Readable,
  expected: number,
  max: number,
): Effect.Effect<Uint8Array<ArrayBuffer>, unknown> =>
  Effect.async((resume) => {
    if (body.readableDidRead) return resume(Effect.fail(readBefore()))
    const bytes = new Bytes(Math.min(expected, max, MOST_AT_ONCE))
    body.on("data", (part: Uint8Array) => {
      if (bytes.length + part.length > max) body.destroy(new Error(`the body is larger than ${max} bytes`))
      else bytes.append(part)
    })
    finished(body, { writable: false }, (error) => resume(error ? Effect.fail(error) : Effect.succeed(bytes.result())))
    return Effect.sync(() => body.destroy())
  })

/** The body as it comes. A stream that ends early gives the rest of it up. */
export const chunks = <E>(body: Readable, onError: (cause: unknown) => E): Stream.Stream<Uint8Array, E> => {
  let ended: Option.Option<E> | undefined
  const nobody = () => {}
  let waiting = nobody
  const listen = Effect.sync(() => {
    if (body.readableDidRead) {
      ended = Option.some(onError(readBefore()))
      return
    }
    body.on("readable", () => waiting())
    finished(body, { writable: false }, (error) => {
      ended = error ? Option.some(onError(error)) : Option.none()
      waiting()
    })
  })
  const pull = Effect.async<Chunk.Chunk<Uint8Array>, Option.Option<E>>((resume) => {
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
  return Stream.unwrapScoped(
    Effect.as(
      Effect.acquireRelease(listen, () => Effect.sync(() => body.destroy())),
      Stream.repeatEffectChunkOption(pull),
    ),
  )
}

/** An array of bytes as a buffer of its own, copied only where it is a part of a larger one. */
export const toArrayBuffer = ({ buffer, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  buffer.byteLength === byteLength ? buffer : buffer.slice(0, byteLength)
