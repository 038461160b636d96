/**
 * Cassette of a command line: `candela record FILE COMMAND` and `candela replay FILE COMMAND`.
 *
 * @module
 */
import * as Context from "effect/Context"

/** File of exchanges, and its mode. */
export interface Cassette {
  /** Whether requests are sent and recorded, or answered from the file and not sent. */
  readonly mode: "record" | "replay"
  /** Path of the file. */
  readonly file: string
}

/** Cassette of the command. Default none. */
export class Current extends Context.Reference<Current>()("@candela/cli/Cassette", {
  defaultValue: (): Cassette | undefined => undefined,
}) {}
