import { NodeClient } from "@candela/node"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as UrlParams from "@effect/platform/UrlParams"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import { Readable } from "node:stream"
import { echo, encode, endless, requestError, send } from "./sending.js"
import { bodyOf, nobody, serve, signal, turn } from "./server.js"

layer(NodeClient.layer)("a request", (it) => {
  it.scoped("has the method, the path and the query that it was given", () =>
    Effect.gen(function* () {
      const { url } = yield* echo
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
        const seen = yield* send(HttpClientRequest.make(method)(`${url}/a%20b/c`, { urlParams: { q: "ä &", r: "1" } }))
        assert.strictEqual(seen.method, method)
        assert.strictEqual(seen.url, "/a%20b/c?q=%C3%A4+%26&r=1")
        assert.strictEqual(seen.body, "")
      }
    }),
  )

  it.scoped("has the headers that it was given", () =>
    Effect.gen(function* () {
      const { url } = yield* echo
      const { headers } = yield* send(
        HttpClientRequest.get(url, { headers: { authorization: "Bearer x", accept: "a/b", "X-Desk": "7" } }),
      )
      assert.deepInclude(headers, {
        authorization: "Bearer x",
        accept: "a/b",
        "x-desk": "7",
        "accept-encoding": "gzip",
      })
      assert.strictEqual(headers.host, new URL(url).host)
    }),
  )

  it.scoped("without a body says so where its method could have one", () =>
    Effect.gen(function* () {
      const { url } = yield* echo
      const post = yield* send(HttpClientRequest.post(url))
      assert.strictEqual(post.headers["content-length"], "0")
      const { headers } = yield* send(HttpClientRequest.get(url))
      assert.notProperty(headers, "content-length")
      assert.notProperty(headers, "transfer-encoding")
    }),
  )

  const parts = ["one ", "", "two ", "three"].map(encode)
  const bodies: ReadonlyArray<readonly [string, () => HttpBody.HttpBody, string, IncomingHttpHeaders]> = [
    ["text", () => HttpBody.text("grüße"), "grÃ¼Ã\u009fe", { "content-length": "7", "content-type": "text/plain" }],
    ["bytes", () => HttpBody.uint8Array(Uint8Array.of(0, 255, 10)), "\u0000ÿ\n", { "content-length": "3" }],
    ["JSON", () => HttpBody.unsafeJson({ a: [1] }), '{"a":[1]}', { "content-type": "application/json" }],
    [
      "URL parameters",
      () => HttpBody.urlParams(UrlParams.fromInput({ a: "1 2", b: "&" })),
      "a=1+2&b=%26",
      { "content-type": "application/x-www-form-urlencoded" },
    ],
    ["a raw text", () => HttpBody.raw("raw"), "raw", {}],
    ["raw bytes", () => HttpBody.raw(encode("raw"), { contentLength: 3 }), "raw", { "content-length": "3" }],
    ["a readable", () => HttpBody.raw(Readable.from(parts)), "one two three", { "transfer-encoding": "chunked" }],
    [
      "a stream",
      () => HttpBody.stream(Stream.fromIterable(parts), "a/b"),
      "one two three",
      { "transfer-encoding": "chunked", "content-type": "a/b" },
    ],
    [
      "a stream of known length",
      () => HttpBody.stream(Stream.fromIterable(parts), undefined, 13),
      "one two three",
      { "content-length": "13" },
    ],
    ["a stream of nothing", () => HttpBody.stream(Stream.empty), "", {}],
  ]

  // By its own lights, node:http frames a body of unknown length only for methods that usually have one.
  for (const method of ["POST", "DELETE"] as const) {
    for (const [kind, body, text, headers] of bodies) {
      it.scoped(`${method}s ${kind}, and keeps its connection`, () =>
        Effect.gen(function* () {
          const { connections, url } = yield* echo
          const request = HttpClientRequest.make(method)(url, { body: body() })
          const seen = yield* send(request)
          assert.strictEqual(seen.body, text)
          assert.deepInclude(seen.headers, headers)
          yield* send(HttpClientRequest.get(url))
          assert.strictEqual(connections.total, 1)
        }),
      )
    }

    it.scoped(`${method}s a form, and keeps its connection`, () =>
      Effect.gen(function* () {
        const { connections, url } = yield* echo
        const body = HttpBody.formDataRecord({ name: "grüße", file: new File([Uint8Array.of(0, 255)], "a.bin") })
        // Its boundary is made as it is sent: another content type would not name it.
        const request = HttpClientRequest.make(method)(url, { body }).pipe(
          HttpClientRequest.setHeader("content-type", "multipart/form-data"),
        )
        const seen = yield* send(request)
        const form = yield* Effect.promise(() =>
          new Response(Buffer.from(seen.body, "latin1"), {
            headers: { "content-type": seen.headers["content-type"]! },
          }).formData(),
        )
        assert.strictEqual(form.get("name"), "grüße")
        const file = form.get("file") as File
        assert.strictEqual(file.name, "a.bin")
        assert.deepStrictEqual(new Uint8Array(yield* Effect.promise(() => file.arrayBuffer())), Uint8Array.of(0, 255))
        yield* send(HttpClientRequest.get(url))
        assert.strictEqual(connections.total, 1)
      }),
    )
  }

  it.scoped("sends a large stream whole and in order", () =>
    Effect.gen(function* () {
      const { url } = yield* echo
      const part = (index: number) => encode(`${index},`.repeat(2000))
      const stream = Stream.map(Stream.range(0, 99), part)
      const { body } = yield* send(HttpClientRequest.post(url, { body: HttpBody.stream(stream) }))
      const whole = Array.from({ length: 100 }, (_, index) => part(index))
      assert.isTrue(body === Buffer.concat(whole).toString("latin1"))
    }),
  )

  it.scoped("can be sent again", () =>
    Effect.gen(function* () {
      const { url } = yield* echo
      for (const body of [HttpBody.stream(Stream.fromIterable(parts)), HttpBody.formDataRecord({ a: "b" })]) {
        const request = HttpClientRequest.post(url, { body })
        const sizes = [yield* send(request), yield* send(request)].map(({ body }) => body.length)
        assert.isAbove(sizes[0]!, 0)
        assert.strictEqual(sizes[0], sizes[1])
      }
    }),
  )
})

layer(NodeClient.layerWith({ connections: 1 }))("a request that cannot be sent", (it) => {
  /** Fails as the request does, and leaves the only connection to the next one. */
  const refused = (change: (url: string) => HttpClientRequest.HttpClientRequest) =>
    Effect.gen(function* () {
      const { url } = yield* echo
      const error = yield* requestError(change(url))
      assert.strictEqual((yield* send(HttpClientRequest.get(url))).method, "GET")
      return error
    })

  it.scoped("fails on a body stream that fails at once", () =>
    Effect.gen(function* () {
      const body = HttpBody.stream(Stream.fail("no such file"))
      const error = yield* refused((url) => HttpClientRequest.post(url, { body }))
      assert.strictEqual(error.reason, "Encode")
      assert.strictEqual(error.cause, "no such file")
    }),
  )

  it.scoped("fails on a body stream that fails midway, of whatever length, and dies", () =>
    Effect.gen(function* () {
      const cause = new Error("the disk is gone")
      for (const end of [Stream.fail(cause), Stream.die(cause)]) {
        for (const length of [undefined, 100]) {
          const body = HttpBody.stream(Stream.concat(Stream.make(encode("begun")), end), "a/b", length)
          const error = yield* refused((url) => HttpClientRequest.post(url, { body }))
          assert.strictEqual(error.reason, "Encode")
          assert.strictEqual((error.cause as Error).message, cause.message)
        }
      }
    }),
  )

  it.scoped("fails on a readable that fails", () =>
    Effect.gen(function* () {
      const cause = new Error("the disk is gone")
      const readable = new Readable({
        read() {
          this.destroy(cause)
        },
      })
      const error = yield* refused((url) => HttpClientRequest.post(url, { body: HttpBody.raw(readable) }))
      assert.strictEqual(error.reason, "Encode")
      assert.strictEqual(error.cause, cause)
    }),
  )

  it.scoped("fails on a raw body that is neither text, bytes nor a readable", () =>
    Effect.gen(function* () {
      const error = yield* refused((url) => HttpClientRequest.post(url, { body: HttpBody.raw({ a: 1 }) }))
      assert.strictEqual(error.reason, "Encode")
      assert.strictEqual((error.cause as { code?: string }).code, "ERR_INVALID_ARG_TYPE")
    }),
  )

  it.scoped("fails on a header that cannot be written, and lets its body go", () =>
    Effect.gen(function* () {
      const { body, released } = endless()
      const readable = new Readable({ read() {} })
      for (const unsent of [body, HttpBody.raw(readable)]) {
        const error = yield* refused((url) =>
          HttpClientRequest.post(url, { body: unsent }).pipe(HttpClientRequest.setHeader("x", "a\nb")),
        )
        assert.strictEqual(error.reason, "Encode")
        assert.strictEqual((error.cause as { code?: string }).code, "ERR_INVALID_CHAR")
      }
      yield* released
      assert.isTrue(readable.destroyed)
    }),
  )

  it.scoped("fails on a URL that is none, or not of HTTP", () =>
    Effect.gen(function* () {
      for (const bad of ["nothing", "ftp://127.0.0.1/a", "file:///a"]) {
        const error = yield* refused(() => HttpClientRequest.get(bad))
        assert.strictEqual(error.reason, "InvalidUrl", bad)
      }
    }),
  )
})

layer(NodeClient.layer)("a request's body stream", (it) => {
  it.scoped("is let go where nobody listens", () =>
    Effect.gen(function* () {
      const url = yield* nobody
      const { body, released } = endless()
      const error = yield* requestError(HttpClientRequest.post(url, { body }))
      assert.strictEqual(error.reason, "Transport")
      yield* released
    }),
  )

  it.scoped("is let go when the server goes", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((request) => request.once("data", () => request.socket.destroy()))
      const { body, released } = endless()
      const error = yield* requestError(HttpClientRequest.post(url, { body }))
      assert.strictEqual(error.reason, "Transport")
      assert.strictEqual((error.cause as { code?: string }).code, "ECONNRESET")
      yield* released
    }),
  )

  it.scoped("is let go when the request is interrupted", () =>
    Effect.gen(function* () {
      const begun = yield* signal
      const gone = yield* signal
      const { url } = yield* serve((request) => {
        request.once("data", begun.tell)
        request.socket.once("close", gone.tell)
      })
      const { body, released } = endless()
      const fiber = yield* Effect.fork(HttpClient.post(url, { body }))
      yield* begun.told
      yield* Fiber.interrupt(fiber)
      yield* released
      yield* gone.told
    }),
  )

  it.scoped("is pulled no faster than the server reads", () =>
    Effect.gen(function* () {
      let read: (() => Promise<Buffer>) | undefined
      const { url } = yield* serve((request, response) => {
        read = () => bodyOf(request)
        response.write("begun")
      })
      let pulled = 0
      const size = 1024 * 1024
      const stream = Stream.repeatEffect(Effect.sync(() => (pulled++, Buffer.alloc(size)))).pipe(Stream.take(64))
      const response = yield* HttpClient.post(url, { body: HttpBody.stream(stream) })
      assert.strictEqual(response.status, 200)
      yield* turn
      assert.isBelow(pulled, 32)
      assert.strictEqual((yield* Effect.promise(() => read!())).length, 64 * size)
    }),
  )

  it.scoped("need not be read for the answer to come", () =>
    Effect.gen(function* () {
      const { disconnect, url } = yield* serve((_, response) => response.writeHead(413).end("too large"))
      const { body, released } = endless()
      const response = yield* HttpClient.post(url, { body })
      assert.strictEqual(response.status, 413)
      assert.strictEqual(yield* response.text, "too large")
      yield* disconnect
      yield* released
    }),
  )
})
