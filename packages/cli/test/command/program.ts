/** A small program with options of every kind, whose commands print the values that they receive. */
import * as Effect from "effect/Effect"
import * as Command from "../../src/command/Command.js"
import type { Program } from "../../src/command/CommandLine.js"
import { Lines } from "../../src/command/Lines.js"
import * as Option from "../../src/command/Option.js"
import { failures } from "../../src/commands/failures.js"
import * as Shared from "../../src/commands/shared.js"
import { Terminal } from "../../src/terminal/Terminal.js"

const print = (values: unknown) =>
  Effect.flatMap(Terminal, ({ out }) => out.write(`${JSON.stringify(values, (_, value: unknown) => value ?? null)}\n`))

/** A command with options of every kind. */
export const bars = Command.make("bars", {
  summary: "Bars of a stock in a range of days",
  text: "A bar holds the prices and the volume of a span of time.",
  arguments: { ticker: Option.text({ value: "TICKER", text: "The ticker.", example: "AAPL" }) },
  options: {
    adjusted: Option.flag("Adjusts prices for splits."),
    "ex_dividend_date.gte": Option.optional(
      Option.text({ value: "DATE", text: "The first day.", example: "2024-01-02" }),
    ),
    "ticker.any_of": Option.optional(Option.list({ value: "TICKERS", text: "Other tickers." })),
    sort: Option.withDefault(Option.word(["asc", "desc"], { value: "ORDER", text: "The order of the rows." }), "asc"),
    strike: Option.optional(Option.whole({ value: "NUMBER", text: "A number of any sign." })),
    timespan: Option.word(["minute", "hour", "day"], { value: "SPAN", text: "The unit of a bar's span." }),
    multiplier: Option.whole({ value: "NUMBER", text: "How many units a bar spans.", min: 1, max: 1000 }),
    out: Option.inGroup("Output")(Option.optional(Option.text({ value: "FILE", text: "A file for the rows." }))),
  },
  examples: [
    "stocks bars AAPL --timespan day --multiplier 1 --adjusted --sort desc --out a-file-with-a-long-name.parquet",
  ],
  run: print,
})

/** Fails as it is told. */
export const failing = (failure: Effect.Effect<void, unknown>) =>
  Command.make("fail", { summary: "Fail", examples: [], run: () => failure })

/** A program with the options of `candela`, and a command that fails as it is told. */
export const make = (failure: Effect.Effect<void, unknown> = Effect.void): Program => ({
  name: "candela",
  text: "A program for tests.",
  version: () => "1.2.3",
  options: Shared.options,
  failures,
  examples: ["stocks bars AAPL --timespan day --multiplier 1"],
  commands: [
    Command.group("stocks", {
      summary: "Stocks of the United States",
      heading: "Data",
      commands: Effect.succeed([
        bars,
        Command.make("many", {
          summary: "Takes several arguments",
          arguments: {
            first: Option.text({ value: "FIRST", text: "The first." }),
            others: Option.optional(Option.list({ value: "OTHER", text: "All others." })),
          },
          examples: [],
          run: print,
        }),
      ]),
    }),
    Command.lazy("chart", { summary: "Draw", load: Effect.succeed({ ...bars, name: "chart" }) }),
    failing(failure),
    Command.make("twice", {
      summary: "Run a command twice",
      arguments: { note: Option.text({ value: "NOTE", text: "A note." }) },
      options: { loud: Option.flag("Say the note.") },
      rest: "COMMAND",
      examples: [],
      run: ({ loud, note, rest }) =>
        Effect.gen(function* () {
          const { out } = yield* Terminal
          const { run } = yield* Lines
          if (loud) yield* out.write(`${note}\n`)
          yield* run(rest)
          yield* run(rest)
        }),
    }),
  ],
})
