import { MarketData } from "@candela/core/MarketData"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Command from "../../src/command/Command.js"
import type { Program } from "../../src/command/CommandLine.js"
import { program as candela } from "../../src/commands/index.js"
import * as Connect from "../../src/connect/Connect.js"
import { Terminal } from "../../src/terminal/Terminal.js"
import * as TestTerminal from "../TestTerminal.js"
import { makeUser } from "./support.js"

const key = "a-key-that-nobody-may-see"

/** A program whose one command asks for one ticker's bars. */
const program: Program = {
  ...candela,
  examples: [],
  commands: [
    Command.make("bars", {
      summary: "Ask for bars",
      examples: [],
      run: () =>
        Effect.gen(function* () {
          const { out } = yield* Terminal
          const { connection } = yield* MarketData
          const stocks = yield* Stocks
          const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-06" }
          const { results } = yield* stocks.bars(request as Parameters<typeof stocks.bars>[0])
          yield* out.write(`${results.length} from ${connection.baseUrl.origin}\n`)
        }).pipe(Effect.provide(Stocks.layer.pipe(Layer.provideMerge(Connect.layer)))),
    }),
  ],
}

/** A service that answers with these statuses, one after the other, and notes what it receives. */
const serve = (statuses: ReadonlyArray<number>) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly keys: Array<string | undefined>; readonly close: () => void }>(
      (resume) => {
        const keys: Array<string | undefined> = []
        const server = createServer((request, response) => {
          const status = statuses[keys.push(request.headers.authorization) - 1] ?? 200
          response.writeHead(status, { "content-type": "application/json" })
          response.end(JSON.stringify({ status: "OK", request_id: "r", ticker: "AAPL", results: [], error: "No." }))
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
      assert.deepStrictEqual([shown.code, shown.out], [0, `0 from ${service.url}\n`], shown.err)
      assert.match(shown.err, /^GET \/v2\/aggs\/ticker\/AAPL\/range\/1\/day\/\S+ 503 in \d+ ms$/m)
      assert.match(shown.err, /Trying again in /)
      assert.match(shown.err, /^GET \S+ 200 in \d+ ms$/m)
      assert.notInclude(shown.err, key)
      const silent = yield* TestTerminal.line(program, ["bars", "--url", service.url], user.process({ variables }))
      assert.deepStrictEqual([silent.code, silent.err], [0, ""])
      assert.deepStrictEqual(service.keys, Array(3).fill(`Bearer ${key}`))
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

  it.scopedLive("is told to be said where nothing says it", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      const { code, err, out } = yield* TestTerminal.line(program, ["bars"], user.process({}))
      assert.deepStrictEqual([code, out], [2, ""])
      assert.include(err, "Say where to connect:")
    }),
  )
})
