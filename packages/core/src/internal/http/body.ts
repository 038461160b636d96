/** A response's body as bytes: bounded, and unpacked where the `HttpClient` did not do it. */
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { BodyReader } from "../../BodyReader.js"
import type { BufferPool } from "./bufferPool.js"

/** A body that passed its bound. */
export class TooLarge {
  readonly _tag = "TooLarge"
}

/** No more than this is made ready on a header's word alone. */
const mostAtOnce = 64 * 1024 * 1024

/** A buffer that grows by doubling, up to `max` bytes. `expected` sizes it: the `content-length`, if there is one. */
class Buffer {
  private bytes: Uint8Array
  private length = 0
  constructor(
    private readonly max: number,
    expected: number,
    private readonly buffers: BufferPool,
  ) {
    this.bytes = buffers.take(Math.min(expected, max, mostAtOnce))
  }
  /** Whether the chunk still fits. */
  append(chunk: Uint8Array): boolean {
    const end = this.length + chunk.length
    if (end > this.max) return false
    if (end > this.bytes.length) {
      const grown = this.buffers.take(Math.min(this.max, Math.max(end, this.bytes.length * 2, 16_384)))
      grown.set(this.bytes.subarray(0, this.length))
      this.bytes = grown
    }
    this.bytes.set(chunk, this.length)
    this.length = end
    return true
  }
  result(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}

/** The bytes of a stream, at most `max` of them, in a buffer from `buffers`. */
export const collect = <E, R>(
  stream: Stream.Stream<Uint8Array, E, R>,
  max: number,
  expected: number,
  buffers: BufferPool,
): Effect.Effect<Uint8Array, E | TooLarge, R> =>
  Effect.suspend(() => {
    const buffer = new Buffer(max, expected, buffers)
    const add = (chunks: Chunk.Chunk<Uint8Array>) =>
      Chunk.every(chunks, (chunk) => buffer.append(chunk)) ? Effect.void : Effect.fail(new TooLarge())
    return Stream.runForEachChunk(stream, add).pipe(
      Effect.map(() => buffer.result()),
      // A stream runs in a fiber of its own. Its failure is ours to report, and is logged nowhere else.
      Effect.withUnhandledErrorLogLevel(Option.none()),
    )
  })

/** The bytes of a body that has a reader, at most `max` of them. */
export const readAll = (
  reader: BodyReader,
  max: number,
  expected: number,
  buffers: BufferPool,
): Effect.Effect<Uint8Array, HttpClientError.ResponseError | TooLarge> =>
  Effect.suspend(() => {
    const buffer = new Buffer(max, expected, buffers)
    let fits = true
    return Effect.flatMap(
      reader((chunk) => (fits = buffer.append(chunk))),
      () => (fits ? Effect.succeed(buffer.result()) : Effect.fail(new TooLarge())),
    )
  })

/** Whether the bytes are a gzip member: no JSON text starts so. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Unpacks gzip by the platform's own `DecompressionStream`. Fails with `unknown` on a stream that is cut or spoilt. */
export const gunzip = (bytes: Uint8Array, max: number, buffers: BufferPool): Effect.Effect<Uint8Array, unknown> =>
  Effect.tryPromise({
    try: async (signal) => {
      const buffer = new Buffer(max, bytes.length * 4, buffers)
      const unpacked = new Blob([bytes as Uint8Array<ArrayBuffer>])
        .stream()
        .pipeThrough(new DecompressionStream("gzip"))
      const reader = unpacked.getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return buffer.result()
        if (signal.aborted || !buffer.append(value)) {
          await reader.cancel()
          throw new TooLarge()
        }
      }
    },
    catch: (cause) => cause,
  })
