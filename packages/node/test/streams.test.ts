import { NodeClient } from "@candela/node"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { assert, describe, it, layer } from "@effect/vitest"
import { Chunk, Effect, Exit, Fiber, Option, Stream } from "effect"
import type { ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { inChunks } from "./reading.js"
import { serve, settled, signal, turn } from "./server.js"

const open = (url: string) => Stream.unwrap(Effect.map(HttpClient.get(url), (response) => response.stream))

const MEGABYTE = 1024 * 1024
const SIZE = 32 * MEGABYTE

const block = Uint8Array.from({ length: MEGABYTE }, (_, index) => index % 251)

/** Gzip that packs nothing: as large as what is in it. */
const packed = gzipSync(Buffer.concat(Array.from({ length: 32 }, () => block)), { level: 0 })

/** Writes a large body as fast as it is taken, and counts what the kernel has taken. */
const pouring = (count: { written: number }, gzip: boolean) => (response: ServerResponse) => {
  response.writeHead(200, gzip ? { "content-encoding": "gzip" } : {})
  const pour = (from: number): void => {
    if (from >= SIZE) return void response.end(gzip ? packed.subarray(SIZE) : undefined)
    const part = gzip ? packed.subarray(from, from + MEGABYTE) : block
    response.write(part, (error) => {
      if (error) return
      count.written += part.length
      pour(from + part.length)
    })
  }
  pour(0)
}

layer(NodeClient.layer)("a stream", (it) => {
  for (const gzip of [false, true]) {
    it.scoped(`of a large ${gzip ? "packed " : ""}body holds little of it where it is read slowly`, () =>
      Effect.gen(function* () {
        const count = { written: 0 }
        const pour = pouring(count, gzip)
        const { url } = yield* serve((_, response) => pour(response))
        let read = 0
        yield* Stream.runForEach(open(url), (part) =>
          Effect.gen(function* () {
            const before = read
            read += part.length
            // At the first part and once in the middle, until the server can write no more.
            if (before === 0 || (before < SIZE / 2 && read >= SIZE / 2)) {
              yield* settled(() => count.written)
              assert.isBelow(count.written - before, SIZE / 2, "what the kernel and the client hold")
            }
            for (let index = 0; index < part.length; index += 4099) {
              if (part[index] !== ((before + index) % MEGABYTE) % 251) assert.fail(`byte ${before + index} is wrong`)
            }
          }),
        )
        assert.strictEqual(read, SIZE)
      }),
    )
  }

  it.scoped("gives what has come before the rest is there", () =>
    Effect.gen(function* () {
      let response: ServerResponse | undefined
      const { url } = yield* serve((_, answer) => {
        response = answer
        answer.write("one")
      })
      const seen: Array<string> = []
      yield* Stream.runForEach(open(url), (part) =>
        Effect.sync(() => {
          seen.push(Buffer.from(part).toString())
          if (seen.length === 1) response!.write("two")
          else response!.end()
        }),
      )
      assert.deepStrictEqual(seen, ["one", "two"])
    }),
  )

  it.scoped("whose consumer fails gives the request up", () =>
    Effect.gen(function* () {
      const gone = yield* signal
      const { url } = yield* serve((request, response) => {
        request.socket.once("close", gone.tell)
        response.write("begun")
      })
      const error = yield* Effect.flip(Stream.runForEach(open(url), () => Effect.fail("enough")))
      assert.strictEqual(error, "enough")
      yield* gone.told
    }),
  )
})

layer(NodeClient.layerWith({ connections: 1 }))("the only connection", (it) => {
  const lots = (response: ServerResponse, gzip: boolean) => {
    response.writeHead(200, gzip ? { "content-encoding": "gzip" } : {})
    response.write(gzip ? packed.subarray(0, 300_000) : block)
  }

  for (const gzip of [false, true]) {
    it.scoped(`is free again once ${gzip ? "a packed" : "a"} stream is taken in part`, () =>
      Effect.gen(function* () {
        const { connections, url } = yield* serve((_, response) => lots(response, gzip))
        for (let i = 0; i < 5; i++) {
          assert.strictEqual(Chunk.size(yield* Stream.runCollect(Stream.take(open(url), 1))), 1)
        }
        assert.strictEqual(connections.total, 5)
        assert.isAtMost(connections.most, 2, "one that is given up, one that is new")
      }),
    )
  }

  it.scoped("is kept where a stream is read to its end", () =>
    Effect.gen(function* () {
      for (const gzip of [false, true]) {
        const { connections, url } = yield* serve((_, response) => {
          response.writeHead(200, gzip ? { "content-encoding": "gzip" } : {})
          response.end(gzip ? gzipSync(block) : block)
        })
        for (let i = 0; i < 3; i++) {
          const size = yield* Stream.runFold(open(url), 0, (sum, part) => sum + part.length)
          assert.strictEqual(size, MEGABYTE)
        }
        assert.strictEqual(connections.total, 1)
      }
    }),
  )

  it.scoped("is free at once where there is no body to read", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serve((request, response) => {
        response.writeHead(request.url === "/204" ? 204 : 200, { "content-length": "0" }).end()
      })
      for (const path of ["/204", "/0", "/204", "/0"]) yield* HttpClient.get(url + path)
      yield* HttpClient.head(url)
      yield* HttpClient.head(url)
      assert.strictEqual(connections.total, 1)
    }),
  )

  it.scoped("is free after a body that is too large, spoilt or no JSON", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((request, response) => {
        if (request.url === "/json") return void response.end("<html>")
        if (request.url === "/large") return void lots(response, false)
        response.writeHead(200, { "content-encoding": "gzip" })
        response.write(Buffer.alloc(100_000, "no gzip"))
      })
      for (const path of ["/json", "/large", "/spoilt", "/json"]) {
        const read = Effect.flatMap(HttpClient.get(url + path), (response) => response.json)
        const error = yield* Effect.flip(HttpIncomingMessage.withMaxBodySize(read, Option.some(1000)))
        assert.strictEqual(error._tag, "ResponseError", path)
      }
    }),
  )

  it.scoped("is free after gzip that something follows", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((request, response) => {
        response.writeHead(200, { "content-encoding": "gzip" })
        response.end(Buffer.concat([gzipSync("packed"), Buffer.alloc(MEGABYTE, request.url === "/zeros" ? 0 : 7)]))
      })
      const read = (path: string) => Effect.flatMap(HttpClient.get(url + path), (response) => response.text)
      for (let i = 0; i < 2; i++) {
        // Zeros are padding, all else would be a further part of gzip.
        assert.strictEqual(yield* read("/zeros"), "packed")
        assert.strictEqual((yield* Effect.flip(read("/sevens")))._tag, "ResponseError")
      }
    }),
  )
})

describe("an interruption", () => {
  const readings: Readonly<
    Record<string, (response: HttpClientResponse.HttpClientResponse) => Effect.Effect<unknown, unknown>>
  > = {
    text: (response) => response.text,
    json: (response) => response.json,
    arrayBuffer: (response) => response.arrayBuffer,
    formData: (response) => response.formData,
    stream: (response) => Stream.runDrain(response.stream),
    chunks: inChunks,
  }
  // The platform gives up what is interrupted, save for a client whose requests have a scope.
  const clients = {
    "a client": (client: HttpClient.HttpClient) => client,
    "a client with scopes": HttpClient.withScope,
  }
  for (const [name, read] of Object.entries(readings)) {
    for (const [which, change] of Object.entries(clients)) {
      for (const gzip of [false, true]) {
        it.scopedLive(`in ${name} of a ${gzip ? "packed " : ""}body of ${which} gives the request up`, () =>
          Effect.gen(function* () {
            const gone = yield* signal
            const { url } = yield* serve((request, response) => {
              request.socket.once("close", gone.tell)
              response.writeHead(200, gzip ? { "content-encoding": "gzip" } : { "content-length": "1000" })
              response.write(gzip ? packed.subarray(0, 500) : "begun")
            })
            const response = yield* change(yield* HttpClient.HttpClient).get(url)
            const fiber = yield* Effect.fork(read(response))
            yield* turn
            yield* Fiber.interrupt(fiber)
            yield* gone.told
            // Who comes later is told: neither kept waiting nor given half of it.
            assert.isTrue(Exit.isFailure(yield* Effect.exit(response.text)))
          }).pipe(Effect.provide(NodeClient.layer)),
        )
      }
    }
  }
})
