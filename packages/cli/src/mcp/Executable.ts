import * as Context from "effect/Context"

/**
 * File of the command that this process runs, which can be started again for a process that computes.
 * `undefined` where the command runs inside another program: then DuckDB computes in the process itself.
 */
export class Executable extends Context.Reference<Executable>()("@candela/cli/Executable", {
  defaultValue: (): string | undefined => undefined,
}) {}

/** First argument of a process that computes for a server. */
export const engine = "sql-engine"
