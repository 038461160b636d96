/**
 * `candela record`: cassettes of the requests of a command.
 *
 * @module
 */
import * as Command from "../command/Command.js"
import * as Option from "../command/Option.js"
import { UsageError } from "../command/UsageError.js"

/** The command. The main module takes a complete one off the command line, and runs what stands behind it. */
export const command: Command.Command = Command.make("record", {
  heading: "Cassettes",
  summary: "Run a command, and keep its requests and their answers in a file",
  text: "The file, a cassette, holds no key: tests and reports of faults replay it without a service and without an account. What stands behind FILE is a command line as any other. An older cassette is replaced.",
  arguments: {
    file: Option.text({ value: "FILE", text: "The cassette.", example: "aapl.json", completes: "file" }),
    command: Option.list({
      value: "COMMAND",
      text: "The command, with its arguments and options.",
      example: "stocks bars AAPL",
    }),
  },
  examples: [
    "record aapl.json stocks bars AAPL --timespan day --multiplier 1 --from 2025-06-02 --to 2025-06-13 --sandbox",
  ],
  run: ({ file }) =>
    new UsageError({ message: `Write the command behind the file: candela record ${file} stocks bars AAPL ...` }),
})
