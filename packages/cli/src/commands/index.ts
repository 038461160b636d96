/**
 * All commands, in the order of help.
 *
 * @module
 */
import type * as Command from "../command/Command.js"
import type { Program } from "../command/CommandLine.js"
import { version } from "../Package.js"

/** All commands. Each is imported when it is used. */
export const commands: ReadonlyArray<Command.Entry> = []

/** The program `candela`. */
export const program: Program = {
  name: "candela",
  text: "Market data from the command line: every endpoint of the service, files, histories and charts.",
  version,
  commands,
  examples: [
    "stocks bars AAPL --timespan day --multiplier 1 --from 2024-01-02 --to 2024-06-28 --sandbox",
    "chart AAPL --from 2024-06-28 --to 2025-06-30 --sandbox",
    "doctor --sandbox",
  ],
}
