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

/** Takes the cassette off a command line. One without a file or a command is left as it is, for the command to refuse. */
export const take = (
  args: ReadonlyArray<string>,
): { readonly cassette: Cassette | undefined; readonly args: ReadonlyArray<string> } => {
  const at = args.findIndex((arg) => !arg.startsWith("-"))
  const [mode, file, ...rest] = args.slice(Math.max(0, at))
  const isWhole = file !== undefined && !file.startsWith("-") && rest.some((arg) => !arg.startsWith("-"))
  return (mode === "record" || mode === "replay") && isWhole
    ? {
        cassette: { mode, file },
        args: [...args.slice(0, at), ...rest.filter((arg, index) => arg !== "--" || index > 0)],
      }
    : { cassette: undefined, args }
}
