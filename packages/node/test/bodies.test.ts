import * as BodyReader from "@candela/core/internal/BodyReader"
import { NodeClient } from "@candela/node"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import { assert, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Option } from "effect"
import { gzipSync } from "node:zlib"
import { bytesOf, inChunks, readings, streamed, undecodable, withBody } from "./reading.js"
import { serve, serveBytes, signal } from "./server.js"
import { runs } from "@candela/support/seeded"

layer(NodeClient.layer)("a body", (it) => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * index) % 251)

  it.scoped("of known length is one buffer of that size", () =>
    Effect.gen(function* () {
      const buffer = yield* (yield* withBody(bytes)).arrayBuffer
      assert.strictEqual(buffer.byteLength, bytes.length)
      assert.isTrue(Buffer.from(buffer).equals(bytes))
    }),
  )

  it.scoped("of unknown length is whole", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((_, response) => {
        response.write(bytes.subarray(0, 1))
        response.write(bytes.subarray(1, 200_000))
        response.end(bytes.subarray(200_000))
      })
      assert.isTrue((yield* Effect.flatMap(HttpClient.get(url), bytesOf)).equals(bytes))
    }),
  )

  it.scoped("that ends with its connection is whole", () =>
    Effect.gen(function* () {
      const { url } = yield* serveBytes("HTTP/1.0 200 OK\r\n\r\nuntil the end", { end: true })
      assert.strictEqual(yield* (yield* HttpClient.get(url)).text, "until the end")
    }),
  )

  for (const [kind, method, status, headers] of [
    ["of length 0", "GET", 200, { "content-length": "0" }],
    ["of length 0 that is called gzip", "GET", 200, { "content-length": "0", "content-encoding": "gzip" }],
    ["of no chunks", "GET", 200, { "transfer-encoding": "chunked" }],
    ["of status 204", "GET", 204, { "content-encoding": "gzip" }],
    ["of status 304", "GET", 304, { "content-length": "1000000", "content-encoding": "gzip" }],
    ["of HEAD", "HEAD", 200, { "content-length": "1000000", "content-encoding": "gzip" }],
  ] as const) {
    it.scoped(`${kind} has no bytes, however it is read`, () =>
      Effect.gen(function* () {
        const { url } = yield* serve((_, response) => response.writeHead(status, headers).end())
        const response = HttpClientRequest.make(method)(url).pipe(HttpClient.execute)
        assert.strictEqual((yield* response).status, status)
        assert.strictEqual(yield* (yield* response).text, "")
        assert.isNull(yield* (yield* response).json)
        assert.deepStrictEqual(yield* (yield* response).urlParamsBody, [])
        assert.strictEqual((yield* streamed(yield* response)).length, 0)
        assert.strictEqual((yield* inChunks(yield* response)).length, 0)
        const again = yield* response
        assert.strictEqual((yield* again.arrayBuffer).byteLength, 0)
        assert.strictEqual((yield* again.arrayBuffer).byteLength, 0)
      }),
    )
  }

  it.scoped("is read once, and the same however often it is asked for", () =>
    Effect.gen(function* () {
      const response = yield* withBody('{"a":1}')
      const read = Effect.all([response.text, response.json, response.arrayBuffer, response.text], { concurrency: 2 })
      for (const [text, json, buffer, again] of [yield* read, yield* read]) {
        assert.strictEqual(text, '{"a":1}')
        assert.deepStrictEqual(json, { a: 1 })
        assert.strictEqual(Buffer.from(buffer).toString(), text)
        assert.strictEqual(again, text)
      }
    }),
  )

  it.scoped("that was read in any way cannot be read as a stream", () =>
    Effect.gen(function* () {
      for (const read of ["text", "stream", "chunks"]) {
        const response = yield* withBody("once")
        yield* readings[read]!(response)
        assert.include((yield* undecodable(streamed(response))).message, "read before", read)
      }
    }),
  )

  it.scoped("that was read whole, or is being read, comes in one chunk", () =>
    Effect.gen(function* () {
      for (const headers of [{}, { "content-encoding": "gzip" }]) {
        const response = yield* withBody("content-encoding" in headers ? gzipSync(bytes) : bytes, headers)
        const [text, first] = yield* Effect.all([response.text, inChunks(response)], { concurrency: 2 })
        const sizes: Array<number> = []
        yield* BodyReader.of(response)!((chunk) => sizes.push(chunk.length) > 0)
        assert.deepStrictEqual(sizes, [bytes.length])
        assert.isTrue(first.equals(bytes))
        assert.strictEqual(text, yield* response.text)
      }
    }),
  )

  it.scoped("that was read as a stream or in chunks cannot be read whole", () =>
    Effect.gen(function* () {
      for (const first of [streamed, inChunks]) {
        const response = yield* withBody("once")
        yield* first(response)
        for (const [name, read] of Object.entries(readings)) {
          assert.include((yield* undecodable(read(response))).message, "read before", name)
        }
      }
    }),
  )

  for (const [kind, body, headers] of [
    ["of known length", bytes, {}],
    ["of unknown length", bytes, { "transfer-encoding": "chunked" }],
    ["in gzip", gzipSync(bytes, { level: 0 }), { "content-encoding": "gzip" }],
  ] as const) {
    it.scoped(`${kind} of which no more is wanted is given up, with its request`, () =>
      Effect.gen(function* () {
        const gone = yield* signal
        const { url } = yield* serve((request, response) => {
          request.socket.once("close", gone.tell)
          response.writeHead(200, headers).write(body.subarray(0, 200_000))
        })
        const response = yield* HttpClient.get(url)
        const seen: Array<number> = []
        yield* BodyReader.of(response)!((chunk) => {
          seen.push(chunk.length)
          return false
        })
        assert.lengthOf(seen, 1)
        yield* gone.told
        assert.include((yield* undecodable(inChunks(response))).message, "read before")
      }),
    )
  }

  it.scoped("whose reader throws is given up, and fails with what was thrown", () =>
    Effect.gen(function* () {
      const response = yield* withBody(bytes)
      const cause = yield* undecodable(
        BodyReader.of(response)!(() => {
          throw new RangeError("no memory left")
        }),
      )
      assert.instanceOf(cause, RangeError)
    }),
  )

  it.scoped("that two read at once is torn apart for neither", () =>
    Effect.gen(function* () {
      for (const packed of [false, true]) {
        const response = yield* withBody(packed ? gzipSync(bytes) : bytes, packed ? { "content-encoding": "gzip" } : {})
        const [whole, late] = yield* Effect.all([Effect.either(bytesOf(response)), undecodable(streamed(response))], {
          concurrency: "unbounded",
        })
        assert.include(late.message, "read before")
        // The platform's wrapper gives the request up at the end of any stream, even of one that never began.
        if (whole._tag === "Right") assert.isTrue(whole.right.equals(bytes))
        else assert.strictEqual(whole.left.reason, "Decode")
      }
    }),
  )

  const zeros = new Uint8Array(1_000_000)
  for (const [kind, body, headers, size] of [
    ["of known length", bytes, {}, bytes.length],
    ["of unknown length", bytes, { "transfer-encoding": "chunked" }, bytes.length],
    ["in gzip", gzipSync(zeros), { "content-encoding": "gzip" }, zeros.length],
  ] as const) {
    it.scoped(`${kind} is no larger than MaxBodySize`, () =>
      Effect.gen(function* () {
        const read = (max: number) =>
          Effect.flatMap(withBody(body, headers), bytesOf).pipe(HttpIncomingMessage.withMaxBodySize(Option.some(max)))
        assert.strictEqual((yield* read(size)).length, size)
        for (const max of [size - 1, 10, 0]) {
          assert.include((yield* undecodable(read(max))).message, `larger than ${max} bytes`)
          const chunks = Effect.flatMap(withBody(body, headers), inChunks)
          const bounded = HttpIncomingMessage.withMaxBodySize(chunks, Option.some(max))
          assert.include((yield* undecodable(bounded)).message, `larger than ${max} bytes`)
        }
      }),
    )
  }

  it.scoped("in gzip is unpacked, whatever case its name is in", () =>
    Effect.gen(function* () {
      for (const name of ["gzip", "GZIP", "x-gzip"]) {
        const response = yield* withBody(gzipSync("unpacked"), { "content-encoding": name })
        assert.strictEqual(yield* response.text, "unpacked", name)
        assert.notProperty(response.headers, "content-encoding")
      }
    }),
  )

  it.scoped("in several parts of gzip is one", () =>
    Effect.gen(function* () {
      const packed = Buffer.concat([gzipSync("one "), gzipSync("two")])
      assert.strictEqual(yield* (yield* withBody(packed, { "content-encoding": "gzip" })).text, "one two")
    }),
  )

  it.scoped("in an encoding that is not gzip is left as it is", () =>
    Effect.gen(function* () {
      const response = yield* withBody("as it is", { "content-encoding": "br" })
      assert.strictEqual(yield* response.text, "as it is")
      assert.strictEqual(response.headers["content-encoding"], "br")
    }),
  )

  it.scoped.prop(
    "is, however it is read, the bytes that were sent, in whatever chunks, packed or not, of known length or not",
    {
      parts: fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 12 }),
      packed: fc.boolean(),
      sized: fc.boolean(),
    },
    ({ packed, parts, sized }) =>
      Effect.gen(function* () {
        const sent = Buffer.concat(parts)
        const chunks = packed ? parts.map((part) => gzipSync(part)) : parts
        // No part at all is no gzip either.
        if (packed && chunks.length === 0) chunks.push(gzipSync(""))
        const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
        const { url } = yield* serve((_, response) => {
          response.writeHead(200, {
            ...(packed ? { "content-encoding": "gzip" } : {}),
            ...(sized ? { "content-length": length } : {}),
          })
          for (const chunk of chunks) response.write(chunk)
          response.end()
        })
        assert.isTrue((yield* Effect.flatMap(HttpClient.get(url), bytesOf)).equals(sent))
        assert.isTrue((yield* Effect.flatMap(HttpClient.get(url), streamed)).equals(sent))
        assert.isTrue((yield* Effect.flatMap(HttpClient.get(url), inChunks)).equals(sent))
        assert.strictEqual(
          yield* Effect.flatMap(HttpClient.get(url), (response) => response.text),
          new TextDecoder().decode(sent),
        )
      }),
    { fastCheck: { seed: 7, numRuns: runs(40) } },
  )
})
