import * as Admission from "@candela/core/internal/Admission"
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import { Stocks } from "@candela/stocks/Stocks"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Logger, LogLevel, Redacted, TestClock } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Command from "../../src/command/Command.js"
import type { Program } from "../../src/command/CommandLine.js"
import { program as candela } from "../../src/commands/index.js"
import * as Connect from "../../src/connect/Connect.js"
import * as Profiles from "../../src/connect/Profiles.js"
import { Terminal } from "../../src/terminal/Terminal.js"
import * as TestTerminal from "../TestTerminal.js"
import { logged } from "../../src/connect/verbose.js"
import { makeUser } from "./support.js"

const key = "a-key-that-nobody-may-see"

/** A program whose commands ask for one ticker's bars. */
const program: Program = {
  ...candela,
  examples: [],
  commands: (["bars", "once"] as const).map((name) =>
    Command.make(name, {
      summary: "Ask for bars",
      examples: [],
      run: () =>
        Effect.gen(function* () {
          const { out } = yield* Terminal
          const { connection } = yield* MarketData
          const stocks = yield* Stocks
          const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-06" }
          const options = name === "once" ? { retry: Retry.none } : {}
          const { results } = yield* stocks.bars(request as Parameters<typeof stocks.bars>[0], options)
          yield* out.write(`${results.length} from ${connection.baseUrl.origin}\n`)
        }).pipe(Effect.provide(Stocks.layer.pipe(Layer.provideMerge(Connect.layer)))),
    }),
  ),
}

const bar = { o: 1, h: 1, l: 1, c: 1, v: 1, t: Date.parse("2025-06-02T04:00:00Z") }

/** A service that answers with these statuses, one after the other, and notes what it receives. */
const serve = (statuses: ReadonlyArray<number>) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly keys: Array<string | undefined>; readonly close: () => void }>(
      (resume) => {
        const keys: Array<string | undefined> = []
        const server = createServer((request, response) => {
          const status = statuses[keys.push(request.headers.authorization) - 1] ?? 200
          response.writeHead(status, { "content-type": "application/json" })
          response.end(JSON.stringify({ status: "OK", request_id: "r", ticker: "AAPL", results: [bar], error: "No." }))
        })
        server.listen(0, "127.0.0.1", () =>
          resume(
            Effect.succeed({
              url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
              keys,
              close: () => server.close().closeAllConnections(),
            }),
          ),
        )
      },
    ),
    ({ close }) => Effect.sync(close),
  )

describe("the connection of a command", () => {
  it.scopedLive("is a service with a key, whose requests and retries --verbose shows without the key", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      const service = yield* serve([503, 200, 200])
      const variables = { MARKET_DATA_API_KEY: key }
      const shown = yield* TestTerminal.line(
        program,
        ["bars", "--verbose", "--url", service.url],
        user.process({ variables }),
      )
      assert.deepStrictEqual([shown.code, shown.out], [0, `1 from ${service.url}\n`], shown.err)
      assert.match(shown.err, /^GET \/v2\/aggs\/ticker\/AAPL\/range\/1\/day\/\S+ 503 in \d+ ms$/m)
      assert.match(shown.err, /Retrying in /)
      assert.match(shown.err, /^GET \S+ 200 in \d+ ms$/m)
      assert.notInclude(shown.err, key)
      const silent = yield* TestTerminal.line(program, ["bars", "--url", service.url], user.process({ variables }))
      assert.deepStrictEqual([silent.code, silent.err], [0, ""])
      assert.deepStrictEqual(service.keys, Array(3).fill(`Bearer ${key}`))
    }),
  )

  it.scopedLive("tells with --verbose for how long requests waited, and why", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      const service = yield* serve([429, 200])
      const login = Profiles.write({ default: { url: service.url, key: Redacted.make(key), rate: "2/s" } })
      assert.isTrue(Exit.isSuccess((yield* user.run(login)).exit))
      const { code, err } = yield* TestTerminal.line(program, ["bars", "--verbose"], user.process({}))
      assert.strictEqual(code, 0, err)
      const lines = err.trimEnd().split("\n")
      const of = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line))
      const [first, wait, last] = [
        of(/^GET \S+ 429 in/),
        of(/^Waited [\d.]+ s (for the rate limit|because .*)\.$|too many requests .* Retrying in [\d.]+ s\.$/),
        of(/^GET \S+ 200 in/),
      ]
      assert.isTrue(first >= 0 && first < wait && wait < last, err)
      const silent = yield* TestTerminal.line(program, ["bars"], user.process({}))
      assert.deepStrictEqual([silent.code, silent.err], [0, ""])
    }),
  )

  it.effect("counts the time of a request from when it is sent", () =>
    Effect.gen(function* () {
      const told: Array<unknown> = []
      const client = HttpClient.make((request) =>
        Effect.delay(Effect.succeed(HttpClientResponse.fromWeb(request, new Response('{"status":"OK"}'))), "3 seconds"),
      )
      const { execute } = logged({ ...client, execute: Admission.sender(client) } as HttpClient.HttpClient)
      const request = execute(HttpClientRequest.get("http://a.test/v2/aggs?limit=1")).pipe(
        Effect.locally(Admission.current, Effect.succeed({ enter: Effect.sleep("12 seconds"), left: () => {} })),
        Effect.provide(
          Logger.replace(
            Logger.defaultLogger,
            Logger.make(({ message }) => void told.push(message)),
          ),
        ),
        Logger.withMinimumLogLevel(LogLevel.Debug),
      )
      const fiber = yield* Effect.fork(request)
      yield* TestClock.adjust("15 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(told.flat(), ["GET /v2/aggs?limit=1 200 in 3000 ms"])
    }),
  )

  it.scopedLive("says who set what is wrong: the key, the URL", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      const service = yield* serve([401])
      yield* user.run(Effect.void)
      const variables = { MARKET_DATA_API_KEY: key }
      const refused = yield* TestTerminal.line(program, ["bars", "--url", service.url], user.process({ variables }))
      assert.strictEqual(refused.code, 3)
      assert.include(refused.err, "Check MARKET_DATA_API_KEY.")
      assert.notInclude(refused.err, key)
      const nobody = yield* TestTerminal.line(
        program,
        ["bars", "--quiet"],
        user.process({ variables: { ...variables, MARKET_DATA_URL: "http://127.0.0.1:1" } }),
      )
      assert.strictEqual(nobody.code, 1)
      assert.match(nobody.err, /nothing listens on 127\.0\.0\.1:1 .* or correct MARKET_DATA_URL\./)
    }),
  )

  it.scopedLive("goes through the proxy that a variable names, and says who set one that fails", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      const proxy = yield* serve([])
      const variables = { MARKET_DATA_API_KEY: key, MARKET_DATA_URL: "http://service.test" }
      const proxied = (HTTP_PROXY: string) =>
        TestTerminal.line(program, ["once", "--quiet"], user.process({ variables: { ...variables, HTTP_PROXY } }))
      const passed = yield* proxied(proxy.url)
      assert.deepStrictEqual([passed.code, passed.out], [0, "1 from http://service.test\n"], passed.err)
      assert.deepStrictEqual(proxy.keys, [`Bearer ${key}`])
      const lost = yield* proxied("http://user:secret@127.0.0.1:1")
      assert.strictEqual(lost.code, 1)
      assert.include(
        lost.err,
        "no response from service.test:80 (the proxy 127.0.0.1:1, set by HTTP_PROXY: ECONNREFUSED)",
      )
      assert.notInclude(lost.err, "secret")
    }),
  )

  it.scopedLive("is told to be said where nothing says it", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      const { code, err, out } = yield* TestTerminal.line(program, ["bars"], user.process({}))
      assert.deepStrictEqual([code, out], [2, ""])
      assert.include(err, "Say where to connect:")
    }),
  )
})
