/** Reads the body of a response into one bounded buffer, and decompresses it if the `HttpClient` did not. */
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { GrowingBuffer } from "../BodyReader.js"
import type { BufferPool } from "./bufferPool.js"

/** The error of a body with more than the maximum number of bytes. */
export const tooLarge = "TooLarge"

type OnChunk = (chunk: Uint8Array) => boolean

/**
 * Reads a whole body of at most `max` bytes into a buffer from `buffers`. `expected` is the length in its header, or 0.
 */
export const readAll = <E>(
  reader: (onChunk: OnChunk) => Effect.Effect<void, E>,
  max: number,
  expected: number,
  buffers: BufferPool,
): Effect.Effect<Uint8Array, E | typeof tooLarge> =>
  Effect.suspend(() => {
    const buffer = new GrowingBuffer({ max, expected, allocate: (size) => buffers.take(size) })
    let fits = true
    return Effect.flatMap(
      reader((chunk) => (fits = buffer.append(chunk))),
      () => (fits ? Effect.succeed(buffer.bytes()) : Effect.fail(tooLarge)),
    )
  })

/** A reader of a stream. */
export const readerOf =
  <E>(stream: Stream.Stream<Uint8Array, E>) =>
  (onChunk: OnChunk): Effect.Effect<void, E> =>
    Stream.runForEachWhile(stream, (chunk) => Effect.sync(() => onChunk(chunk))).pipe(
      // A stream runs in its own fiber. Its failure is reported by the call, so the runtime must not log it.
      Effect.withUnhandledErrorLogLevel(Option.none()),
    )

/** Whether the bytes start like gzip. No JSON text does. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/**
 * Decompresses gzip with the platform's `DecompressionStream`. Fails with `unknown` if the gzip
 * data are truncated or corrupt.
 */
export const gunzip = (bytes: Uint8Array, max: number, buffers: BufferPool): Effect.Effect<Uint8Array, unknown> => {
  const decompressed = Stream.fromReadableStream<Uint8Array, unknown>(
    () => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("gzip")),
    identity,
  )
  return readAll(readerOf(decompressed), max, bytes.length * 4, buffers)
}
