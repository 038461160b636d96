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

  it.live("watches the sandbox where its clock runs, and says how to start it where it stands", () =>
    Effect.gen(function* () {
      const { candela } = yield* Process.bundle
      const watch = { name: "watch", arguments: { topic: "stocks.minuteBars", tickers: ["AAPL"], rows: 2 } }
      const input = [...messages.slice(0, 2), { id: 1, method: "tools/call", params: watch }]
        .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
        .join("")
      const answered = (...args: ReadonlyArray<string>) => {
        const { stderr, stdout } = spawnSync(process.execPath, [candela, "mcp", "--sandbox", ...args], {
          input,
          encoding: "utf8",
        })
        const lines = stdout.trimEnd().split("\n")
        const answer = lines.map((line) => JSON.parse(line)).find(({ id }) => id === 1)
        assert.isDefined(answer, stderr)
        return answer.result.content[0].text as string
      }
      assert.include(answered(), "start it with --speed 60")
      const { ended, rows, synthetic } = JSON.parse(answered("--speed", "asap"))
      assert.deepStrictEqual([ended, rows.length], ["rows", 2])
      assert.match(synthetic, /^Synthetic/)
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
