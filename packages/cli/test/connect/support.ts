/** A user of a test: a configuration folder of their own. */
import { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { Settings, type Shared } from "../../src/connect/Settings.js"
import { Terminal } from "../../src/terminal/Terminal.js"
import * as TestTerminal from "../TestTerminal.js"

/** A configuration folder that is removed, and what runs with it. */
export const makeUser = Effect.gen(function* () {
  const fileSystem = yield* FileSystem
  const folder = yield* fileSystem.makeTempDirectoryScoped({ prefix: "candela-user-" })
  const withUser = (process: TestTerminal.Process): TestTerminal.Process => ({
    ...process,
    variables: { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, ...process.variables },
  })
  return {
    folder,
    file: join(folder, "candela", "profiles.json"),
    process: withUser,
    /** Runs an effect of this user, and gives its result with what it told. */
    run: <A, E>(
      effect: Effect.Effect<A, E, Terminal | FileSystem | Path>,
      settings: Partial<Shared> = {},
      process: TestTerminal.Process = {},
    ) =>
      Effect.gen(function* () {
        const { printed, terminal } = TestTerminal.make(withUser(process))
        const exit = yield* Effect.exit(
          Effect.provide(
            effect,
            Layer.mergeAll(
              NodeContext.layer,
              Layer.succeed(Terminal, terminal),
              Layer.succeed(Settings, { ...Settings.defaultValue(), ...settings }),
            ),
          ),
        )
        return { exit, ...printed() }
      }),
  }
}).pipe(Effect.provide(NodeContext.layer))
