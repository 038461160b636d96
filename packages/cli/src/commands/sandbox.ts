import type * as Command from "../command/Command.js"
import { UsageError } from "../command/UsageError.js"
import * as Sandbox from "../sandbox/Command.js"

/** `candela sandbox`: the main module hands it over to the command of `@candela/sandbox`, whose package holds the pages, with all that is written behind it. */
export const command: Command.Command = {
  ...Sandbox.command,
  examples: ["sandbox", ...Sandbox.command.examples.map((line) => `sandbox ${line}`)],
  run: () => new UsageError({ message: "Write candela sandbox first, and its options behind it." }),
}
