import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { program } from "../commands/index.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Program from "./Program.js"

/** Files and paths of Node, imported when a command runs. */
const platform = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("./platform.js")),
    ({ layer }) => layer,
  ),
)

/** Runs a command line of `candela` in this process, and gives its exit code. */
export const main = (terminal: typeof Terminal.Service, args: ReadonlyArray<string>): Effect.Effect<number> =>
  Effect.provideService(Program.run(program, args, platform), Terminal, terminal)
