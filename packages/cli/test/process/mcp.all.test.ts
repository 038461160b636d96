import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import * as Process from "./support.js"

const messages = [
  {
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 1, method: "tools/list" },
  {
    id: 3,
    method: "tools/call",
    params: {
      name: "call_endpoint",
      arguments: {
        endpoint: "stocks.bars",
        request: { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-06" },
      },
    },
  },
]

describe("candela mcp", () => {
  it.live("writes the protocol alone on standard output, and ends with its input", () =>
    Effect.gen(function* () {
      const { candela } = yield* Process.bundle
      const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("")
      const { status, stderr, stdout } = spawnSync(process.execPath, [candela, "mcp", "--sandbox"], {
        input,
        encoding: "utf8",
      })
      assert.strictEqual(status, 0, stderr)
      const answers = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { id: number; result: { readonly isError?: boolean } })
      assert.sameMembers(
        answers.map(({ id }) => id),
        [0, 1, 3],
      )
      assert.isFalse(answers.find(({ id }) => id === 3)?.result.isError)
    }),
  )

  it.live("completes a line of bash", () =>
    Effect.gen(function* () {
      const { candela } = yield* Process.bundle
      const { status, stdout } = spawnSync(process.execPath, [candela, "completions", "answer", "bash"], {
        input: "candela compl",
        encoding: "utf8",
      })
      assert.strictEqual(status, 0)
      assert.match(stdout, /^words\ncompletions\t/)
    }),
  )
})
