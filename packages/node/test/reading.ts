/** How the tests read answers. */
import * as BodyReader from "@candela/core/internal/BodyReader"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { serve } from "./server.js"

type Answer = HttpClientResponse.HttpClientResponse

export const bytesOf = (answer: Answer) => Effect.map(answer.arrayBuffer, (buffer) => Buffer.from(buffer))

export const streamed = (answer: Answer) =>
  Effect.map(Stream.runCollect(answer.stream), (chunks) => Buffer.concat([...chunks]))

/** The body by its chunks, each copied while it is valid. */
export const inChunks = (answer: Answer) =>
  Effect.suspend(() => {
    const copies: Array<Buffer> = []
    const reader = BodyReader.of(answer)
    assert.isDefined(reader)
    return Effect.map(
      reader((chunk) => {
        copies.push(Buffer.from(chunk))
        return true
      }),
      () => Buffer.concat(copies),
    )
  })

/** Every way to read a body. */
export const readings: Readonly<
  Record<string, (answer: Answer) => Effect.Effect<unknown, HttpClientError.ResponseError>>
> = {
  text: (answer) => answer.text,
  json: (answer) => answer.json,
  arrayBuffer: (answer) => answer.arrayBuffer,
  urlParamsBody: (answer) => answer.urlParamsBody,
  formData: (answer) => answer.formData,
  stream: streamed,
  chunks: inChunks,
}

/** Why an answer could not be decoded. */
export const undecodable = <A, R>(effect: Effect.Effect<A, HttpClientError.HttpClientError, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    assert.strictEqual(error._tag, "ResponseError")
    assert.strictEqual(error.reason, "Decode")
    return error.cause as Error & { readonly code?: string }
  })

/** An answer of status 200 with such a body. */
export const withBody = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  Effect.flatMap(
    serve((_, response) => response.writeHead(200, headers).end(body)),
    ({ url }) => HttpClient.get(url),
  )
