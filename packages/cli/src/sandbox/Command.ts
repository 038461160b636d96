/**
 * Command `candela-sandbox`: the service on a port, until it is stopped.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import * as CommandLine from "../command/CommandLine.js"
import { version } from "../Package.js"
import { options } from "./Options.js"

/** The command. It ends on interruption. */
export const command = Command.make("sandbox", {
  summary: "Serve the sandbox on a port, with its explorer",
  text: "The market-data service from an embedded database, on this machine, until it is stopped. Every price and volume that is not imported is synthetic.",
  options,
  examples: ["--port 8787 --key mine --key free=basic", "--import spx.csv:SPX --fault 503:0.05 --latency 50"],
  run: (values) =>
    Effect.flatMap(
      Effect.promise(() => import("./serve.js")),
      ({ serve }) => serve(values),
    ),
})

/** The program `candela-sandbox`. */
export const program: CommandLine.Program = CommandLine.ofCommand(command, {
  name: "candela-sandbox",
  version,
  failures: { report: "Please report it at https://github.com/candela-effect/candela/issues." },
})
