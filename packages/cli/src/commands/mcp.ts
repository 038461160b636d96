import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Command from "../command/Command.js"
import * as Connect from "../connect/Connect.js"
import * as Present from "../connect/Present.js"
import { Settings } from "../connect/Settings.js"
import { version } from "../Package.js"
import { Terminal } from "../terminal/Terminal.js"

/** `candela mcp`. */
export const command: Command.Command = Command.make("mcp", {
  summary: "Run a Model Context Protocol server over stdin and stdout",
  text: "A client, such as an assistant in an editor, starts this command and talks to it by lines of JSON. Its tools search the catalogue, request market data with checked parameters, and query kept rows by SQL, without access to files. It ends with its input.",
  examples: ["mcp --sandbox"],
  run: () =>
    Effect.gen(function* () {
      const { err, in: input, out } = yield* Terminal
      if (input.isTerminal) yield* err.write("candela mcp waits for a client on standard input. End it with Ctrl-D.\n")
      const { serve } = yield* Effect.promise(() => import("../mcp/Server.js"))
      const { sandbox: isSynthetic } = yield* Settings
      yield* serve({ version: version(), isSynthetic, input: Stream.orDie(NodeStream.stdin), write: out.write })
    }).pipe(Effect.provide(Connect.layer), Present.live),
})
