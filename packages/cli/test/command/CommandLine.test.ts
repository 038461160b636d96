import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as TestTerminal from "../TestTerminal.js"
import { make } from "./program.js"

const line = (...args: ReadonlyArray<string>) => TestTerminal.line(make(), args)

const required = ["--timespan", "day", "--multiplier", "1"]

/** What a command receives where nothing but the required options is written. */
const least = {
  ticker: "AAPL",
  adjusted: false,
  "ex_dividend_date.gte": null,
  "ticker.any_of": null,
  sort: "asc",
  strike: null,
  timespan: "day",
  multiplier: 1,
  out: null,
}

const accepted: ReadonlyArray<readonly [args: ReadonlyArray<string>, values: object]> = [
  [["stocks", "bars", "AAPL", ...required], {}],
  [["stocks", "bars", ...required, "AAPL"], {}],
  [["--quiet", "stocks", "--verbose", "bars", "--url", "http://x", ...required, "AAPL", "--sandbox"], {}],
  [["chart", "--adjusted", "AAPL", ...required], { adjusted: true }],
  [["stocks", "bars", "AAPL", "--timespan=day", "--multiplier=1"], {}],
  [["chart", "AAPL", ...required, "--ex_dividend_date.gte", "2024-01-02"], { "ex_dividend_date.gte": "2024-01-02" }],
  [["chart", "AAPL", ...required, "--ex_dividend_date.gte=a=b"], { "ex_dividend_date.gte": "a=b" }],
  [["chart", "AAPL", ...required, "--ticker.any_of", "A,B", "--ticker.any_of=C"], { "ticker.any_of": ["A", "B", "C"] }],
  [["chart", "AAPL", ...required, "--strike", "-5"], { strike: -5 }],
  [["chart", "AAPL", ...required, "--strike=-5", "--sort", "desc", "--sort", "asc"], { strike: -5, sort: "asc" }],
  [["chart", ...required, "--", "--adjusted"], { ticker: "--adjusted" }],
  [["chart", "--multiplier", "1", "--timespan", "day", "-1.5"], { ticker: "-1.5" }],
  [["chart", ...required, "--out", "-"], { ticker: undefined }],
]

const refused: ReadonlyArray<readonly [args: ReadonlyArray<string>, message: string, help?: string]> = [
  [["chrat"], 'candela has no command "chrat". Did you mean chart?', "candela"],
  [["stokcs", "bars"], 'candela has no command "stokcs". Did you mean stocks?', "candela"],
  [["xyz"], 'candela has no command "xyz". Its commands: stocks, chart, fail and twice.', "candela"],
  [["help", "chrat"], 'candela has no command "chrat". Did you mean chart?', "candela"],
  [["stocks", "bras", "--help"], 'stocks has no command "bras". Did you mean bars?', "candela stocks"],
  [["--verbsoe"], "candela has no option --verbsoe. Did you mean --verbose?", "candela"],
  [["stocks", "--timespan", "day"], "stocks has no option --timespan.", "candela stocks"],
  // A misspelt option is told first, whatever else is missing.
  [["chart", "--timspan", "day"], "chart has no option --timspan. Did you mean --timespan?"],
  [["chart", "AAPL", "-x"], "chart has no option -x."],
  [["chart", "--any_of", "A"], "chart has no option --any_of. Did you mean --ticker.any_of?"],
  [["chart", "AAPL", ...required, "--jsonerrors"], "chart has no option --jsonerrors. Did you mean --json-errors?"],
  [["chart"], "chart needs TICKER, --timespan SPAN and --multiplier NUMBER."],
  [["chart", "AAPL", "--timespan", "day"], "chart needs --multiplier NUMBER."],
  [["chart", "AAPL", "MSFT", ...required], 'chart takes TICKER; got also "MSFT".'],
  [["chart", "AAPL", "day", "5"], 'chart takes TICKER; got also "day" "5". Write --timespan day --multiplier 5.'],
  [["fail", "now"], 'fail takes no arguments; got also "now".', "candela fail"],
  [["chart", "AAPL", "adjusted", ...required], 'chart takes TICKER; got also "adjusted". Did you mean --adjusted?'],
  [
    ["chart", "AAPL", "--timespan", "dya", "--multiplier", "0"],
    '--timespan must be one of minute, hour, day; got "dya". Did you mean day?\n--multiplier must be a whole number from 1 to 1000; got "0".',
  ],
  [["chart", "", ...required], 'TICKER must be a text that is not empty; got "".'],
  [["chart", "AAPL", ...required, "--strike", "1.5"], '--strike must be a whole number; got "1.5".'],
  [
    ["chart", "AAPL", ...required, "--ticker.any_of", "A,,B"],
    '--ticker.any_of must be values with commas between them, none of them empty; got "A,,B".',
  ],
  [["chart", "AAPL", "--timespan"], "--timespan needs a value: --timespan SPAN."],
  [
    ["chart", "AAPL", "--timespan", "--multiplier", "1"],
    "--timespan needs a value: --timespan SPAN. --multiplier follows it.",
  ],
  [["chart", "AAPL", ...required, "--adjusted=yes"], '--adjusted takes no value; got "yes".'],
  [["chart", "AAPL", ...required, "--quiet=yes"], '--quiet takes no value; got "yes".'],
  [["chart", "--url"], "--url needs a value: --url URL.", "candela"],
  [
    ["chart", "--color", "alway"],
    '--color must be one of auto, always, never; got "alway". Did you mean always?',
    "candela",
  ],
]

describe("command lines", () => {
  it.effect("give a command its values, wherever options are written", () =>
    Effect.forEach(accepted, ([args, values]) =>
      Effect.gen(function* () {
        const { code, err, out } = yield* line(...args)
        if ("ticker" in values && values.ticker === undefined) {
          // `-` is a value like any other.
          assert.include(err, "chart needs TICKER.")
          return
        }
        assert.strictEqual(code, 0, `${args.join(" ")}\n${err}`)
        assert.deepStrictEqual(JSON.parse(out), { ...least, ...values }, args.join(" "))
        assert.strictEqual(err, "")
      }),
    ),
  )

  it.effect("are refused with what is wrong and what is right, on standard error and with exit code 2", () =>
    Effect.forEach(refused, ([args, message, help = "candela chart"]) =>
      Effect.gen(function* () {
        const { code, err, out } = yield* line(...args)
        const told = message.startsWith("candela ") ? message : `candela: ${message}`
        assert.strictEqual(err, `${told}\nHelp: ${help} --help\n`, args.join(" "))
        assert.strictEqual(code, 2)
        assert.strictEqual(out, "")
      }),
    ),
  )

  it.effect("give the last argument all that is left where it may be repeated", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(JSON.parse((yield* line("stocks", "many", "a", "b", "c,d")).out), {
        first: "a",
        others: ["b", "c", "d"],
      })
      assert.deepStrictEqual(JSON.parse((yield* line("stocks", "many", "a")).out), { first: "a", others: null })
    }),
  )

  it.effect("stand within others, which read their own options and leave them the rest", () =>
    Effect.gen(function* () {
      const one = `${JSON.stringify({ first: "a", others: null })}\n`
      const lines = [
        ["twice", "note", "stocks", "many", "a"],
        ["twice", "--quiet", "note", "stocks", "many", "--", "a"],
      ]
      for (const args of lines) {
        const { code, err, out } = yield* line(...args)
        assert.deepStrictEqual([code, err, out], [0, "", one + one], args.join(" "))
      }
      for (const args of [
        ["twice", "--loud", "note", "chart", "AAPL", ...required],
        ["twice", "note", "chart", "AAPL", "--loud", ...required],
      ]) {
        const { code, err, out } = yield* line(...args)
        assert.strictEqual(code, 0, err)
        assert.deepStrictEqual(
          out
            .split("\n")
            .slice(0, 2)
            .map((text, index) => (index === 0 ? text : (JSON.parse(text) as unknown))),
          ["note", least],
        )
      }
      for (const [args, message] of [
        [["twice", "note"], "twice needs COMMAND.\nHelp: candela twice"],
        [["twice", "--lout", "note"], "twice has no option --lout. Did you mean --loud?"],
        [
          ["twice", "note", "chart", "AAPL", "--lout"],
          "chart has no option --lout. Did you mean --out?\nHelp: candela chart",
        ],
        [["twice", "note", "chrat"], 'candela has no command "chrat".'],
      ] as const) {
        const { code, err } = yield* line(...args)
        assert.strictEqual(code, 2)
        assert.include(err, message)
      }
    }),
  )

  it.effect("ask for the version, wherever they do", () =>
    Effect.forEach([["--version"], ["chart", "--version", "--unknown"]], (args) =>
      Effect.map(line(...args), ({ code, out }) => assert.deepStrictEqual([code, out], [0, "1.2.3\n"])),
    ),
  )
})
