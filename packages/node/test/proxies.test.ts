/** The proxies of the environment: which requests go through them, and what their failures say. */
import { NodeClient } from "@candela/node"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Layer } from "effect"
import * as Proxies from "../src/internal/proxies.js"
import { nobody, serve, serveProxy, serveRaw, serveSecurely, settled, signal, tls } from "./server.js"

type Variables = Readonly<Record<string, string>>

const provided = (variables: Variables) =>
  Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))

/** A client in an environment with these variables. */
const client = (variables: Variables, options: NodeClient.Options = {}) =>
  Effect.provide(NodeClient.layerWith(options).pipe(Layer.provide(provided(variables))))

const text = (url: string) => Effect.flatMap(HttpClient.get(url), (response) => response.text)

/** Message of the error that the client's user sees. */
const failure = (url: string) =>
  Effect.map(Effect.flip(HttpClient.get(url)), (error) => {
    assert.strictEqual(error._tag, "RequestError")
    assert.strictEqual(error.reason, "Transport")
    return String((error.cause as Error).message)
  })

describe("a proxy", () => {
  it.scopedLive("forwards requests without TLS, which reach hosts that only it knows", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const { url } = yield* serve(({ headers, url }, response) => {
        seen.push([url, headers.host, headers["proxy-authorization"]])
        response.end("the answer")
      })
      const proxy = yield* serveProxy(url)
      for (const name of ["HTTP_PROXY", "http_proxy"]) {
        assert.strictEqual(yield* text("http://service.test/a").pipe(client({ [name]: proxy.url })), "the answer")
      }
      // Of two spellings the lower-case one counts; a scheme may be missing.
      const both = { HTTP_PROXY: "http://unknown.test", http_proxy: proxy.url.replace("http://", "") }
      assert.strictEqual(yield* text("http://service.test:81/b").pipe(client(both)), "the answer")
      assert.deepStrictEqual(proxy.asked, [
        "GET http://service.test/a",
        "GET http://service.test/a",
        "GET http://service.test:81/b",
      ])
      assert.deepStrictEqual(seen, [
        ["/a", "service.test", undefined],
        ["/a", "service.test", undefined],
        ["/b", "service.test:81", undefined],
      ])
    }),
  )

  it.scopedLive("connects requests over TLS, on one connection that is kept", () =>
    Effect.gen(function* () {
      const { url } = yield* serveSecurely((_, response) => response.end("the answer"))
      const proxy = yield* serveProxy(url)
      for (const name of ["HTTPS_PROXY", "https_proxy"]) {
        const twice = Effect.all([text("https://service.test/a"), text("https://service.test/b")])
        assert.deepStrictEqual(yield* twice.pipe(client({ [name]: proxy.url }, { tls: tls() })), [
          "the answer",
          "the answer",
        ])
      }
      assert.deepStrictEqual(proxy.asked, ["CONNECT service.test:443", "CONNECT service.test:443"])
      // The pools have closed what they kept.
      assert.strictEqual(yield* settled(() => proxy.connections.open), 0)
    }),
  )

  it.scopedLive("learns its user and password, and the service does not", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const answer = yield* serve(({ headers }, response) => {
        seen.push(headers["authorization"])
        response.end("the answer")
      })
      const secure = yield* serveSecurely(({ headers }, response) => {
        seen.push(headers["authorization"], headers["proxy-authorization"])
        response.end("the answer")
      })
      const expected = `Basic ${Buffer.from("a user:p@ss").toString("base64")}`
      const named = (url: string) => url.replace("//", "//a%20user:p%40ss@")
      const forwarding = yield* serveProxy(answer.url, expected)
      assert.strictEqual(
        yield* text("http://service.test").pipe(client({ HTTP_PROXY: named(forwarding.url) })),
        "the answer",
      )
      const connecting = yield* serveProxy(secure.url, expected)
      assert.strictEqual(
        yield* text("https://service.test").pipe(client({ HTTPS_PROXY: named(connecting.url) }, { tls: tls() })),
        "the answer",
      )
      assert.deepStrictEqual(seen, [undefined, undefined, undefined])
    }),
  )

  it.scopedLive("is passed by for the hosts of NO_PROXY", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((_, response) => response.end("straight"))
      const proxy = { HTTP_PROXY: yield* nobody }
      for (const name of ["NO_PROXY", "no_proxy"]) {
        assert.strictEqual(yield* text(url).pipe(client({ ...proxy, [name]: "localhost, 127.0.0.1" })), "straight")
      }
    }),
  )

  it.scopedLive("says that the proxy refuses, with its host and who set it, never its password", () =>
    Effect.gen(function* () {
      const { url } = yield* serve((_, response) => response.end())
      const proxy = yield* serveProxy(url, "Basic of somebody else")
      const named = proxy.url.replace("//", "//user:secret@")
      const { host } = new URL(proxy.url)
      for (const [variable, target] of [
        ["HTTP_PROXY", "http://service.test"],
        ["HTTPS_PROXY", "https://service.test"],
      ] as const) {
        assert.strictEqual(
          yield* failure(target).pipe(client({ [variable]: named })),
          `the proxy ${host}, set by ${variable}, answered 407 Proxy Authentication Required`,
        )
      }
    }),
  )

  it.scopedLive("says that a proxy could not reach the host, but not in place of the service", () =>
    Effect.gen(function* () {
      const answers = { "content-type": "text/html" }
      const { url } = yield* serve(({ url }, response) =>
        url === "/service"
          ? response.writeHead(503, { "content-type": "application/json" }).end("{}")
          : response.writeHead(503, answers).end("<p>DNS"),
      )
      const proxy = yield* serveProxy(url)
      const environment = { http_proxy: proxy.url }
      const { host } = new URL(proxy.url)
      assert.strictEqual(
        yield* failure("http://unknown.test/").pipe(client(environment)),
        `the proxy ${host}, set by http_proxy, answered 503 Service Unavailable`,
      )
      assert.strictEqual(yield* text("http://service.test/service").pipe(client(environment)), "{}")
    }),
  )

  it.scopedLive("says that nothing listens where the proxy should", () =>
    Effect.gen(function* () {
      const url = yield* nobody
      const { host } = new URL(url)
      const environment = { HTTP_PROXY: url, HTTPS_PROXY: url.replace("//", "//user:secret@") }
      for (const [variable, target] of [
        ["HTTP_PROXY", "http://service.test"],
        ["HTTPS_PROXY", "https://service.test"],
      ] as const) {
        assert.strictEqual(
          yield* failure(target).pipe(client(environment)),
          `the proxy ${host}, set by ${variable}: ECONNREFUSED`,
        )
      }
    }),
  )

  it.scopedLive("is no URL of a proxy, without its text", () =>
    Effect.gen(function* () {
      for (const url of ["socks5://user:secret@proxy.test", "http://user:secret@", "user:secret@proxy.test:port"]) {
        assert.strictEqual(
          yield* failure("https://service.test").pipe(client({ HTTPS_PROXY: url })),
          "the proxy cannot be used: HTTPS_PROXY must be an http:// or https:// URL",
        )
      }
    }),
  )

  it.scopedLive("that never connects is left with the request, and with the layer", () =>
    Effect.gen(function* () {
      const begun = yield* signal
      const proxy = yield* serveRaw(() => begun.tell())
      const waiting = Effect.gen(function* () {
        const fiber = yield* Effect.fork(HttpClient.get("https://service.test"))
        yield* begun.told
        yield* Fiber.interrupt(fiber)
      })
      yield* waiting.pipe(client({ HTTPS_PROXY: proxy.url }))
      assert.strictEqual(yield* settled(() => proxy.connections.open), 0)
    }),
  )
})

describe("NO_PROXY", () => {
  const isDirect = (entries: string, url: string) =>
    Effect.map(Proxies.configured, (proxies) => proxies(new URL(url)) === undefined).pipe(
      Effect.provide(provided({ HTTPS_PROXY: "proxy.test", HTTP_PROXY: "proxy.test", NO_PROXY: entries })),
    )

  for (const [entries, url, direct] of [
    ["*", "https://service.test", true],
    ["", "https://service.test", false],
    ["service.test", "https://service.test", true],
    ["SERVICE.test", "https://service.test", true],
    ["service.test", "https://api.service.test", true],
    [".service.test", "https://api.service.test", true],
    ["*.service.test", "https://api.service.test", true],
    ["service.test", "https://otherservice.test", false],
    ["a.test b.test,service.test", "https://service.test", true],
    ["service.test:443", "https://service.test", true],
    ["service.test:8443", "https://service.test", false],
    ["service.test:80", "http://service.test", true],
    ["127.0.0.1:8787", "http://127.0.0.1:8787", true],
    ["127.0.0.1:8787", "http://127.0.0.1:8788", false],
    ["::1", "http://[::1]:8787", true],
    ["[::1]", "http://[::1]:8787", true],
    ["[::1]:8787", "http://[::1]:8787", true],
    ["[::1]:8788", "http://[::1]:8787", false],
    ["10.0.0.0/8", "http://10.1.2.3", true],
    ["10.0.0.0/8", "http://11.1.2.3", false],
    ["10.0.0.0/99", "http://10.1.2.3", false],
    ["fd00::/8", "http://[fd12::1]", true],
    ["10.0.0.0/8", "http://service.test", false],
  ] as const) {
    it.effect(`${entries === "" ? "without entries" : entries} ${direct ? "covers" : "does not cover"} ${url}`, () =>
      Effect.map(isDirect(entries, url), (found) => assert.strictEqual(found, direct)),
    )
  }
})
