/** The client that adds the key and keeps the rate limit. Nothing above it sees the key: no request, response, error or span holds it. */
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Admission from "../../Admission.js"
import * as BodyReader from "../../BodyReader.js"

/** The responses of {@link unsigned}, with what reads the bodies of the signed responses. */
interface Unsigned extends HttpClientResponse.HttpClientResponse {
  readonly bodyReader: BodyReader.BodyReader | undefined
}

const isUnsigned = (u: unknown): u is Unsigned => Predicate.hasProperty(u, "bodyReader")

/** A response to the request as it was before the key was added. Only its functions see the signed response: no inspection shows it. */
const unsigned = (request: HttpClientRequest.HttpClientRequest, signed: HttpClientResponse.HttpClientResponse) => {
  const withoutKey = (error: HttpClientError.ResponseError) =>
    new HttpClientError.ResponseError({ ...error, request, response, cause: error.cause })
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
      return Stream.mapError(signed.stream, withoutKey)
    },
    get text() {
      return Effect.mapError(signed.text, withoutKey)
    },
    get json() {
      return Effect.mapError(signed.json, withoutKey)
    },
    get arrayBuffer() {
      return Effect.mapError(signed.arrayBuffer, withoutKey)
    },
    get formData() {
      return Effect.mapError(signed.formData, withoutKey)
    },
    get urlParamsBody() {
      return Effect.mapError(signed.urlParamsBody, withoutKey)
    },
    get bodyReader(): BodyReader.BodyReader | undefined {
      const reader = BodyReader.of(signed)
      return reader && ((onChunk) => Effect.mapError(reader(onChunk), withoutKey))
    },
    toJSON: () => ({ _id: "@effect/platform/HttpClientResponse", request: request.toJSON(), status: signed.status }),
  }
  return response
}

/** Adds the key to requests to `origin`, and to no others, and sends them when the rate limit admits them. */
export const make = (
  client: HttpClient.HttpClient,
  options: { readonly apiKey: Redacted.Redacted; readonly origin: string },
): HttpClient.HttpClient => {
  // Spans of the platform would hold the headers.
  const silent = HttpClient.withTracerDisabledWhen(client, () => true)
  const send = Admission.sender(client, silent.execute)
  const signed = HttpClient.make((request, url) => {
    if (url.origin !== options.origin) {
      return Admission.admitted(silent.execute(request))
    }
    return send(HttpClientRequest.setHeader(request, "authorization", `Bearer ${Redacted.value(options.apiKey)}`)).pipe(
      Effect.map((response) => unsigned(request, response)),
      Effect.mapError((error) =>
        error._tag === "RequestError"
          ? new HttpClientError.RequestError({ ...error, request, cause: error.cause })
          : new HttpClientError.ResponseError({
              ...error,
              request,
              response: unsigned(request, error.response),
              cause: error.cause,
            }),
      ),
    )
  })
  return BodyReader.offering(signed, (response) => (isUnsigned(response) ? response.bodyReader : undefined))
}
