/**
 * Bodies of an object store's answers, read up to a limit.
 *
 * @module
 */
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Reads a body; `undefined` if it has more than `limit` bytes, whose rest is not received. */
export const read = (
  response: HttpClientResponse.HttpClientResponse,
  limit: number,
): Effect.Effect<Uint8Array | undefined, HttpClientError.ResponseError> =>
  Effect.suspend(() => {
    // Without waiting for the first byte.
    if (Number(response.headers["content-length"]) > limit) return Effect.succeed(undefined)
    const parts: Array<Uint8Array> = []
    let size = 0
    return response.stream.pipe(
      Stream.takeWhile((part) => {
        size += part.length
        if (size <= limit) parts.push(part)
        // protects: A body of an object store has a limit.
        // mutant: "without an end is read up to a limit": limit → 4 * limit
        return size <= limit
      }),
      Stream.runDrain,
      Effect.catchIf(
        ({ reason }) => reason === "EmptyBody",
        () => Effect.void,
      ),
      Effect.map(() => {
        if (size > limit) return undefined
        const bytes = new Uint8Array(size)
        let at = 0
        for (const part of parts) {
          bytes.set(part, at)
          at += part.length
        }
        return bytes
      }),
    )
  })
