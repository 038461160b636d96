import * as BodyReader from "@candela/core/internal/BodyReader"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as Answer from "../../src/http/answer.js"

const request = HttpClientRequest.get("http://sandbox/v1")
const headers = { "content-type": "application/json", etag: '"a"' }
const of = (body: string, status = 200) => Answer.of(request, { status, headers, body })

describe("an answer in process", () => {
  it.effect("is a response like any other", () =>
    Effect.gen(function* () {
      const text = '{"name":"Société"}'
      const answer = of(text, 404)
      assert.strictEqual(answer.status, 404)
      assert.deepInclude({ ...answer.headers }, headers)
      assert.strictEqual(yield* answer.text, text)
      assert.deepStrictEqual(yield* answer.json, { name: "Société" })
      assert.deepStrictEqual(new Uint8Array(yield* answer.arrayBuffer), new TextEncoder().encode(text))
      assert.strictEqual(yield* Stream.mkString(Stream.decodeText(answer.stream)), text)
      assert.deepStrictEqual(answer.cookies.toJSON(), { _id: "@effect/platform/Cookies", cookies: {} })
    }),
  )

  it.effect("has no stream where it has no body", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Stream.runDrain(of("", 304).stream))
      assert.strictEqual(error.reason, "EmptyBody")
    }),
  )

  it.effect("is read by the library without a stream, and more than once", () =>
    Effect.gen(function* () {
      const client = Answer.offering(HttpClient.make(() => Effect.succeed(of("abc"))))
      const reader = BodyReader.of(yield* client.execute(request))!
      for (const _ of [1, 2]) {
        const chunks: Array<string> = []
        yield* reader((chunk) => chunks.push(new TextDecoder().decode(chunk)) > 0)
        assert.deepStrictEqual(chunks, ["abc"])
      }
      const other = Answer.offering(
        HttpClient.make((request) => Effect.succeed(Answer.of(request, { status: 200, headers, body: "" }))),
      )
      assert.isDefined(BodyReader.of(yield* other.execute(request)))
    }),
  )
})
