import { assert, describe, it } from "@effect/vitest"
import { build, type Plugin } from "esbuild"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { createContext, runInContext } from "node:vm"
import { gzipSync } from "node:zlib"

const packages = fileURLToPath(new URL("../../", import.meta.url))

const program = `
import { MarketData } from "@candela/core"
import { Bar } from "@candela/market"
import { Stocks } from "@candela/stocks"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { DateTime, Effect, Layer, Stream } from "effect"

globalThis.run = (baseUrl) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2024-01-01", to: new Date("2024-02-01") }
    const rows = yield* Stream.runCollect(stocks.bars.stream(request))
    const [columns] = yield* Stream.runCollect(stocks.bars.columns(request))
    const error = yield* Effect.flip(stocks.openClose({ stocksTicker: "NONE", date: "2024-01-02" }))
    return JSON.stringify({
      rows: Array.from(rows),
      first: DateTime.formatIso(Bar.dateTime(Array.from(rows)[0])),
      columns: columns.length,
      error: error.message,
    })
  }).pipe(
    Effect.provide(Stocks.layer),
    Effect.provide(MarketData.layer({ baseUrl, apiKey: "key" })),
    Effect.provide(FetchHttpClient.layer),
    Effect.runPromise,
  )
`

/** Our packages, as their sources. */
const sources: Plugin = {
  name: "sources",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@candela\// }, ({ path }) => {
      const [, name, ...module] = path.split("/")
      return { path: `${packages}${name}/src/${module.join("/") || "index"}.ts` }
    })
  },
}

/** What a program finds where there is no Node: the globals of a browser's worker, and no others. */
const web = {
  AbortController,
  Blob,
  console,
  crypto,
  DecompressionStream,
  fetch,
  FormData,
  Headers,
  performance,
  queueMicrotask,
  ReadableStream,
  Request,
  Response,
  clearInterval,
  clearTimeout,
  setInterval,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
}

describe("the libraries", () => {
  it("need nothing but fetch: bundled for a browser, they read bars where there is no Node", async () => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: `${packages}stocks` },
      bundle: true,
      write: false,
      format: "iife",
      platform: "browser",
      logLevel: "silent",
      plugins: [sources],
    })
    const code = outputFiles[0]!.text
    assert.notMatch(code, /\brequire\("/)

    const bar = { v: 10, vw: 1.5, o: 1, c: 2, h: 3, l: 0.5, t: 1_704_171_600_000, n: 3 }
    const server = createServer((request, response) => {
      if (request.headers.authorization !== "Bearer key") response.writeHead(401).end()
      else if (request.url!.startsWith("/v1/open-close/")) {
        response.writeHead(404).end(`{"status":"NOT_FOUND","request_id":"r1","message":"Data not found."}`)
      } else {
        response.writeHead(200, { "content-encoding": "gzip" })
        response.end(
          gzipSync(JSON.stringify({ status: "OK", ticker: "AAPL", results: [bar, { ...bar, t: bar.t + 86_400_000 }] })),
        )
      }
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const context = createContext({ ...web })
    try {
      runInContext(code, context)
      const { port } = server.address() as AddressInfo
      const result = await (context as unknown as { run: (url: string) => Promise<string> }).run(
        `http://127.0.0.1:${port}`,
      )
      const row = { volume: 10, vwap: 1.5, open: 1, close: 2, high: 3, low: 0.5, timestamp: bar.t, transactions: 3 }
      assert.deepStrictEqual(JSON.parse(result), {
        rows: [row, { ...row, timestamp: row.timestamp + 86_400_000 }],
        first: "2024-01-02T05:00:00.000Z",
        columns: 2,
        error:
          "stocks.openClose: not found (404, request r1). Check stocksTicker and date (case-sensitive). The service says: Data not found.",
      })
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
