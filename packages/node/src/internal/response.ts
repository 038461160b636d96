/** Response of an `HttpClient` on top of an `IncomingMessage`, with the body decompressed. */
import type * as BodyReader from "@candela/core/internal/BodyReader"
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

/** Returns the headers as a record of strings, without the encoding and the length if the body was decompressed. */
const headersOf = (headers: IncomingHttpHeaders, decompressed: boolean): Headers.Headers => {
  const { "content-encoding": _encoding, "content-length": _length, ...others } = headers
  return Headers.fromInput(decompressed ? others : headers)
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

export class NodeResponse extends Inspectable.Class implements HttpClientResponse.HttpClientResponse {
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly [HttpClientResponse.TypeId]: HttpClientResponse.TypeId = HttpClientResponse.TypeId
  readonly request: HttpClientRequest.HttpClientRequest
  readonly status: number
  readonly headers: Headers.Headers
  readonly remoteAddress: Option.Option<string>
  readonly #incoming: IncomingMessage
  readonly #body: Readable
  readonly #length: number
  #taken = false
  #bytes: Promise<Uint8Array<ArrayBuffer>> | undefined

  constructor(request: HttpClientRequest.HttpClientRequest, incoming: IncomingMessage) {
    super()
    const empty = Body.isEmpty(request.method, incoming)
    const compressed = !empty && Body.isGzip(incoming.headers)
    this.request = request
    this.status = incoming.statusCode ?? 0
    this.headers = headersOf(incoming.headers, compressed)
    this.remoteAddress = Option.fromNullable(incoming.socket.remoteAddress)
    this.#incoming = incoming
    this.#length = empty ? 0 : Number(this.headers["content-length"] ?? 0)
    this.#body = compressed ? Body.gunzip(incoming) : incoming
    // An empty body is rarely read, but would keep its connection busy until then.
    if (empty) incoming.resume()
  }

  readonly #undecodable = (cause: unknown): HttpClientError.ResponseError =>
    new HttpClientError.ResponseError({ request: this.request, response: this, reason: "Decode", cause })

  /** Takes the body for reading; fails if it was taken before. */
  readonly #take = (): Readable => {
    if (this.#taken || this.#body.readableDidRead) throw new Error("the body was read before, or discarded")
    this.#taken = true
    return this.#body
  }

  /** Whole body, read once, even if requested several times. */
  get #whole(): Failing<Uint8Array<ArrayBuffer>> {
    return Effect.flatMap(HttpIncomingMessage.MaxBodySize, (max) =>
      Effect.tryPromise({
        try: () =>
          (this.#bytes ??= Body.collect(this.#take(), this.#length, Number(Option.getOrElse(max, () => Infinity)))),
        catch: this.#undecodable,
      }),
    ).pipe(Effect.onInterrupt(() => Effect.sync(() => this.#body.destroy())))
  }

  readonly #read = <A>(decode: (bytes: Uint8Array<ArrayBuffer>) => A): Failing<A> =>
    Effect.flatMap(this.#whole, (bytes) => Effect.try({ try: () => decode(bytes), catch: this.#undecodable }))

  get cookies() {
    return Cookies.fromSetCookie(this.#incoming.headers["set-cookie"] ?? [])
  }
  get stream(): Stream.Stream<Uint8Array, HttpClientError.ResponseError> {
    return Body.chunks(this.#take, this.#undecodable)
  }
  /** Reads the body chunk by chunk, up to `MaxBodySize`. */
  get bodyReader(): BodyReader.BodyReader {
    const reader = Body.readerOf(this.#take, this.#undecodable)
    return (onChunk) =>
      Effect.flatMap(HttpIncomingMessage.MaxBodySize, (max) =>
        this.#bytes === undefined
          ? reader(Body.bounded(onChunk, Number(Option.getOrElse(max, () => Infinity))))
          : Effect.asVoid(this.#read(onChunk)),
      )
  }
  get arrayBuffer() {
    return Effect.map(this.#whole, Body.toArrayBuffer)
  }
  get text() {
    return this.#read(textOf)
  }
  get json() {
    return this.#read((bytes): unknown => (bytes.length === 0 ? null : JSON.parse(textOf(bytes))))
  }
  get urlParamsBody() {
    return this.#read((bytes) => UrlParams.fromInput(new URLSearchParams(textOf(bytes))))
  }
  get formData() {
    return Effect.flatMap(this.#whole, (bytes) =>
      Effect.tryPromise({
        try: () => new Response(bytes, { headers: { "content-type": this.headers["content-type"] ?? "" } }).formData(),
        catch: this.#undecodable,
      }),
    )
  }
  /** Without the body, because inspecting a response must not read it. */
  toJSON() {
    return {
      _id: "@effect/platform/HttpClientResponse",
      request: this.request.toJSON(),
      status: this.status,
      headers: Inspectable.redact(this.headers),
      remoteAddress: this.remoteAddress.toJSON(),
    }
  }
}
