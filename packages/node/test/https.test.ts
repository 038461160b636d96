import { NodeClient } from "@candela/node"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { readings, streamed } from "./reading.js"
import { serveSecurely, signal, tls } from "./server.js"

const page = JSON.stringify({ results: Array.from({ length: 100_000 }, (_, index) => ({ index })) })

const client = (options: NodeClient.Options) => Effect.provide(NodeClient.layerWith(options))

describe("over TLS", () => {
  it.scoped("bodies are whole, however they are read, on one kept-alive connection", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serveSecurely((_, response) => response.end(page))
      for (const name of ["text", "arrayBuffer", "stream", "chunks"]) {
        const read = yield* Effect.flatMap(HttpClient.get(url), readings[name]!)
        const bytes = typeof read === "string" ? Buffer.from(read) : Buffer.from(read as ArrayBuffer)
        assert.isTrue(bytes.equals(Buffer.from(page)), name)
      }
      assert.strictEqual(connections.total, 1)
    }).pipe(client({ tls: tls() })),
  )

  it.scoped("bodies that are read side by side do not mix", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serveSecurely((request, response) => response.end(`${request.url}${page}`))
      const paths = ["/a", "/b", "/c", "/d", "/e", "/f"]
      const bodies = yield* Effect.forEach(paths, (path) => Effect.flatMap(HttpClient.get(url + path), streamed), {
        concurrency: 3,
      })
      paths.forEach((path, index) => assert.isTrue(bodies[index]!.equals(Buffer.from(path + page)), path))
      assert.strictEqual(connections.most, 3)
    }).pipe(client({ tls: tls(), connections: 3 })),
  )

  it.scoped("an interruption closes the connection", () =>
    Effect.gen(function* () {
      const begun = yield* signal
      const gone = yield* signal
      const { url } = yield* serveSecurely((request) => {
        request.socket.once("close", gone.tell)
        begun.tell()
      })
      const fiber = yield* Effect.fork(HttpClient.get(url))
      yield* begun.told
      yield* Fiber.interrupt(fiber)
      yield* gone.told
    }).pipe(client({ tls: tls() })),
  )

  it.scoped("a server that cannot be trusted is refused", () =>
    Effect.gen(function* () {
      const { url } = yield* serveSecurely((_, response) => response.end(page))
      for (const untrusted of [undefined, tls(Buffer.from("another key"))]) {
        const error = yield* Effect.flip(HttpClient.get(url)).pipe(client({ tls: untrusted }))
        assert.strictEqual(error._tag, "RequestError")
        assert.strictEqual(error.reason, "Transport")
      }
    }),
  )
})
