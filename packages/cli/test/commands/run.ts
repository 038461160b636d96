/** Runs command lines of `candela` in the process of a test, with folders of its own. */
import { FileSystem } from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Clock, Effect } from "effect"
import { join } from "node:path"
import { main } from "../../src/command/main.js"
import * as TestTerminal from "../TestTerminal.js"

/** The data sets of the sandbox, which all tests share. */
export const data = process.env["CANDELA_SANDBOX_DATA"]!

/** A folder that is removed, and what runs lines in it. */
export const makeFolder = Effect.gen(function* () {
  const fs = yield* FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "candela-commands-" })
  const variables = { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, CANDELA_SANDBOX_DATA: data }
  return {
    fs,
    /** A path in the folder. */
    path: (...names: ReadonlyArray<string>) => join(folder, ...names),
    /** Runs a line of words. Gives what it printed, and its exit code. */
    run: (line: string, more: ReadonlyArray<string> = [], process: TestTerminal.Process = {}) =>
      Effect.gen(function* () {
        const { printed, terminal } = TestTerminal.make({
          ...process,
          variables: { ...variables, ...process.variables },
        })
        const words = line.split(" ").map((word) => word.replace("@", `${folder}/`))
        // By the time that it is: what is asked for ends with today.
        const code = yield* Effect.withClock(main(terminal, [...words, ...more]), Clock.make())
        return { ...printed(), code }
      }),
  }
}).pipe(Effect.provide(NodeContext.layer))
