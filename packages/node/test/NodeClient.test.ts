import * as Admission from "@candela/core/internal/Admission"
import { NodeClient } from "@candela/node"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { serve, signal, turn } from "./server.js"

const page = JSON.stringify(Array.from({ length: 4000 }, (_, index) => ({ index, name: `row ${index}` })))

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
      assert.isTrue((yield* response.text) === page)
      assert.deepStrictEqual(yield* Effect.flatMap(get(url), (response) => response.json), JSON.parse(page))
      const buffer = yield* Effect.flatMap(get(url), (response) => response.arrayBuffer)
      assert.isTrue(new TextDecoder().decode(buffer) === page)
      const parts = yield* Stream.runCollect(Stream.unwrap(Effect.map(get(url), (response) => response.stream)))
      assert.isTrue(Buffer.concat([...parts]).toString() === page)
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scopedLive("asks for what the request says, where it says so", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const { url } = yield* serve((request, response) => {
        seen.push(request.headers["accept-encoding"])
        gzipped(request, response)
      })
      assert.isTrue((yield* text(url)) === page)
      assert.isTrue((yield* text(url, { "accept-encoding": "identity" })) === page)
      assert.deepStrictEqual(seen, ["gzip", "identity"])
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it("prints no warning of experimental parts, nor of listeners that pile up", () => {
    const warnings: Array<string> = []
    const listen = (warning: Error) => void warnings.push(warning.name)
    process.on("warning", listen)
    return Effect.runPromise(
      Effect.gen(function* () {
        const { url } = yield* serve(gzipped)
        yield* Effect.repeatN(text(url), 15)
        // Warnings are emitted on the next tick.
        yield* turn
        assert.deepStrictEqual(warnings, [])
      }).pipe(
        Effect.provide(NodeClient.layerWith({ connections: 1 })),
        Effect.scoped,
        Effect.ensuring(Effect.sync(() => process.off("warning", listen))),
      ),
    )
  })
})

describe("connections", () => {
  it.scopedLive("are kept and used again", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serve(gzipped)
      yield* Effect.repeatN(text(url), 29)
      assert.strictEqual(connections.total, 1)
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scopedLive("are no more than there may be; further requests wait", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serve(gzipped)
      const bodies = yield* Effect.all(
        Array.from({ length: 40 }, () => text(url)),
        { concurrency: "unbounded" },
      )
      assert.isTrue(bodies.every((body) => body === page))
      assert.strictEqual(connections.total, 3)
    }).pipe(Effect.provide(NodeClient.layerWith({ connections: 3 }))),
  )

  it.scopedLive("are counted for each origin", () =>
    Effect.gen(function* () {
      const stuck = yield* serve(() => {})
      const other = yield* serve(gzipped)
      yield* Effect.fork(text(stuck.url))
      yield* turn
      assert.isTrue((yield* text(other.url)) === page)
    }).pipe(Effect.provide(NodeClient.layerWith({ connections: 1 }))),
  )

  for (const connections of [0, -1, 1.5, Number.NaN]) {
    it.scoped(`cannot be ${connections}`, () =>
      Effect.gen(function* () {
        const made = yield* Effect.flip(NodeClient.make({ connections }))
        const error = yield* Effect.flip(Layer.launch(NodeClient.layerWith({ connections })))
        assert.strictEqual(
          error.message,
          `connections of NodeClient: it must be a whole number of at least 1, but is ${connections}`,
        )
        assert.deepStrictEqual(made, error)
      }),
    )
  }

  it.scopedLive("may be without bound", () =>
    Effect.gen(function* () {
      const all = yield* signal
      const { connections, url } = yield* serve((_, response) => {
        if (connections.open === 40) all.tell()
        Effect.runFork(
          Effect.zipRight(
            all.told,
            Effect.sync(() => response.end()),
          ),
        )
      })
      yield* Effect.all(
        Array.from({ length: 40 }, () => text(url)),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(connections.most, 40)
    }).pipe(Effect.provide(NodeClient.layerWith({ connections: Infinity }))),
  )

  it.scopedLive("are waited for by nobody who was interrupted", () =>
    Effect.gen(function* () {
      const begun = yield* signal
      const finish = yield* signal
      const seen: Array<string | undefined> = []
      const { connections, url } = yield* serve((request, response) => {
        seen.push(request.url)
        if (request.url !== "/first") return void response.end()
        begun.tell()
        Effect.runFork(
          Effect.zipRight(
            finish.told,
            Effect.sync(() => response.end()),
          ),
        )
      })
      const first = yield* Effect.fork(text(`${url}/first`))
      yield* begun.told
      const impatient = yield* Effect.fork(text(`${url}/impatient`))
      yield* turn
      const last = yield* Effect.fork(text(`${url}/last`))
      yield* turn
      yield* Fiber.interrupt(impatient)
      finish.tell()
      yield* Fiber.join(Fiber.zip(first, last))
      assert.deepStrictEqual(seen, ["/first", "/last"])
      assert.strictEqual(connections.total, 1)
    }).pipe(Effect.provide(NodeClient.layerWith({ connections: 1 }))),
  )

  it.scopedLive("that the server has closed meanwhile are replaced, or worth another try", () =>
    Effect.gen(function* () {
      const { connections, disconnect, url } = yield* serve(gzipped)
      const client = HttpClient.retryTransient(yield* HttpClient.HttpClient, { times: 1 })
      for (let i = 0; i < 10; i++) {
        assert.isTrue((yield* text(url).pipe(Effect.provideService(HttpClient.HttpClient, client))) === page)
        yield* disconnect
      }
      assert.isAtLeast(connections.total, 10)
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scopedLive("that the server closes as it is asked again fail in a way worth another try", () =>
    Effect.gen(function* () {
      const asked = new WeakSet<object>()
      const { connections, url } = yield* serve((request, response) => {
        if (asked.has(request.socket)) return void request.socket.destroy()
        asked.add(request.socket)
        response.end("once")
      })
      assert.strictEqual(yield* text(url), "once")
      const error = yield* Effect.flip(text(url))
      assert.deepInclude(error, { _tag: "RequestError", reason: "Transport" })
      assert.instanceOf(error.cause, Admission.Stale)
      assert.strictEqual((error.cause.cause as { code?: string }).code, "ECONNRESET")
      assert.strictEqual(yield* text(url), "once")
      assert.strictEqual(connections.total, 2)
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scopedLive("that are not kept alive are not used again", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serve((_, response) =>
        response.writeHead(200, { connection: "close" }).end("x"),
      )
      for (let i = 0; i < 3; i++) assert.strictEqual(yield* text(url), "x")
      assert.strictEqual(connections.total, 3)
    }).pipe(Effect.provide(NodeClient.layerWith({ connections: 1 }))),
  )
})

describe("an interruption", () => {
  it.scopedLive("before the answer gives the request up, and frees its connection", () =>
    Effect.gen(function* () {
      const begun = yield* signal
      const gone = yield* signal
      const { url } = yield* serve((request, response) => {
        if (request.url === "/") return gzipped(request, response)
        request.socket.once("close", gone.tell)
        begun.tell()
      })
      const fiber = yield* Effect.fork(text(`${url}/stuck`))
      yield* begun.told
      yield* Fiber.interrupt(fiber)
      yield* gone.told
      assert.isTrue((yield* text(url)) === page)
    }).pipe(Effect.provide(NodeClient.layerWith({ connections: 1 }))),
  )

  it.scopedLive("of a request with a scope gives it up though the scope stays open", () =>
    Effect.gen(function* () {
      const begun = yield* signal
      const gone = yield* signal
      const { url } = yield* serve((request) => {
        request.socket.once("close", gone.tell)
        begun.tell()
      })
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      const fiber = yield* Effect.fork(client.get(url))
      yield* begun.told
      yield* Fiber.interrupt(fiber)
      yield* gone.told
    }).pipe(Effect.provide(NodeClient.layer)),
  )
})

describe("a request's scope", () => {
  it.scopedLive("gives up what was not read", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serve((request, response) => {
        response.writeHead(200, request.url === "/packed" ? { "content-encoding": "gzip" } : {})
        response.write(packed.subarray(0, 1000))
      })
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      for (const path of ["/plain", "/packed", "/plain", "/packed"]) {
        const response = yield* Effect.scoped(client.get(url + path))
        assert.strictEqual(response.status, 200)
        assert.strictEqual((yield* Effect.flip(response.text))._tag, "ResponseError")
      }
      assert.strictEqual(connections.total, 4)
    }).pipe(Effect.provide(NodeClient.layerWith({ connections: 1 }))),
  )
})
