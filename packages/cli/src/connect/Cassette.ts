/**
 * The cassette around a command line: `candela record FILE COMMAND` and `candela replay FILE COMMAND`.
 *
 * @module
 */
import * as Context from "effect/Context"

/** A file of exchanges, and what happens to it. */
export interface Cassette {
  /** Whether requests are sent and recorded, or answered from the file and not sent. */
  readonly mode: "record" | "replay"
  /** The file. */
  readonly file: string
}

/** The cassette around the command. Default none. */
export class Current extends Context.Reference<Current>()("@candela/cli/Cassette", {
  defaultValue: (): Cassette | undefined => undefined,
}) {}
