/** The live channel on a port. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { assert, describe, it, layer } from "@effect/vitest"
import { type Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { get, request } from "node:http"
import type { Duplex } from "node:stream"
import { authenticated, eventually, listen, subscribed } from "./support.js"

const sockets = NodeSocket.layerWebSocketConstructor

const upgrading = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" }

/** Asks for an upgrade: the status of the answer. */
const upgrade = (baseUrl: string, path: string, headers: Readonly<Record<string, string>>) =>
  Effect.async<number>((resume) => {
    const asked = request(`${baseUrl}${path}`, {
      headers: { ...upgrading, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", ...headers },
    })
    asked.on("upgrade", (answer, socket) => {
      socket.destroy()
      resume(Effect.succeed(answer.statusCode!))
    })
    asked.on("response", (answer) => {
      answer.resume()
      resume(Effect.succeed(answer.statusCode!))
    })
    asked.end()
  })

const base = ({ baseUrl }: Sandbox.Service) => baseUrl.replace("http", "ws")

layer(Layer.merge(Sandbox.layerServer({ live: { speed: "asap" }, cors: "http://page.test" }), sockets))(
  "the live channel on a port",
  (it) => {
    it.effect("has the events of the one in process, byte for byte", () =>
      Effect.gen(function* () {
        const pairs = "AM.AAPL,A.AAPL,AM.KO"
        const many = (told: ReadonlyArray<unknown>) => told.length > 150
        const here = yield* subscribed("/stocks", pairs, "sandbox", base(yield* Sandbox))
        yield* here.until(many)
        here.socket.close()
        const there = yield* subscribed("/stocks", pairs).pipe(
          Effect.tap((there) => there.until(many)),
          Effect.provide(Sandbox.liveLayer({ live: { speed: "asap" } })),
        )
        assert.deepStrictEqual(here.frames.flat().slice(0, 150), there.frames.flat().slice(0, 150))
      }),
    )

    it.effect("is served to those whom requests are served", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Sandbox
        const own = new URL(baseUrl)
        for (const [path, headers, status] of [
          ["/stocks", {}, 101],
          ["/delayed/futures/cme", {}, 101],
          ["/bonds", {}, 404],
          ["/stocks", { host: "a b" }, 400],
          ["/stocks", { origin: own.origin }, 101],
          ["/stocks", { origin: "http://page.test" }, 101],
        ] as const) {
          assert.strictEqual(yield* upgrade(baseUrl, path, headers), status, `${path} ${JSON.stringify(headers)}`)
        }
      }),
    )

    it.effect("rejects an upgrade for a foreign host name", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Sandbox
        assert.strictEqual(yield* upgrade(baseUrl, "/stocks", { host: "evil.test" }), 421)
      }),
    )

    it.effect("rejects an upgrade of a foreign page", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Sandbox
        assert.strictEqual(yield* upgrade(baseUrl, "/stocks", { origin: "http://evil.test" }), 403)
      }),
    )

    it.effect("leaves requests alone whose client would rather speak HTTP/2", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Sandbox
        assert.strictEqual(yield* upgrade(baseUrl, "/health", { upgrade: "h2c" }), 200)
      }),
    )

    it.effect("ends with 1009 for a message of a million bytes", () =>
      Effect.gen(function* () {
        const client = yield* authenticated("/stocks", "sandbox", base(yield* Sandbox))
        client.socket.send("x".repeat(1_000_001))
        assert.strictEqual(yield* client.ended, 1009)
      }),
    )
  },
)

describe("a sandbox that stops", () => {
  const started = (grace: Duration.DurationInput) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(Sandbox.layerServer({ grace }), scope)
      const sandbox = yield* Effect.provide(Sandbox, context)
      return { sandbox, stop: Scope.close(scope, Exit.void) }
    })

  it.live("says goodbye to its clients", () =>
    Effect.gen(function* () {
      const { sandbox, stop } = yield* started("1 hour")
      const client = yield* listen("/stocks", base(sandbox))
      yield* client.until((told) => told.length === 1)
      yield* stop
      assert.strictEqual(yield* client.ended, 1001)
    }).pipe(Effect.provide(sockets)),
  )

  /** A client that reads and says nothing: its end of the connection. */
  const silent = (baseUrl: string) =>
    Effect.async<Duplex>((resume) => {
      const headers = { ...upgrading, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" }
      get(`${baseUrl}/stocks`, { headers }).on("upgrade", (_, socket) => {
        socket.resume()
        socket.on("error", () => undefined)
        resume(Effect.succeed(socket))
      })
    })

  it.live(
    "ends sockets of clients that do not answer: of two, the one of less grace ends first, though it stopped last",
    () =>
      Effect.gen(function* () {
        const [patient, hasty] = [yield* started("1 hour"), yield* started(0)]
        const client = yield* silent(patient.sandbox.baseUrl)
        yield* silent(hasty.sandbox.baseUrl)
        const ended: Array<string> = []
        const stop = (name: string, { stop }: typeof patient) =>
          Effect.fork(
            Effect.zipRight(
              stop,
              Effect.sync(() => ended.push(name)),
            ),
          )
        const stopping = [yield* stop("patient", patient), yield* stop("hasty", hasty)]
        yield* eventually(() => ended.length > 0)
        client.destroy()
        yield* Fiber.joinAll(stopping)
        assert.deepStrictEqual(ended, ["hasty", "patient"])
      }),
  )
})
