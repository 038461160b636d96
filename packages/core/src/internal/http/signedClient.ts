/** The client that adds the key and keeps the rate limit. Nothing above it sees the key: no request, response, error or span holds it. */
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Admission from "../../Admission.js"
import * as BodyReader from "../../BodyReader.js"

/** A response to the request as it was before the key was added. The signed response is a private field, which no inspection shows. */
class UnsignedResponse extends Inspectable.Class implements HttpClientResponse.HttpClientResponse {
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly [HttpClientResponse.TypeId]: HttpClientResponse.TypeId = HttpClientResponse.TypeId
  readonly request: HttpClientRequest.HttpClientRequest
  readonly #signed: HttpClientResponse.HttpClientResponse
  constructor(request: HttpClientRequest.HttpClientRequest, signed: HttpClientResponse.HttpClientResponse) {
    super()
    this.request = request
    this.#signed = signed
  }
  readonly #unsigned = (error: HttpClientError.ResponseError): HttpClientError.ResponseError =>
    new HttpClientError.ResponseError({ ...error, request: this.request, response: this, cause: error.cause })
  get status() {
    return this.#signed.status
  }
  get headers() {
    return this.#signed.headers
  }
  get cookies() {
    return this.#signed.cookies
  }
  get remoteAddress() {
    return this.#signed.remoteAddress
  }
  get stream() {
    return Stream.mapError(this.#signed.stream, this.#unsigned)
  }
  get text() {
    return Effect.mapError(this.#signed.text, this.#unsigned)
  }
  get json() {
    return Effect.mapError(this.#signed.json, this.#unsigned)
  }
  get arrayBuffer() {
    return Effect.mapError(this.#signed.arrayBuffer, this.#unsigned)
  }
  get formData() {
    return Effect.mapError(this.#signed.formData, this.#unsigned)
  }
  get urlParamsBody() {
    return Effect.mapError(this.#signed.urlParamsBody, this.#unsigned)
  }
  get bodyReader(): BodyReader.BodyReader | undefined {
    const reader = BodyReader.of(this.#signed)
    return reader && ((onChunk) => Effect.mapError(reader(onChunk), this.#unsigned))
  }
  toJSON() {
    return { _id: "@effect/platform/HttpClientResponse", request: this.request.toJSON(), status: this.status }
  }
}

/** Adds the key to requests to `origin`, and to no others, and sends them when the rate limit admits them. */
export const make = (
  client: HttpClient.HttpClient,
  options: { readonly apiKey: Redacted.Redacted; readonly origin: string },
): HttpClient.HttpClient => {
  // Spans of the platform would hold the headers.
  const silent = HttpClient.withTracerDisabledWhen(client, () => true)
  const send = Admission.isOffered(client)
    ? silent.execute
    : (request: HttpClientRequest.HttpClientRequest) =>
        Admission.admit(({ enter }) => Effect.zipRight(enter, silent.execute(request)))
  const signed = HttpClient.make((request, url) => {
    if (url.origin !== options.origin) {
      return Effect.locally(silent.execute(request), Admission.current, Effect.succeed(Admission.open))
    }
    return send(HttpClientRequest.bearerToken(request, options.apiKey)).pipe(
      Effect.map((response) => new UnsignedResponse(request, response)),
      Effect.mapError((error) =>
        error._tag === "RequestError"
          ? new HttpClientError.RequestError({ ...error, request, cause: error.cause })
          : new HttpClientError.ResponseError({
              ...error,
              request,
              response: new UnsignedResponse(request, error.response),
              cause: error.cause,
            }),
      ),
    )
  })
  return BodyReader.offering(signed, (response) =>
    response instanceof UnsignedResponse ? response.bodyReader : undefined,
  )
}
