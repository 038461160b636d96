import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeFolder } from "./run.js"

describe("candela search", () => {
  it.scoped("finds commands by words, the best first", () =>
    Effect.gen(function* () {
      const { run } = yield* makeFolder
      const piped = yield* run("search bitcoin price history --most 2")
      const [first, , ...others] = piped.out.trimEnd().split("\n")
      assert.strictEqual(JSON.parse(first!).endpoint, "crypto.bars")
      assert.match(JSON.parse(first!).command, /^candela crypto bars X:BTCUSD --timespan 1d --/)
      assert.notInclude(first, "multiplier")
      assert.isEmpty(others)
      const terminal = yield* run("search dividends", [], { terminal: true })
      assert.match(terminal.out, /^stocks\.dividends: .*\n  candela stocks dividends/)
      const none = yield* run("search qqqqq")
      assert.include(none.err, 'No command is found for "qqqqq".')
      assert.strictEqual(none.out, "")
    }),
  )
})
