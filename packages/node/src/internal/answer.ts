/** An answer on top of an `IncomingMessage`, its body unpacked. */
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Cookies from "@effect/platform/Cookies"
import * as Headers from "@effect/platform/Headers"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as UrlParams from "@effect/platform/UrlParams"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import type { Readable } from "node:stream"
import * as Body from "./body.js"

type Failing<A> = Effect.Effect<A, HttpClientError.ResponseError>

/** The headers as a record of strings; an unpacked body has neither the encoding nor the length that they tell of. */
const headersOf = (headers: IncomingHttpHeaders, unpacked: boolean): Headers.Headers => {
  const { "content-encoding": _encoding, "content-length": _length, ...others } = headers
  return Headers.fromInput(unpacked ? others : headers)
}

export class Answer extends Inspectable.Class implements HttpClientResponse.HttpClientResponse {
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly [HttpClientResponse.TypeId]: HttpClientResponse.TypeId = HttpClientResponse.TypeId
  readonly request: HttpClientRequest.HttpClientRequest
  readonly status: number
  readonly headers: Headers.Headers
  readonly remoteAddress: Option.Option<string>
  readonly #incoming: IncomingMessage
  readonly #body: Readable
  #bytes: Failing<Uint8Array<ArrayBuffer>> | undefined

  constructor(request: HttpClientRequest.HttpClientRequest, incoming: IncomingMessage) {
    super()
    const packed = Body.isPacked(request.method, incoming)
    this.request = request
    this.status = incoming.statusCode ?? 0
    this.headers = headersOf(incoming.headers, packed)
    this.remoteAddress = Option.fromNullable(incoming.socket.remoteAddress)
    this.#incoming = incoming
    this.#body = packed ? Body.unpack(incoming) : incoming
  }

  readonly #undecodable = (cause: unknown): HttpClientError.ResponseError =>
    new HttpClientError.ResponseError({ request: this.request, response: this, reason: "Decode", cause })

  readonly #attempt = <A>(read: () => A): Failing<A> => Effect.try({ try: read, catch: this.#undecodable })

  /** The whole body: read once, however often it is asked for. */
  get #whole(): Failing<Uint8Array<ArrayBuffer>> {
    return (this.#bytes ??= Effect.flatMap(HttpIncomingMessage.MaxBodySize, (max) =>
      Body.collect(
        this.#body,
        Number(this.headers["content-length"] ?? 0),
        Number(Option.getOrElse(max, () => Infinity)),
      ),
    ).pipe(Effect.mapError(this.#undecodable), Effect.cached, Effect.runSync))
  }
  get cookies() {
    return Cookies.fromSetCookie(this.#incoming.headers["set-cookie"] ?? [])
  }
  get stream(): Stream.Stream<Uint8Array, HttpClientError.ResponseError> {
    return Body.chunks(this.#body, this.#undecodable)
  }
  get arrayBuffer() {
    return Effect.map(this.#whole, Body.toArrayBuffer)
  }
  get text() {
    return Effect.map(this.#whole, (bytes) => new TextDecoder().decode(bytes))
  }
  get json(): Failing<unknown> {
    return Effect.flatMap(this.text, (text) => this.#attempt(() => (text === "" ? null : JSON.parse(text))))
  }
  get urlParamsBody() {
    return Effect.flatMap(this.text, (text) => this.#attempt(() => UrlParams.fromInput(new URLSearchParams(text))))
  }
  get formData() {
    return Effect.flatMap(this.#whole, (bytes) =>
      Effect.tryPromise({
        try: () => new Response(bytes, { headers: { "content-type": this.headers["content-type"] ?? "" } }).formData(),
        catch: this.#undecodable,
      }),
    )
  }
  toJSON() {
    return HttpIncomingMessage.inspect(this, {
      _id: "@effect/platform/HttpClientResponse",
      request: this.request.toJSON(),
      status: this.status,
    })
  }
}
