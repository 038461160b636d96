import { NodeClient } from "@candela/node"
import { HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Deferred, Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"

/** A server on loopback, how many connections it has seen, and how many it has open. */
const serve = (handler: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly connections: { total: number; open: number; most: number } }>(
      (resume) => {
        const connections = { total: 0, open: 0, most: 0 }
        const server = createServer(handler)
        server.on("connection", (socket) => {
          connections.total += 1
          connections.open += 1
          connections.most = Math.max(connections.most, connections.open)
          socket.on("close", () => (connections.open -= 1))
        })
        server.listen(0, "127.0.0.1", () =>
          resume(
            Effect.succeed(
              Object.assign(server, {
                url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
                connections,
              }),
            ),
          ),
        )
      },
    ),
    (server) =>
      Effect.async<void>((resume) => {
        const node = server as unknown as ReturnType<typeof createServer>
        node.close(() => resume(Effect.void))
        node.closeAllConnections()
      }),
  )

const page = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index, name: `row ${index}` })))

const packed = gzipSync(page)

const gzipped = (request: IncomingMessage, response: ServerResponse) => {
  if (request.headers["accept-encoding"] === "gzip") {
    response.writeHead(200, { "content-encoding": "gzip", "content-length": packed.length, "x-tag": "a" }).end(packed)
  } else response.writeHead(200).end(page)
}

const get = (url: string, headers: Record<string, string> = {}) => HttpClient.get(url, { headers })

const text = (url: string, headers?: Record<string, string>) =>
  Effect.flatMap(get(url, headers), (response) => response.text)

describe("NodeClient", () => {
  it.scopedLive("asks for gzip and unpacks it, whatever the body is read as", () =>
    Effect.gen(function* () {
      const { url } = yield* serve(gzipped)
      const response = yield* get(url)
      assert.strictEqual(response.headers["x-tag"], "a")
      assert.notProperty(response.headers, "content-encoding")
      assert.notProperty(response.headers, "content-length")
      assert.strictEqual(yield* response.text, page)
      assert.deepStrictEqual(yield* Effect.flatMap(get(url), (response) => response.json), JSON.parse(page))
      const buffer = yield* Effect.flatMap(get(url), (response) => response.arrayBuffer)
      assert.strictEqual(new TextDecoder().decode(buffer), page)
      const parts = yield* Stream.runCollect(Stream.unwrap(Effect.map(get(url), (response) => response.stream)))
      assert.strictEqual(Buffer.concat([...parts]).toString(), page)
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scopedLive("asks for what the request says, where it says so", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const { url } = yield* serve((request, response) => {
        seen.push(request.headers["accept-encoding"])
        gzipped(request, response)
      })
      assert.strictEqual(yield* text(url), page)
      assert.strictEqual(yield* text(url, { "accept-encoding": "identity" }), page)
      assert.deepStrictEqual(seen, ["gzip", "identity"])
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scopedLive("leaves answers without a body alone, though they speak of gzip", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((request, response) =>
        response.writeHead(request.url === "/none" ? 204 : 200, { "content-encoding": "gzip" }).end(),
      )
      assert.strictEqual(yield* text(`${url}/none`), "")
      const head = yield* HttpClient.head(url)
      assert.strictEqual(head.status, 200)
      assert.strictEqual(yield* head.text, "")
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scopedLive("fails on a gzip body that is spoilt, or cut", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((request, response) => {
        response.writeHead(200, { "content-encoding": "gzip" })
        response.end(
          request.url === "/cut" ? packed.subarray(0, packed.length / 2) : Buffer.from(packed).fill(7, 100, 200),
        )
      })
      for (const path of ["/cut", "/spoilt"]) {
        const error = yield* Effect.flip(text(url + path))
        assert.strictEqual(error._tag, "ResponseError", path)
      }
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scopedLive("keeps connections and uses them again", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serve(gzipped)
      yield* Effect.repeatN(text(url), 29)
      assert.isAtMost(connections.total, 2)
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scopedLive("opens no more connections than it may; further requests wait", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serve(gzipped)
      const bodies = yield* Effect.all(
        Array.from({ length: 40 }, () => text(url)),
        { concurrency: "unbounded" },
      )
      assert.isTrue(bodies.every((body) => body === page))
      assert.strictEqual(connections.most, 3)
    }).pipe(Effect.provide(NodeClient.layerWith({ connections: 3 }))),
  )

  const headersOnly = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-encoding": "gzip" })
    response.write(packed.subarray(0, 2000))
  }

  for (const [where, handler] of [
    ["before the answer", () => {}],
    ["in a packed body", headersOnly],
  ] as const) {
    it.scopedLive(`aborts the request when it is interrupted ${where}`, () =>
      Effect.gen(function* () {
        const arrived = yield* Deferred.make<void>()
        const gone = yield* Deferred.make<void>()
        const { url } = yield* serve((request, response) => {
          request.socket.once("close", () => Effect.runFork(Deferred.succeed(gone, undefined)))
          handler(request, response)
          Effect.runFork(Deferred.succeed(arrived, undefined))
        })
        const seen = yield* Deferred.make<void>()
        const fiber = yield* Stream.unwrap(Effect.map(get(url), (response) => response.stream)).pipe(
          Stream.tap(() => Deferred.succeed(seen, undefined)),
          Stream.runDrain,
          Effect.fork,
        )
        yield* Deferred.await(where === "in a packed body" ? seen : arrived)
        yield* Fiber.interrupt(fiber)
        yield* Deferred.await(gone)
      }).pipe(Effect.provide(NodeClient.layer)),
    )
  }

  it.scopedLive("gives up a body that is read in part", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serve(headersOnly)
      for (let i = 0; i < 5; i++) {
        const first = yield* Stream.unwrap(Effect.map(get(url), (response) => response.stream)).pipe(
          Stream.take(1),
          Stream.runCollect,
        )
        assert.strictEqual(Chunk.size(first), 1)
      }
      assert.strictEqual(connections.most <= 2, true, "a body that is not read to its end must not hold its connection")
    }).pipe(Effect.provide(NodeClient.layerWith({ connections: 1 }))),
  )

  it.scopedLive("closes its connections with its scope", () =>
    Effect.gen(function* () {
      const gone = yield* Deferred.make<void>()
      const { connections, url } = yield* serve((request, response) => {
        request.socket.once("close", () => Effect.runFork(Deferred.succeed(gone, undefined)))
        response.end()
      })
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(NodeClient.layer, scope)
      yield* Effect.provide(text(url), context)
      assert.strictEqual(connections.open, 1)
      yield* Scope.close(scope, Exit.void)
      yield* Deferred.await(gone)
      assert.strictEqual((yield* Effect.flip(Effect.provide(text(url), context)))._tag, "RequestError")
    }),
  )

  it("prints no warning of experimental parts", () => {
    const warnings: Array<string> = []
    const listen = (warning: Error) => void warnings.push(warning.name)
    process.on("warning", listen)
    return Effect.runPromise(
      Effect.gen(function* () {
        const { url } = yield* serve(gzipped)
        yield* text(url)
        // Warnings are emitted on the next tick.
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        assert.deepStrictEqual(warnings, [])
      }).pipe(
        Effect.provide(NodeClient.layer),
        Effect.scoped,
        Effect.ensuring(Effect.sync(() => process.off("warning", listen))),
      ),
    )
  })
})
