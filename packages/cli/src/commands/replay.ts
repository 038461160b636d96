/**
 * `candela replay`: a command without a service.
 *
 * @module
 */
import * as Command from "../command/Command.js"
import * as Option from "../command/Option.js"
import { UsageError } from "../command/UsageError.js"

/** The command. The main module takes a complete one off the command line, and runs what stands behind it. */
export const command: Command.Command = Command.make("replay", {
  heading: "Cassettes",
  summary: "Run a command with the answers that a file has kept",
  text: "Nothing is sent, and neither a service nor a key is needed. Write the line as it was recorded, with its dates and --sandbox: without --to it ends today. A request that was not recorded is an error, which says what is different about it.",
  arguments: {
    file: Option.text({ value: "FILE", text: "The cassette.", example: "aapl.json", completes: "file" }),
    command: Option.list({
      value: "COMMAND",
      text: "The command, with its arguments and options.",
      example: "stocks bars AAPL",
    }),
  },
  examples: ["replay aapl.json stocks bars AAPL --timespan day --multiplier 1 --from 2025-06-02 --to 2025-06-13"],
  run: ({ file }) =>
    new UsageError({ message: `Write the command behind the file: candela replay ${file} stocks bars AAPL ...` }),
})
