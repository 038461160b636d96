/**
 * `candela replay`: a command without a service.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import { Lines } from "../command/Lines.js"
import * as Option from "../command/Option.js"
import * as Cassette from "../connect/Cassette.js"

/** The command. It runs the command line after the file. */
export const command: Command.Command = Command.make("replay", {
  heading: "Cassettes",
  summary: "Run a command on the recorded responses of a file, without a connection",
  text: "Nothing is sent, and neither a service nor a key is needed. Write the line as it was recorded, with its dates and --sandbox: without --to it ends today. A request that was not recorded is an error, which says what is different about it.",
  arguments: {
    file: Option.text({ value: "FILE", text: "The cassette.", example: "aapl.json", completes: "file" }),
  },
  rest: "COMMAND",
  examples: ["replay aapl.json stocks bars AAPL --timespan day --multiplier 1 --from 2025-06-02 --to 2025-06-13"],
  run: ({ file, rest }) =>
    Effect.flatMap(Lines, ({ run }) => Effect.provideService(run(rest), Cassette.Current, { mode: "replay", file })),
})
