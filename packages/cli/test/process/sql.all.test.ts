// A bundle has the exports of DuckDB under `default` alone.
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { bar, folder, write } from "../../../history/test/store/fixture.js"
import * as Process from "./support.js"

interface Answer {
  readonly id: number
  readonly result: { readonly isError?: boolean; readonly content: ReadonlyArray<{ readonly text: string }> }
}

const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } }

describe("SQL of the bundled command", () => {
  it.scopedLive("asks a store", () =>
    Effect.gen(function* () {
      const { candela } = yield* Process.bundle
      const store = yield* folder
      yield* write(store, [
        { ticker: "AAPL", bars: [bar("2024-03-01T15:00:00Z", 10), bar("2024-03-01T15:01:00Z", 30)] },
      ])
      const sql = (query: string) => {
        const args = [candela, "history", "sql", "--store", store, query, "--param", "least=20", "--format", "ndjson"]
        return spawnSync(process.execPath, args, { encoding: "utf8" })
      }
      const { status, stderr, stdout } = sql(
        "SELECT ticker, count(*) AS bars, max(open) AS open FROM bars WHERE open > $least GROUP BY ticker",
      )
      assert.strictEqual(status, 0, stderr)
      assert.deepStrictEqual(JSON.parse(stdout), { ticker: "AAPL", bars: 1, open: 30 })
      // It ended the process, without a word.
      const refused = sql(
        "FROM query('SELECT * FROM enable' || '_logging(storage = ''file'', storage_path = ''/log'')')",
      )
      assert.strictEqual(refused.status, 2)
      assert.include(refused.stderr, "The function query is not available")
    }).pipe(Effect.provide(NodeContext.layer)),
  )

  it.scopedLive("asks the tables of a protocol client, whose charts end on the sandbox's day", () =>
    Effect.gen(function* () {
      const { candela } = yield* Process.bundle
      const client = yield* Process.run(process.execPath, [candela, "mcp", "--sandbox"])
      const send = (message: object) =>
        Effect.sync(() => void client.process.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`))
      const answerOf = (id: number) =>
        client.said.out
          .split("\n")
          .filter((line) => line.startsWith("{"))
          .map((line) => JSON.parse(line) as Answer)
          .find((answer) => answer.id === id)
      const ask = (id: number, method: string, params: object) =>
        Effect.gen(function* () {
          yield* send({ id, method, params })
          yield* client.says(`"id":${id},`).pipe(Effect.race(client.says(`"id":${id}}`)))
          return answerOf(id)!.result
        })
      const call = (id: number, name: string, args: object) =>
        Effect.map(ask(id, "tools/call", { name, arguments: args }), ({ content, isError }) => {
          assert.isFalse(isError, content[0]!.text)
          return content[0]!.text
        })
      yield* ask(1, "initialize", initialize)
      yield* send({ method: "notifications/initialized" })
      const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-06" }
      yield* call(2, "call_endpoint", { endpoint: "stocks.bars", request, rows: 0, table: "bars" })
      const counted = yield* call(3, "query", { sql: "SELECT count(*) AS days FROM bars" })
      assert.deepStrictEqual(JSON.parse(counted), { columns: ["days"], rows: [[5]] })
      assert.include(yield* call(4, "draw_chart", { ticker: "AAPL" }), "2025-06-30")
      client.process.stdin!.end()
      assert.strictEqual(yield* client.ended, 0)
    }),
  )
})
