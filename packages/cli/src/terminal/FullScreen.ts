/**
 * The whole screen of a terminal, redrawn as often as its content changes.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type ClosedPipe, Terminal } from "./Terminal.js"

/** A screen. */
export interface FullScreen {
  /**
   * Replaces what is shown by lines, as many as fit, and the line of a status below them. Writes nothing if nothing has
   * changed.
   */
  readonly draw: (lines: ReadonlyArray<string>, status: string) => Effect.Effect<void, ClosedPipe>
}

/** The terminal's second screen, without a cursor; and back to the first one, which is as it was. */
const [enter, leave] = ["\u001B[?1049h\u001B[?25l", "\u001B[?25h\u001B[?1049l"]

/** Begin and end of a drawing that terminals show at once, if they can. */
const [begin, end] = ["\u001B[?2026h\u001B[H", "\u001B[J\u001B[?2026l"]

const restOfLine = "\u001B[K"

/**
 * Takes the screen of standard output until the scope closes. Then the terminal is as it was, and below what it showed
 * stand the lines that were drawn last, without the status.
 */
export const make: Effect.Effect<FullScreen, ClosedPipe, Terminal | Scope.Scope> = Effect.gen(function* () {
  const { out } = yield* Terminal
  let last: ReadonlyArray<string> = []
  let drawn = ""
  yield* Effect.acquireRelease(out.write(enter), () =>
    // protects: A terminal is whole again, however a command that redraws it ends.
    // mutant: "leaves the terminal whole": leave + → "" +
    Effect.ignore(out.write(leave + last.map((line) => `${line}\n`).join(""))),
  )
  return {
    draw: (lines, status) =>
      Effect.gen(function* () {
        const [columns, rows] = [yield* out.columns, yield* out.rows]
        last = lines
        const text = [...lines.slice(0, rows - 1), status].map((line) => line + restOfLine).join("\r\n")
        // A terminal of another size has moved what it showed.
        const next = `${columns} ${rows} ${text}`
        if (next === drawn) return
        drawn = next
        yield* out.write(begin + text + end)
      }),
  }
})
