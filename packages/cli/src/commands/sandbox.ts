import * as Command from "../command/Command.js"
import { UsageError } from "../command/UsageError.js"

/** `candela sandbox`: the main module hands it over to the command of `@candela/sandbox`, with all that is written behind it. */
export const command: Command.Command = Command.make("sandbox", {
  summary: "Serve the sandbox on a port, with its explorer",
  text: "It takes the options of candela-sandbox: candela sandbox --help shows them.",
  examples: ["sandbox", "sandbox --port 8787 --dataset quickstart"],
  run: () => new UsageError({ message: "Write candela sandbox first, and its options behind it." }),
})
