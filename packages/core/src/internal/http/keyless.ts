/**
 * Keeps the key from `transformClient`: no request, response or error that passes the wrapper of a user contains it.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import * as Admission from "../Admission.js"
import * as BodyReader from "../BodyReader.js"

/** Responses of {@link unsigned}, with the body readers of the signed responses. */
interface Unsigned extends HttpClientResponse.HttpClientResponse {
  readonly bodyReader: BodyReader.BodyReader | undefined
}

const isUnsigned = (u: unknown): u is Unsigned => Predicate.hasProperty(u, "bodyReader")

/** Converts an error of a signed request to one of the original request. */
const unsignedError = <E extends HttpClientError.HttpClientError>(
  error: E,
  request: HttpClientRequest.HttpClientRequest,
  response?: HttpClientResponse.HttpClientResponse,
): E =>
  new (error.constructor as new (fields: object) => E)({
    ...error,
    request,
    ...(response && { response }),
    cause: error.cause,
  })

/**
 * Makes a response to the request without the key. Only its functions see the signed response:
 * inspection does not show it.
 */
const unsigned = (request: HttpClientRequest.HttpClientRequest, signed: HttpClientResponse.HttpClientResponse) => {
  const withoutKey = <A>(body: Effect.Effect<A, HttpClientError.ResponseError>) =>
    Effect.mapError(body, (error) => unsignedError(error, request, response))
  const response: Unsigned = {
    ...Inspectable.BaseProto,
    [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId,
    [HttpClientResponse.TypeId]: HttpClientResponse.TypeId,
    request,
    get status() {
      return signed.status
    },
    get headers() {
      return signed.headers
    },
    get cookies() {
      return signed.cookies
    },
    get remoteAddress() {
      return signed.remoteAddress
    },
    get stream() {
      return Stream.mapError(signed.stream, (error) => unsignedError(error, request, response))
    },
    get text() {
      return withoutKey(signed.text)
    },
    get json() {
      return withoutKey(signed.json)
    },
    get arrayBuffer() {
      return withoutKey(signed.arrayBuffer)
    },
    get formData() {
      return withoutKey(signed.formData)
    },
    get urlParamsBody() {
      return withoutKey(signed.urlParamsBody)
    },
    get bodyReader(): BodyReader.BodyReader | undefined {
      const reader = BodyReader.of(signed)
      return reader && ((onChunk) => withoutKey(reader(onChunk)))
    },
    toJSON: () => ({ _id: "@effect/platform/HttpClientResponse", request: request.toJSON(), status: signed.status }),
  }
  return response
}

/**
 * Wraps a client. Requests to `origin` go through `send`, which adds the key, all others through
 * `client`, without the key. A request that the wrapper answers itself does not wait for the rate limit.
 */
export const wrap = (
  transform: (client: HttpClient.HttpClient) => HttpClient.HttpClient,
  client: HttpClient.HttpClient,
  origin: string,
  send: HttpClient.HttpClient["execute"],
): HttpClient.HttpClient => {
  // protects: The key goes to the configured origin alone.
  // mutant: "that the user's client sends elsewhere carries no key": === origin → !== origin + 1
  const signed = HttpClient.make((request, url) =>
    url.origin === origin
      ? send(request).pipe(
          Effect.map((response) => unsigned(request, response)),
          Effect.mapError((error) =>
            unsignedError(error, request, "response" in error ? unsigned(request, error.response) : undefined),
          ),
        )
      : Admission.admitted(client.execute(request)),
  )
  return transform(BodyReader.offering(signed, (response) => (isUnsigned(response) ? response.bodyReader : undefined)))
}
