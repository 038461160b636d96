/**
 * Bodies that are handed over in parts, to a reader that has memory of its own for them.
 *
 * A whole page of a history is some megabytes; memory of that size is slow to get, and slow to give back. The answers of `NodeClient` in `@candela/node` can
 * be read so: then a stream of pages is received into the same memory, page after page. The answers of every other `HttpClient` are read by their
 * `arrayBuffer` or `stream`.
 */
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import type * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** Under this key an answer has what hands its body over. */
export const TypeId: unique symbol = Symbol.for("@candela/core/Parts")

/** The key's type. */
export type TypeId = typeof TypeId

/**
 * Reads a body to its end: calls `look` with each part as it comes, unpacked. A part is on loan: it may change as soon as `look` has returned, and must
 * not be written to. Where `look` gives `false`, the rest of the body is given up. Like a stream, a body can be read so once; one that was read whole before
 * comes in one part. Fails as the answer's `arrayBuffer` does.
 */
export type ForEach = (look: (part: Uint8Array) => boolean) => Effect.Effect<void, HttpClientError.ResponseError>

/** An answer whose body can be read in parts. */
export interface Parts {
  readonly [TypeId]: ForEach | undefined
}

/** What hands over the body of an answer, if its client can. */
export const of = (response: HttpClientResponse.HttpClientResponse): ForEach | undefined => {
  if (Predicate.hasProperty(response, TypeId)) return (response as unknown as Parts)[TypeId]
  // Clients that `HttpClient.make` makes put an object of their own around an answer, with the same body.
  return Predicate.hasProperty(response, "original") ? of(response.original as typeof response) : undefined
}
