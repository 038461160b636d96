import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as CommandLine from "../../src/command/CommandLine.js"
import { program } from "../../src/commands/index.js"
import * as TestTerminal from "../TestTerminal.js"

const read = (line: string) =>
  Effect.gen(function* () {
    const opened = yield* CommandLine.open(program, line.split(" "))
    return yield* CommandLine.read(program, opened)
  })

const bars = "stocks bars AAPL --timespan day --multiplier 1 --from 2025-06-02 --to 2025-06-27"

describe("options that are true or false", () => {
  const written: ReadonlyArray<readonly [line: string, adjusted: boolean | undefined]> = [
    [bars, undefined],
    [`${bars} --adjusted`, true],
    [`${bars} --adjusted true`, true],
    [`${bars} --adjusted=true --sandbox`, true],
    [`${bars} --adjusted --sandbox`, true],
    [bars.replace("AAPL", "--adjusted AAPL"), true],
    [`${bars} --no-adjusted`, false],
    [bars.replace("AAPL", "--no-adjusted AAPL"), false],
    [`${bars} --adjusted false`, false],
    [`${bars} --adjusted=false`, false],
    [`${bars} --adjusted --no-adjusted`, false],
  ]
  for (const [line, adjusted] of written) {
    it.effect(line.slice(bars.length) || line, () =>
      Effect.gen(function* () {
        const found = yield* read(line)
        if (found._tag !== "Run") return assert.fail(found._tag)
        assert.strictEqual(found.values["adjusted"], adjusted)
        assert.deepStrictEqual(found.values["stocksTicker"], ["AAPL"])
      }),
    )
  }

  it.effect("refuse other values, and no other option is negated", () =>
    Effect.gen(function* () {
      const wrong = yield* Effect.flip(read(`${bars} --adjusted=yes`))
      assert.match(wrong.message, /^--adjusted must be .*; got "yes"\./)
      const none = yield* Effect.flip(read(`${bars} --no-timespan`))
      assert.include(none.message, "stocks bars has no option --no-timespan.")
    }),
  )

  it.effect("are shown with both forms", () =>
    Effect.gen(function* () {
      const { out } = yield* TestTerminal.line(program, ["stocks", "bars", "--help"])
      assert.match(out, /^ {2}--\[no-\]adjusted /m)
    }),
  )
})

describe("names of commands", () => {
  it.effect("may be written as the methods of the library, and are shown as they are", () =>
    Effect.gen(function* () {
      const found = yield* Effect.flip(read("stocks dailyMarketSummary"))
      assert.match(found.message, /^stocks daily-market-summary needs /)
      const wrong = yield* Effect.flip(read("stocks dailyMarketSumary"))
      assert.include(wrong.message, "Did you mean daily-market-summary?")
    }),
  )
})
