import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { stripVTControlCharacters } from "node:util"
import { inOneLine } from "../../src/command/help.js"
import { program } from "../../src/commands/index.js"
import { assertExpected } from "../expected.js"
import * as TestTerminal from "../TestTerminal.js"
import { make } from "./program.js"

const help = (args: ReadonlyArray<string>, process: TestTerminal.Process = {}) =>
  Effect.map(TestTerminal.line(make(), args, process), ({ code, err, out }) => {
    assert.deepStrictEqual([code, err], [0, ""])
    return out
  })

describe("help", () => {
  it.effect("of the program, of a group, and of a command", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* help([]), yield* help(["--help"]))
      assert.strictEqual(yield* help(["help"]), yield* help(["-h"]))
      assert.strictEqual(yield* help(["stocks"]), yield* help(["help", "stocks"]))
      assert.strictEqual(yield* help(["stocks", "bars", "--help"]), yield* help(["help", "stocks", "bars"]))
      // Whatever else is written.
      assert.strictEqual(yield* help(["chart", "--help", "--unknown", "x"]), yield* help(["help", "chart"]))
    }),
  )

  it.effect("is the same as it was", () =>
    Effect.gen(function* () {
      const [program, group, command] = yield* Effect.all([
        help([]),
        help(["stocks"]),
        help(["help", "stocks", "bars"]),
      ])
      assertExpected("command/help/program.txt", program)
      assertExpected("command/help/group.txt", group)
      assertExpected("command/help/command.txt", command)
    }),
  )

  it.effect("of candela fits a screen, and begins with what a newcomer needs", () =>
    Effect.gen(function* () {
      const { out } = yield* TestTerminal.line(program, [], { columns: 80 })
      const lines = out.trimEnd().split("\n")
      assert.isAtMost(lines.length, 44)
      for (const line of lines) assert.isAtMost(line.length, 80, line)
      assert.isBelow(lines.indexOf("First steps:"), lines.indexOf("Services:"))
      // Only what a service has may go on in its own help.
      const [, ofCommands = ""] = out.split("\nCommands:")
      assert.notInclude(ofCommands, "…")
      for (const { name } of program.commands) assert.match(out, new RegExp(`\\b${name}\\b`))
    }),
  )

  it("lists a text in one line: its first sentence, or the clauses of it that fit", () => {
    const shortened = (text: string, width: number) => inOneLine(text, width)
    assert.strictEqual(shortened("U.S. stocks: bars, news. Updated daily.", 40), "U.S. stocks: bars, news")
    assert.strictEqual(shortened("U.S. stocks: bars, news and snapshots", 30), "U.S. stocks: bars …")
    assert.strictEqual(shortened("Show everything that there is", 20), "Show everything …")
    assert.strictEqual(shortened("Supercalifragilistic", 10), "Supercal …")
    assert.strictEqual(shortened("Show no progress.", 17), "Show no progress")
  })

  it.effect("fits the terminal, but for single words", () =>
    Effect.forEach([50, 80, 160], (columns) =>
      Effect.gen(function* () {
        const text = yield* help(["help", "stocks", "bars"], { columns })
        for (const line of text.split("\n")) {
          if (line.length > columns) assert.match(line.trim(), /^\S+( \S+)?( \\)?$/, line)
        }
        assert.isAbove(Math.max(...text.split("\n").map(({ length }) => length)), 0.75 * columns)
      }),
    ),
  )

  it.effect("has colours where they are shown, and as --color says", () =>
    Effect.gen(function* () {
      const plain = yield* help(["help", "stocks", "bars"])
      const colored = yield* help(["help", "stocks", "bars"], { colors: true, terminal: true })
      assert.include(colored, "\x1b[1mUsage:\x1b[0m")
      assert.strictEqual(stripVTControlCharacters(colored), plain)
      assert.strictEqual(yield* help(["help", "stocks", "bars", "--color", "always"]), colored)
      assert.strictEqual(yield* help(["help", "stocks", "bars", "--color=never"], { colors: true }), plain)
    }),
  )
})
