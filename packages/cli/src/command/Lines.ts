/**
 * Command lines within a command: `candela record FILE COMMAND`.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Command from "./Command.js"
import { UsageError } from "./UsageError.js"

/** The commands of the program that runs. */
export interface Program {
  /** All commands. Imported, they are those of `Command.load`. */
  readonly commands: ReadonlyArray<Command.Entry>
  /** Runs the words behind the name of the program, with the settings of the command that runs. It fails as the command does. */
  readonly run: (args: ReadonlyArray<string>) => Effect.Effect<void, unknown, Command.Environment>
}

/** The program that runs, for commands around commands. In the test of one command it has none. */
export class Lines extends Context.Reference<Lines>()("@candela/cli/Lines", {
  defaultValue: (): Program => ({
    commands: [],
    run: () => new UsageError({ message: "There is no other command here." }),
  }),
}) {}
