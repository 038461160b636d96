/** What a user reads when the URL, the network or the configuration is wrong. */
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import { NodeClient } from "@candela/node"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Config, ConfigProvider, Effect, Exit, Fiber, Layer, Logger, LogLevel, TestClock } from "effect"
import { createServer } from "node:net"
import { Weather } from "@candela/support/endpoints"
import { serve } from "@candela/support/loopback"
import { apiKey, asked, weather } from "@candela/support/weather"

const status = Effect.flatMap(Weather, (service) => service.status({ station: "A" }))

/** A port of this computer on which nothing listens. */
const closedPort = Effect.async<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as { readonly port: number }
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** Keeps the log entries from Info on. */
const logging = () => {
  const entries: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    if (LogLevel.greaterThanEqual(logLevel, LogLevel.Info)) entries.push(`${logLevel.label}: ${String(message)}`)
  })
  return { entries, layer: Logger.replace(Logger.defaultLogger, logger) }
}

const clients = { fetch: FetchHttpClient.layer, "the pool of Node": NodeClient.layer }

for (const [name, client] of Object.entries(clients)) {
  describe(`over ${name}`, () => {
    const messageAt = (baseUrl: string, options: Partial<Parameters<typeof MarketData.layer>[0]> = {}) =>
      Effect.flip(status).pipe(
        Effect.map(({ message }) => message),
        Effect.provide(
          Weather.layer.pipe(
            Layer.provide(MarketData.layer({ baseUrl, apiKey, retry: Retry.none, ...options })),
            Layer.provide(client),
          ),
        ),
      )

    it.scopedLive("a port on which nothing listens is named, and asked twice", () =>
      Effect.gen(function* () {
        const port = yield* closedPort
        const { entries, layer } = logging()
        let requests = 0
        const counted = HttpClient.tapRequest(() => Effect.sync(() => void requests++))
        const options = { retry: Retry.make({ base: "1 millis" }), transformClient: counted }
        for (const host of ["127.0.0.1", "localhost"]) {
          const message = yield* Effect.provide(messageAt(`http://${host}:${port}`, options), layer)
          assert.strictEqual(
            message,
            `test.status: nothing listens on ${host}:${port} (ECONNREFUSED). Start the service, or the sandbox with npx candela-sandbox, or correct baseUrl of MarketData.layer.`,
          )
        }
        assert.strictEqual(requests, 4)
        assert.lengthOf(entries, 2)
        assert.match(entries[0]!, /^WARN: .*nothing listens on 127\.0\.0\.1:\d+ .* Retrying in 0\.001 s\.$/)
      }),
    )

    it.scopedLive("TLS with a server of plain HTTP, and the other way around, name the scheme to use", () =>
      Effect.gen(function* () {
        const url = yield* serve((_, response) => response.end('{"status":"OK"}'))
        assert.match(
          yield* messageAt(url.replace("http:", "https:")),
          /no TLS with 127\.0\.0\.1:\d+ \(\w+\)\. If it serves plain HTTP, use http:\/\/ in baseUrl of/,
        )
        // A TLS server closes a connection that begins with plain HTTP.
        const closing = yield* serve(({ socket }) => socket.destroy())
        assert.match(
          yield* messageAt(closing),
          /the connection was closed by 127\.0\.0\.1:\d+ \(\w+\)\. Check the network; if the service serves TLS, use https:\/\/ in baseUrl of/,
        )
      }),
    )
  })
}

describe("a page of a proxy", () => {
  const page = (code: number) => ScriptedTransport.text("\n<html>Sign in</html>", { status: code })

  for (const code of [200, 401, 403, 404]) {
    const requests = code === 200 ? 2 : 1
    it.effect(`with the status ${code} asks whether the URL is the service's, after ${requests} requests`, () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(Effect.flip(status))
        yield* TestClock.adjust("1 minute")
        const error = yield* Fiber.join(fiber)
        assert.strictEqual(
          error.message,
          `test.status: unexpected response of service.test:80 (${code}, no request id): <html>Sign in</html> Is this the service's URL? Check baseUrl of MarketData.layer${code === 404 ? ", which ends before /v1, /v2 and the like" : ""}, and proxies on the way.`,
        )
        assert.lengthOf(yield* asked, requests)
      }).pipe(Effect.provide(weather(() => page(code), { retry: Retry.standard }))),
    )
  }

  it.effect("may be a plain text, and is no cut body", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.flip(status))
      yield* TestClock.adjust("1 minute")
      const error = yield* Fiber.join(fiber)
      assert.include(error, { _tag: "ServiceError", foreign: true, detail: "It works!" })
      assert.lengthOf(yield* asked, 2)
    }).pipe(Effect.provide(weather(() => ScriptedTransport.text("It works!\n"), { retry: Retry.standard }))),
  )

  it.effect("with the status 429 is retried, as any 429", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(status)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)
      assert.lengthOf(yield* asked, 2)
    }).pipe(
      Effect.provide(
        weather([page(429), ScriptedTransport.json({ status: "OK", open: true })], { retry: Retry.standard }),
      ),
    ),
  )
})

describe("a base URL that ends in a version", () => {
  it.effect("is not taken for an unknown ticker: the 404 of the gateway names the setting, at once", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(status)
      assert.strictEqual(error._tag, "ServiceError")
      assert.strictEqual(
        error.message,
        "test.status: unexpected response of service.test:80 (404, request r1): 404 page not found Is this the service's URL? Check baseUrl of MarketData.layer, which ends before /v1, /v2 and the like, and proxies on the way.",
      )
      assert.deepStrictEqual(yield* asked, ["/v2/v1/status/A"])
    }).pipe(
      Effect.provide(
        weather(
          () => ScriptedTransport.text("404 page not found", { status: 404, headers: { "x-request-id": "r1" } }),
          {
            baseUrl: "http://service.test/v2",
            retry: Retry.standard,
          },
        ),
      ),
    ),
  )

  it.effect("an unknown ticker is named by its parameter", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* Effect.flip(status)).message,
        "test.status: not found (404, no request id). Check station (case-sensitive). The service says: no",
      )
    }).pipe(
      Effect.provide(weather(() => ScriptedTransport.json({ status: "NOT_FOUND", message: "no" }, { status: 404 }))),
    ),
  )
})

describe("a body with a word that JSON does not have", () => {
  for (const word of ["NaN", "Infinity", "None"]) {
    it.effect(`names ${word}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(
          (yield* Effect.flip(status)).message,
          `test.status: the response is not JSON (the document is not JSON: byte 22 is ${word}, which JSON does not have).`,
        )
      }).pipe(Effect.provide(weather(() => ScriptedTransport.text(`{"status":"OK","open":${word}}`)))),
    )
  }
})

describe("a connection that is lost", () => {
  it.effect("is logged as a warning at the first retry of a call alone", () => {
    const { entries, layer } = logging()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.flip(status))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)
      assert.lengthOf(yield* asked, 6)
      assert.lengthOf(entries, 1)
      assert.match(
        entries[0]!,
        /^WARN: test\.status: the connection was closed by service\.test:80 .* Retrying in 0\.\d+ s\.$/,
      )
    }).pipe(Effect.provide(weather(() => ScriptedTransport.cut, { retry: Retry.standard })), Effect.provide(layer))
  })
})

describe("a service that is not at its URL", () => {
  const baseUrl = "http://service.test"
  const environment = new Map([
    ["MARKET_DATA_URL", baseUrl],
    ["MARKET_DATA_API_KEY", apiKey],
    ["DESK_URL", baseUrl],
  ])
  const sources = {
    MARKET_DATA_URL: MarketData.layerConfig({ retry: Retry.none }),
    "baseUrl of MarketData.layerConfig": MarketData.layerConfig({
      baseUrl: Config.string("DESK_URL"),
      retry: Retry.none,
    }),
    "baseUrl of MarketData.layer": MarketData.layer({ baseUrl, apiKey, retry: Retry.none }),
  }
  for (const [source, layer] of Object.entries(sources)) {
    it.effect(`is to be looked for where the URL is set: ${source}`, () =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(status)
        assert.isTrue(message.endsWith(`use https:// in ${source}.`), message)
      }).pipe(
        Effect.provide(
          Weather.layer.pipe(
            Layer.provide(layer),
            Layer.provide(ScriptedTransport.layer(() => ScriptedTransport.cut)),
            Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(environment))),
          ),
        ),
      ),
    )
  }
})

describe("a missing configuration", () => {
  const configured = (values: Record<string, string>) =>
    Effect.map(
      Effect.exit(
        Effect.scoped(
          Layer.build(
            MarketData.layerConfig().pipe(
              Layer.provide(ScriptedTransport.layer([])),
              Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(values))))),
            ),
          ),
        ),
      ),
      (exit) => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""),
    )

  it.effect("names every variable that is missing, with an example and the sandbox's command", () =>
    Effect.gen(function* () {
      const example = "start the sandbox with npx candela-sandbox, and set http://127.0.0.1:8787 and the key sandbox"
      const both = yield* configured({})
      assert.include(both, "Missing data at MARKET_DATA_URL and MARKET_DATA_API_KEY:")
      assert.include(both, example)
      assert.include(yield* configured({ MARKET_DATA_URL: "http://x.test" }), "Missing data at MARKET_DATA_API_KEY:")
      assert.include(yield* configured({ MARKET_DATA_API_KEY: apiKey }), "Missing data at MARKET_DATA_URL:")
    }),
  )
})
