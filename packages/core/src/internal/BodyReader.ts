/**
 * Response bodies read chunk by chunk into the reader's own memory.
 *
 * A page of a history is several megabytes: memory of that size is slow to allocate and slow to
 * free. The responses of `NodeClient` in `@candela/node` have a body reader, so a stream of pages
 * is received into the same memory, page after page. Responses of other `HttpClient`s, and
 * responses wrapped by another client, are read by their `arrayBuffer` or `stream`.
 *
 * @module
 */
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as GlobalValue from "effect/GlobalValue"
import * as Predicate from "effect/Predicate"

/**
 * Reads a body to its end and calls `onChunk` with each decompressed chunk. A chunk is valid until
 * `onChunk` returns, and must not be written to. When `onChunk` returns `false`, the rest of the
 * body is discarded. Like a stream, a body can be read this way once; a body that was already read
 * as a whole comes as one chunk. Fails like the response's `arrayBuffer`.
 */
export type BodyReader = (onChunk: (chunk: Uint8Array) => boolean) => Effect.Effect<void, HttpClientError.ResponseError>

/** Upper bound for preallocating from `content-length`. */
const MAX_PREALLOCATED = 64 * 1024 * 1024

/** Collects the chunks of a body in one buffer, which grows by doubling up to `max` bytes. */
export class GrowingBuffer<B extends Uint8Array = Uint8Array> {
  private buffer: B
  private length = 0
  constructor(
    private readonly options: {
      /** Maximum number of bytes of a body. */
      readonly max: number
      /** Length according to `content-length`, or 0. */
      readonly expected: number
      /** Allocates a buffer of at least `size` bytes, whose content does not matter. */
      readonly allocate: (size: number) => B
    },
  ) {
    const { allocate, expected, max } = options
    // protects: No memory is taken for the length that a header claims.
    // mutant: "no buffer is allocated for the length that a header claims": without , MAX_PREALLOCATED
    this.buffer = allocate(Math.min(expected, max, MAX_PREALLOCATED))
  }
  /** Copies a chunk to the end. Returns `false`, and copies nothing, when the body would have more than `max` bytes. */
  append(chunk: Uint8Array): boolean {
    const { allocate, max } = this.options
    const end = this.length + chunk.length
    if (end > max) return false
    if (end > this.buffer.length) {
      const grown = allocate(Math.min(max, Math.max(end, this.buffer.length * 2, 16_384)))
      grown.set(this.bytes())
      this.buffer = grown
    }
    this.buffer.set(chunk, this.length)
    this.length = end
    return true
  }
  /** The bytes so far, on the same memory. */
  bytes(): B {
    return this.buffer.subarray(0, this.length) as B
  }
}

/**
 * Keyed by the response object itself: a wrapped response may have another body, and must not
 * inherit the reader of the original.
 */
const readers = GlobalValue.globalValue(
  "@candela/core/BodyReader/readers",
  () => new WeakMap<HttpClientResponse.HttpClientResponse, BodyReader>(),
)

/** Returns the body reader of a response, if its client offers one. */
export const of = (response: HttpClientResponse.HttpClientResponse): BodyReader | undefined => readers.get(response)

/**
 * Offers body readers for the responses of a client made by `HttpClient.make`. `readerOf` receives
 * each response as the function given to `HttpClient.make` returned it.
 */
export const offering = (
  client: HttpClient.HttpClient,
  readerOf: (response: unknown) => BodyReader | undefined,
): HttpClient.HttpClient =>
  HttpClient.transformResponse(
    client,
    Effect.map((response) => {
      // `HttpClient.make` wraps each response in an object with the same body.
      const reader = readerOf(Predicate.hasProperty(response, "original") ? response.original : response)
      if (reader !== undefined) readers.set(response, reader)
      return response
    }),
  )
