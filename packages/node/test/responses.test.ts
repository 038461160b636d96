import { NodeClient } from "@candela/node"
import * as Cookies from "@effect/platform/Cookies"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as UrlParams from "@effect/platform/UrlParams"
import { assert, layer } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { inspect } from "node:util"
import { gzipSync } from "node:zlib"
import { readings, streamed, undecodable, withBody } from "./reading.js"
import { nobody, serve, serveBytes, settled, turn } from "./server.js"

layer(NodeClient.layer)("an answer", (it) => {
  it.scoped("has the status, the headers, the cookies and the address that it came with", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((_, response) => {
        response.writeHead(418, { "X-Tag": "a", "Set-Cookie": ["a=1; Path=/", "b=2; HttpOnly"], Via: ["x", "y"] }).end()
      })
      const response = yield* HttpClient.get(url)
      assert.strictEqual(response.status, 418)
      assert.strictEqual(response.headers["x-tag"], "a")
      assert.strictEqual(response.headers["via"], "x, y")
      assert.deepStrictEqual(Cookies.toRecord(response.cookies), { a: "1", b: "2" })
      assert.strictEqual(Option.getOrNull(response.remoteAddress), "127.0.0.1")
      assert.strictEqual(response.request.url, url)
    }),
  )

  it.scoped("without cookies has none", () =>
    Effect.gen(function* () {
      assert.isTrue(Cookies.isEmpty((yield* withBody("")).cookies))
    }),
  )

  it.scoped("comes after what only informs of it", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((_, response) => {
        response.writeProcessing()
        response.writeEarlyHints({ link: "</a>; rel=preload" })
        response.end("there")
      })
      const response = yield* HttpClient.get(url)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(yield* response.text, "there")
    }),
  )

  it.scoped("is text in UTF-8, without a mark of byte order", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* (yield* withBody("grüße 🕯")).text, "grüße 🕯")
      assert.strictEqual(yield* (yield* withBody(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).text, "a")
      assert.strictEqual(yield* (yield* withBody(Uint8Array.of(0x61, 0xff))).text, "a\ufffd")
    }),
  )

  it.scoped("is JSON; one of no bytes is null", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* (yield* withBody('{"a":[1,"ü"]}')).json, { a: [1, "ü"] })
      assert.isNull(yield* (yield* withBody("")).json)
      assert.isNull(yield* (yield* withBody("null")).json)
      const Row = Schema.Struct({ a: Schema.Number })
      assert.deepStrictEqual(yield* HttpClientResponse.schemaBodyJson(Row)(yield* withBody('{"a":1}')), { a: 1 })
    }),
  )

  it.scoped("that is not JSON says so, and can be read as text", () =>
    Effect.gen(function* () {
      const response = yield* withBody("<html>")
      assert.instanceOf(yield* undecodable(response.json), SyntaxError)
      assert.strictEqual(yield* response.text, "<html>")
    }),
  )

  it.scoped("is URL parameters", () =>
    Effect.gen(function* () {
      const response = yield* withBody("a=1+2&b=%26&a=3")
      assert.deepStrictEqual(
        yield* response.urlParamsBody,
        UrlParams.fromInput([
          ["a", "1 2"],
          ["b", "&"],
          ["a", "3"],
        ]),
      )
    }),
  )

  it.scoped("is a form, of either kind", () =>
    Effect.gen(function* () {
      const sent = new FormData()
      sent.append("name", "grüße")
      sent.append("file", new File([Uint8Array.of(0, 255)], "a.bin"))
      const packed = new Response(sent)
      const body = new Uint8Array(yield* Effect.promise(() => packed.arrayBuffer()))
      const form = yield* (yield* withBody(body, { "content-type": packed.headers.get("content-type")! })).formData
      assert.strictEqual(form.get("name"), "grüße")
      const file = form.get("file") as File
      assert.deepStrictEqual(new Uint8Array(yield* Effect.promise(() => file.arrayBuffer())), Uint8Array.of(0, 255))
      const pairs = yield* withBody("a=1+2", { "content-type": "application/x-www-form-urlencoded" })
      assert.strictEqual((yield* pairs.formData).get("a"), "1 2")
    }),
  )

  it.scoped("that is no form says so", () =>
    Effect.gen(function* () {
      for (const headers of [
        {},
        { "content-type": "text/plain" },
        { "content-type": "multipart/form-data; boundary=x" },
      ]) {
        assert.instanceOf(yield* undecodable((yield* withBody("a=1", headers)).formData), Error)
      }
    }),
  )

  it.scoped("is shown without its body, and is not read by that", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end('{"price":123456}')
      })
      const response = yield* HttpClient.get(url)
      const shown = () => [JSON.stringify(response), inspect(response, { depth: null }), String(response.request)]
      const before = shown()
      assert.deepInclude(JSON.parse(before[0]!), {
        status: 200,
        remoteAddress: { _id: "Option", _tag: "Some", value: "127.0.0.1" },
      })
      assert.include(before[1], "application/json")
      yield* turn
      assert.strictEqual((yield* streamed(response)).toString(), '{"price":123456}')
      const read = yield* HttpClient.get(url)
      assert.deepStrictEqual(yield* read.json, { price: 123456 })
      for (const text of [...shown(), JSON.stringify(read), inspect(read, { depth: null })])
        assert.notInclude(text, "123456")
    }),
  )
})

layer(NodeClient.layer)("what breaks off", (it) => {
  const head = "HTTP/1.1 200 OK\r\n"
  const gzip = gzipSync("a".repeat(1000) + Math.PI).toString("latin1")
  const cut: Readonly<Record<string, string>> = {
    "short of its length": `${head}content-length: 100\r\n\r\nbegun`,
    "short of its length before it begins": `${head}content-length: 100\r\n\r\n`,
    "within a chunk": `${head}transfer-encoding: chunked\r\n\r\n64\r\nbegun`,
    "between chunks": `${head}transfer-encoding: chunked\r\n\r\n5\r\nbegun\r\n`,
    "with a chunk that is none": `${head}transfer-encoding: chunked\r\n\r\n5\r\nbegun\r\nzz\r\n`,
    "within gzip": `${head}content-encoding: gzip\r\n\r\n${gzip.slice(0, 20)}`,
    "before gzip": `${head}content-encoding: gzip\r\ncontent-length: 100\r\n\r\n`,
    "with gzip that is none": `${head}content-encoding: gzip\r\n\r\nbegun`,
  }
  for (const [where, bytes] of Object.entries(cut)) {
    it.scoped(`${where} fails, however it is read`, () =>
      Effect.gen(function* () {
        const { url } = yield* serveBytes(bytes, { end: true })
        for (const [name, read] of Object.entries(readings)) {
          const response = yield* HttpClient.get(url)
          assert.strictEqual(response.status, 200, name)
          assert.instanceOf(yield* undecodable(read(response)), Error, name)
          // What failed once does not succeed later.
          assert.instanceOf(yield* undecodable(response.text), Error, name)
        }
      }),
    )

    it.scoped(`${where} fails though it is read later, and hurts nobody who does not read it`, () =>
      Effect.gen(function* () {
        const { connections, url } = yield* serveBytes(bytes, { end: true })
        const [unread, read] = [yield* HttpClient.get(url), yield* HttpClient.get(url)]
        yield* settled(() => connections.open)
        assert.instanceOf(yield* undecodable(read.text), Error)
        assert.strictEqual(unread.status, 200)
      }),
    )
  }

  it.scoped("says that it was cut", () =>
    Effect.gen(function* () {
      const { url } = yield* serveBytes(cut["short of its length"]!, { end: true })
      assert.strictEqual((yield* undecodable((yield* HttpClient.get(url)).text)).code, "ECONNRESET")
    }),
  )

  const codes: Readonly<Record<string, readonly [bytes: string, code: string | undefined]>> = {
    "before a word": ["", "ECONNRESET"],
    "within the headers": [`${head}content-le`, "ECONNRESET"],
    "with what is not HTTP": ["SSH-2.0\r\n\r\n", "HPE_INVALID_CONSTANT"],
    "with two lengths": [`${head}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, "HPE_UNEXPECTED_CONTENT_LENGTH"],
    "with headers that never end": [`${head}a: ${"b".repeat(20_000)}\r\n\r\n`, "HPE_HEADER_OVERFLOW"],
    "for another protocol": [
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
      undefined,
    ],
  }
  for (const [where, [bytes, code]] of Object.entries(codes)) {
    it.scoped(`${where} is no answer, and is worth another try`, () =>
      Effect.gen(function* () {
        const { connections, url } = yield* serveBytes(bytes, { end: true })
        const error = yield* Effect.flip(HttpClient.get(url))
        assert.deepInclude(error, { _tag: "RequestError", reason: "Transport" })
        assert.strictEqual((error.cause as { code?: string }).code, code)
        const before = connections.total
        const retrying = HttpClient.retryTransient(yield* HttpClient.HttpClient, { times: 2 })
        yield* Effect.flip(retrying.get(url))
        assert.strictEqual(connections.total, before + 3)
      }),
    )
  }

  it.scoped("before it begins, where nobody listens, says so", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(HttpClient.get(yield* nobody))
      assert.deepInclude(error, { _tag: "RequestError", reason: "Transport" })
      assert.strictEqual((error.cause as { code?: string }).code, "ECONNREFUSED")
    }),
  )
})
