/**
 * Bodies that are handed over in parts, to a reader that has memory of its own for them.
 *
 * A whole page of a history is some megabytes; memory of that size is slow to get, and slow to give back. The answers of `NodeClient` in `@candela/node` can
 * be read so: then a stream of pages is received into the same memory, page after page. The answers of every other `HttpClient`, and those of a client that
 * puts its own answers around them, are read by their `arrayBuffer` or `stream`.
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
 * Reads a body to its end: calls `look` with each part as it comes, unpacked. A part is on loan: it may change as soon as `look` has returned, and must
 * not be written to. Where `look` gives `false`, the rest of the body is given up. Like a stream, a body can be read so once; one that was read whole before
 * comes in one part. Fails as the answer's `arrayBuffer` does.
 */
export type ForEach = (look: (part: Uint8Array) => boolean) => Effect.Effect<void, HttpClientError.ResponseError>

/** By the very object: whatever is put around an answer may have another body, and does not inherit what hands over the old one. */
const offers = GlobalValue.globalValue(
  "@candela/core/Parts/offers",
  () => new WeakMap<HttpClientResponse.HttpClientResponse, ForEach>(),
)

/** What hands over the body of an answer, if its client offers it. */
export const of = (response: HttpClientResponse.HttpClientResponse): ForEach | undefined => offers.get(response)

/**
 * A client that was made by `HttpClient.make`, and offers the bodies of its answers in parts. `forEachOf` is given each answer as the client's own function
 * made it.
 */
export const offering = (
  client: HttpClient.HttpClient,
  forEachOf: (answer: unknown) => ForEach | undefined,
): HttpClient.HttpClient =>
  HttpClient.transformResponse(
    client,
    Effect.map((response) => {
      // The platform puts an object of its own around an answer, with the same body.
      const forEach = forEachOf(Predicate.hasProperty(response, "original") ? response.original : response)
      if (forEach !== undefined) offers.set(response, forEach)
      return response
    }),
  )
