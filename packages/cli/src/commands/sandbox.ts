import type * as Command from "../command/Command.js"
import { UsageError } from "../command/UsageError.js"
import * as Sandbox from "../sandbox/Command.js"

/** `candela sandbox`: the main module hands it with all its options over to the command of the sandbox. */
export const command: Command.Command = {
  ...Sandbox.command,
  examples: ["sandbox", ...Sandbox.command.examples.map((line) => `sandbox ${line}`)],
  run: () => new UsageError({ message: "Write candela sandbox first, and its options behind it." }),
}
