/**
 * `candela record`: cassettes of the requests of a command.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import { Lines } from "../command/Lines.js"
import * as Option from "../command/Option.js"
import * as Cassette from "../connect/Cassette.js"

/** The command. It runs the command line after the file. */
export const command: Command.Command = Command.make("record", {
  heading: "Cassettes",
  summary: "Run a command, and record its requests and their responses in a file",
  text: "The file, a cassette, holds no key: tests and reports of faults replay it without a service and without an account. What stands behind FILE is a command line as any other. An older cassette is replaced.",
  arguments: {
    file: Option.text({ value: "FILE", text: "The cassette.", example: "aapl.json", completes: "file" }),
  },
  rest: "COMMAND",
  examples: [
    "record aapl.json stocks bars AAPL --timespan day --multiplier 1 --from 2025-06-02 --to 2025-06-13 --sandbox",
  ],
  run: ({ file, rest }) =>
    Effect.flatMap(Lines, ({ run }) => Effect.provideService(run(rest), Cassette.Current, { mode: "record", file })),
})
