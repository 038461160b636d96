/** How the tests send requests. */
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { bodyOf, serve, settled } from "./server.js"

interface Echo {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** A character per byte. */
  readonly body: string
}

const requestOf = async (request: IncomingMessage) => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  body: (await bodyOf(request)).toString("latin1"),
})

/** A server that answers with the request. */
export const echo = serve((request, response) => {
  void requestOf(request).then((seen) => response.end(JSON.stringify(seen)))
})

export const send = (request: HttpClientRequest.HttpClientRequest) =>
  HttpClient.execute(request).pipe(
    Effect.flatMap((response) => response.json),
    Effect.map((json) => json as Echo),
  )

export const requestError = (request: HttpClientRequest.HttpClientRequest) =>
  Effect.map(Effect.flip(HttpClient.execute(request)), (error) => {
    assert.strictEqual(error._tag, "RequestError")
    return error
  })

export const encode = (text: string) => new TextEncoder().encode(text)

/** A body that is begun and never ends, and a check that nobody holds it any more. */
export const endless = () => {
  let open = 0
  const stream = Stream.acquireRelease(
    Effect.sync(() => void open++),
    () => Effect.sync(() => void open--),
  ).pipe(Stream.flatMap(() => Stream.concat(Stream.make(encode("begun")), Stream.never)))
  return {
    body: HttpBody.stream(stream),
    released: Effect.map(
      settled(() => open),
      (held) => assert.strictEqual(held, 0),
    ),
  }
}
