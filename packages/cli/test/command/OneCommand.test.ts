import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as CommandLine from "../../src/command/CommandLine.js"
import { UsageError } from "../../src/command/UsageError.js"
import * as TestTerminal from "../TestTerminal.js"
import { bars, failing } from "./program.js"

const version = () => "1.2.3"
const program = CommandLine.ofCommand(bars, { name: "bars-of", version })
const line = (...args: ReadonlyArray<string>) => TestTerminal.line(program, args)

const required = ["--timespan", "day", "--multiplier", "1"]

describe("a program that is one command", () => {
  it.effect("has its arguments and options behind its own name", () =>
    Effect.gen(function* () {
      const { code, err, out } = yield* line("AAPL", ...required, "--color", "never")
      assert.deepStrictEqual([code, err], [0, ""])
      assert.include(JSON.parse(out), { ticker: "AAPL", timespan: "day", multiplier: 1 })
    }),
  )

  it.effect("is refused, helps and tells its version by that name", () =>
    Effect.gen(function* () {
      for (const [args, message] of [
        [[], "bars-of needs TICKER, --timespan SPAN and --multiplier NUMBER."],
        [["AAPL", ...required, "--verbose"], "bars-of has no option --verbose."],
        [["AAPL", "MSFT", ...required], 'bars-of takes TICKER; got also "MSFT".'],
        [
          ["AAPL", ...required, "--sort", "acs"],
          'bars-of: --sort must be one of asc, desc; got "acs". Did you mean asc?',
        ],
      ] as const) {
        const { code, err } = yield* line(...args)
        assert.deepStrictEqual([code, err], [2, `${message}\nHelp: bars-of --help\n`])
      }
      const { out } = yield* line("--unknown", "-h")
      assert.match(out, /^Usage: bars-of TICKER --timespan SPAN --multiplier NUMBER \[OPTIONS\]\n\nBars of a stock/)
      // Its own options are all that it has.
      assert.notInclude(out, "Options of every command")
      assert.strictEqual((yield* line("help")).out, out)
      assert.strictEqual((yield* line("--version")).out, "1.2.3\n")
    }),
  )

  it.effect("tells its failures by that name, and what to do about a fault of its own", () =>
    Effect.gen(function* () {
      const fail = (failure: Effect.Effect<void, unknown>) =>
        TestTerminal.line(
          CommandLine.ofCommand(failing(failure), { name: "bars-of", version, failures: { report: "Tell us." } }),
          [],
        )
      assert.strictEqual((yield* fail(new UsageError({ message: "No." }))).err, "bars-of: No.\n")
      const { code, err } = yield* fail(Effect.dieMessage("x"))
      assert.strictEqual(code, 1)
      assert.match(err, /^bars-of: This is a fault of bars-of, not of the command: .*x\nTell us\.\n$/)
    }),
  )
})
