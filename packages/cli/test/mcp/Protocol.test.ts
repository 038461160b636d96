import { Sandbox } from "@candela/sandbox/Sandbox"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Server from "../../src/mcp/Server.js"
import * as Client from "./Client.js"

const initialize = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
}

const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`

/** What the server writes for an input that ends. */
const answers = (input: string, size = input.length) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const write = (text: string) => Effect.sync(() => void lines.push(text))
    yield* Server.serve({
      version: "1.2.3",
      isSynthetic: true,
      live: Client.notLive,
      input: Client.bytes(input, size),
      write,
    })
    for (const text of lines) assert.match(text, /^\{"jsonrpc":"2.0".*\}\n$/)
    return lines.map((text) => JSON.parse(text) as Client.Message)
  }).pipe(Effect.provide(Sandbox.layer()))

const byId = (messages: ReadonlyArray<Client.Message>, id: unknown) => messages.find((message) => message.id === id)

describe("Protocol", () => {
  it.live("answers all that was asked before the input ended", () =>
    Effect.gen(function* () {
      const call = { name: "search_catalog", arguments: { words: "é dividends" } }
      const input = [
        line({ id: 0, method: "initialize", params: initialize }),
        line({ method: "notifications/initialized" }),
        line({ id: "text", method: "tools/call", params: call }),
        line({ id: "7", method: "ping" }),
        line({ id: 7, method: "ping" }),
      ].join("")
      // Bytes come as they like: within a character, too.
      const messages = yield* answers(input, 5)
      assert.lengthOf(messages, 4)
      assert.deepStrictEqual(byId(messages, 0)?.result.serverInfo, { name: "candela", version: "1.2.3" })
      assert.strictEqual(byId(messages, 0)?.result.protocolVersion, "2025-06-18")
      assert.isFalse(byId(messages, "text")?.result.isError)
      assert.deepStrictEqual(byId(messages, "7")?.result, {})
      assert.deepStrictEqual(byId(messages, 7)?.result, {})
    }),
  )

  it.live("refuses what is no request, and goes on", () =>
    Effect.gen(function* () {
      const messages = yield* answers(
        [
          "no json\n",
          "\n",
          "7\n",
          "null\n",
          line({ id: 1 }),
          line({ id: 2, method: "nothing" }),
          line({ id: 3, method: "tools/call", params: { name: 3 } }),
          line({ id: 4, method: "tools/call", params: { name: "nothing" } }),
          line({ id: {}, method: "ping" }),
          line({ method: "notifications/nothing" }),
          line({ id: 9, result: {} }),
          line({ id: 5, method: "ping" }),
          `[${line({ id: 6, method: "ping" })},${line({ id: 8, method: "ping" })}]`.replaceAll("\n", ""),
        ].join(""),
      )
      const codes = messages.map(({ error, id }) => [id, error?.code])
      assert.sameDeepMembers(codes, [
        [null, -32700],
        [null, -32600],
        [null, -32600],
        [1, -32600],
        [2, -32601],
        [3, -32602],
        [4, -32602],
        [null, -32600],
        [5, undefined],
        [6, undefined],
        [8, undefined],
      ])
    }),
  )

  it.live("ends where nobody reads its answers", () =>
    Effect.gen(function* () {
      const input = Client.bytes(line({ id: 1, method: "ping" }), 100)
      yield* Server.serve({
        version: "1",
        isSynthetic: true,
        live: Client.notLive,
        input,
        write: () => Effect.fail("closed" as const),
      })
    }).pipe(Effect.provide(Sandbox.layer())),
  )

  it.live("stops a call that is cancelled, without an answer", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const sql = "SELECT count(*) FROM range(10000000) a, range(10000000) b"
      yield* client.send(line({ id: "long", method: "tools/call", params: { name: "query", arguments: { sql } } }))
      yield* client.send(line({ method: "notifications/cancelled", params: { requestId: "long" } }))
      yield* client.send(line({ method: "notifications/cancelled", params: { requestId: "other" } }))
      assert.deepStrictEqual(Client.jsonOf(yield* client.call("query", { sql: "SELECT 1 AS one" })).rows, [[1]])
      // It would wait for the call.
      yield* client.end
      assert.isUndefined(client.lines.find((text) => text.includes('"long"')))
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer())),
  )
})
