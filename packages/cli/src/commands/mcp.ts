import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Path } from "@effect/platform/Path"
import * as Command from "../command/Command.js"
import * as Option from "../command/Option.js"
import { UsageError } from "../command/UsageError.js"
import * as LiveConnect from "../connect/LiveConnect.js"
import * as Present from "../connect/Present.js"
import { Settings } from "../connect/Settings.js"
import { version } from "../Package.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Folder from "./history/Folder.js"
import * as Location from "./history/Location.js"
import { liveOptions } from "./liveOptions.js"

/** `candela mcp`. */
export const command: Command.Command = Command.make("mcp", {
  summary: "Run a Model Context Protocol server over stdin and stdout",
  text: "A client, such as an assistant in an editor, starts this command and talks to it by lines of JSON. Its tools search the catalogue, request market data with checked parameters, query kept rows by SQL, without access to files, and watch the live channel. With --store, SQL also reads the histories of a store. It ends with its input.",
  options: {
    store: Option.optional(
      Option.text({
        value: "DIR",
        text: "The folder of a store, whose bars and lists are tables of SQL.",
        example: "data",
        completes: "directory",
      }),
    ),
    ...liveOptions,
  },
  examples: ["mcp --sandbox", "mcp --store data", "mcp --sandbox --speed 60"],
  run: ({ store, ...options }) =>
    Effect.gen(function* () {
      if (store !== undefined) {
        if ((yield* Location.parse(store))._tag === "Objects") {
          return yield* new UsageError({
            message: `--store of mcp must be a folder: SQL reads no object store; got "${store}".`,
          })
        }
        yield* Folder.requireStore(store)
      }
      const path = yield* Path
      const { err, in: input, out } = yield* Terminal
      if (input.isTerminal) yield* err.write("candela mcp waits for a client on standard input. End it with Ctrl-D.\n")
      const { serve } = yield* Effect.promise(() => import("../mcp/Server.js"))
      const { sandbox: isSynthetic } = yield* Settings
      yield* serve({
        version: version(),
        isSynthetic,
        live: yield* LiveConnect.Offered,
        store: store && path.resolve(store),
        input: Stream.orDie(NodeStream.stdin),
        write: out.write,
      })
    }).pipe(Effect.provide(LiveConnect.offered({ url: options["live-url"], speed: options.speed })), Present.live),
})
