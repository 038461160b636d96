/**
 * Command lines within a command: `candela record FILE COMMAND`.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Command from "./Command.js"
import { UsageError } from "./UsageError.js"

/** The running program, for its commands. */
export interface RunningProgram {
  /** All commands. Import them by `Command.load`. */
  readonly commands: ReadonlyArray<Command.CommandNode>
  /**
   * Runs the words after the name of the program, with the settings of the running command. It
   * fails like the inner command.
   */
  readonly run: (args: ReadonlyArray<string>) => Effect.Effect<void, unknown, Command.Environment>
}

/** The running program, for commands around commands. In the test of a single command it has none. */
export class Lines extends Context.Reference<Lines>()("@candela/cli/Lines", {
  defaultValue: (): RunningProgram => ({
    commands: [],
    run: () => new UsageError({ message: "There is no other command here." }),
  }),
}) {}
