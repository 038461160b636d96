import * as BodyReader from "@candela/core/internal/BodyReader"
import type * as ErrorResponse from "@candela/core/internal/ErrorResponse"
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Effect, Predicate } from "effect"

/** Bytes of the answers made by {@link of}. */
const bodies = new WeakMap<HttpClientResponse.HttpClientResponse, Uint8Array>()

/**
 * Converts an answer of this process into a client response. A web `Response` is made only when its
 * stream is requested: Node takes longer to load that class than to make an answer.
 */
export const of = (
  request: HttpClientRequest.HttpClientRequest,
  { body, headers, status }: ErrorResponse.Response,
): HttpClientResponse.HttpClientResponse => {
  const bytes = new TextEncoder().encode(body)
  const web = () => new Response(bytes, { status, headers: headers as Record<string, string> })
  const source = {
    status,
    headers: { [Symbol.iterator]: () => Object.entries(headers)[Symbol.iterator](), getSetCookie: () => [] },
    get body() {
      // A status such as 304 has no body.
      return body === "" ? null : web().body
    },
    text: () => Promise.resolve(body),
    arrayBuffer: () => Promise.resolve(bytes.buffer),
    formData: () => web().formData(),
  }
  const response = HttpClientResponse.fromWeb(request, source as unknown as Response)
  bodies.set(response, bytes)
  return response
}

/** Offers the bytes of answers to the library, which reads them without a stream. */
export const offering = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  BodyReader.offering(client, (response) => {
    const bytes = Predicate.isObject(response)
      ? bodies.get(response as HttpClientResponse.HttpClientResponse)
      : undefined
    return bytes && ((onChunk) => Effect.sync(() => void onChunk(bytes)))
  })
