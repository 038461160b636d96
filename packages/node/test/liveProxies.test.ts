/** The proxies of the environment, on the way to the live channel. */
import type * as NodeLive from "@candela/node/NodeLive"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Layer, Option, Queue, Stream } from "effect"
import { connected, served, signals, trade } from "./live.js"
import { nobody, serveProxy, serveRaw, settled, signal, tls } from "./server.js"

type Variables = Readonly<Record<string, string>>

const through = (url: string, variables: Variables, options?: NodeLive.Options) =>
  Effect.provide(
    connected(url, { attempts: 1 }, options).pipe(
      Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))),
    ),
  )

/** Time of the first row. */
const first = signals.pipe(
  Stream.filterMap((signal) => (signal._tag === "Rows" ? Option.some(signal.rows[0]!.timestamp) : Option.none())),
  Stream.runHead,
  Effect.map(Option.getOrUndefined),
)

const failure = Effect.map(Effect.flip(Stream.runDrain(signals)), ({ message }) => message)

describe("a socket's proxy", () => {
  for (const [variable, target, secure] of [
    ["HTTP_PROXY", "ws://service.test:81", false],
    ["https_proxy", "wss://service.test", true],
  ] as const) {
    it.scopedLive(`connects ${target}, and learns its password`, () =>
      Effect.gen(function* () {
        const service = yield* served(secure)
        const proxy = yield* serveProxy(service.url, `Basic ${Buffer.from("user:secret").toString("base64")}`)
        const variables = { [variable]: proxy.url.replace("//", "//user:secret@") }
        const reading = yield* Effect.fork(first.pipe(through(target, variables, { tls: tls() })))
        const { socket } = yield* Queue.take(service.connections)
        socket.send(trade(7))
        assert.strictEqual(yield* Fiber.join(reading), 7)
        assert.deepStrictEqual(proxy.asked, [`CONNECT service.test:${secure ? 443 : 81}`])
        assert.strictEqual(yield* settled(() => proxy.connections.open), 0)
      }),
    )
  }

  it.scopedLive("is passed by for the hosts of NO_PROXY", () =>
    Effect.gen(function* () {
      const service = yield* served()
      const variables = { HTTP_PROXY: yield* nobody, NO_PROXY: "127.0.0.1" }
      const reading = yield* Effect.fork(first.pipe(through(service.url.replace("http:", "ws:"), variables)))
      const { socket } = yield* Queue.take(service.connections)
      socket.send(trade(8))
      assert.strictEqual(yield* Fiber.join(reading), 8)
    }),
  )

  it.scopedLive("is named by errors with its host and who set it, never with its password", () =>
    Effect.gen(function* () {
      const { url } = yield* served()
      const proxy = yield* serveProxy(url, "Basic of somebody else")
      const absent = yield* nobody
      for (const [variable, value, target, told] of [
        ["HTTP_PROXY", proxy.url, "ws://service.test", "answered 407 Proxy Authentication Required"],
        ["HTTPS_PROXY", proxy.url, "wss://service.test", "answered 407 Proxy Authentication Required"],
        ["HTTPS_PROXY", absent, "wss://service.test", "ECONNREFUSED"],
      ] as const) {
        const { host } = new URL(value)
        const message = yield* failure.pipe(through(target, { [variable]: value.replace("//", "//user:secret@") }))
        assert.include(message, `the proxy ${host}, set by ${variable}${told === "ECONNREFUSED" ? ":" : ","} ${told}.`)
        assert.include(message, "Correct the variable of the proxy, name the host in NO_PROXY")
        assert.notInclude(message, "secret")
      }
      assert.include(
        yield* failure.pipe(through("wss://service.test", { HTTPS_PROXY: "socks5://user:secret@proxy.test" })),
        "the proxy cannot be used: HTTPS_PROXY must be an http:// or https:// URL.",
      )
    }),
  )

  it.scopedLive("that never connects is left with the socket", () =>
    Effect.gen(function* () {
      const begun = yield* signal
      const proxy = yield* serveRaw(() => begun.tell())
      const waiting = Effect.gen(function* () {
        const fiber = yield* Effect.fork(first)
        yield* begun.told
        yield* Fiber.interrupt(fiber)
      })
      yield* waiting.pipe(through("ws://service.test", { HTTP_PROXY: proxy.url }))
      assert.strictEqual(yield* settled(() => proxy.connections.open), 0)
    }),
  )
})
