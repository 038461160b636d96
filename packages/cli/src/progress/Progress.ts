/**
 * Progress on standard error: one line that is redrawn in a terminal, a line every ten seconds elsewhere, none with `--quiet`.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Settings } from "../connect/Settings.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Line from "./Line.js"

export type { State } from "./Line.js"

/** Progress that a program tells. */
export interface Progress {
  /** Tells how far it has come. Cheap: nothing is drawn more often than ten times a second. */
  readonly update: (state: Line.State) => Effect.Effect<void>
  /** Writes a line above the line of progress: a warning. */
  readonly note: (line: string) => Effect.Effect<void>
}

/** Time between two drawings in a terminal; after so many of them the time left is drawn anew although nothing has come. */
const [tick, idle] = ["100 millis", 10] as const

/** Time between two lines where nobody looks. */
const pause = "10 seconds"

/** Begins the line anew, without what stood there. */
const clear = "\r\u001b[2K"

/** Progress that is drawn until the scope closes; the line is gone then. */
export const make: Effect.Effect<Progress, never, Terminal | Scope.Scope> = Effect.gen(function* () {
  const { err } = yield* Terminal
  const { quiet } = yield* Settings
  const write = (text: string) => Effect.ignore(err.write(text))
  if (quiet) return { update: () => Effect.void, note: (line) => write(`${line}\n`) }

  const start = yield* Clock.currentTimeMillis
  const turn = (yield* Effect.makeSemaphore(1)).withPermits(1)
  let state: Line.State = {}
  let [isNew, isShown, waited] = [false, false, 0]
  const line = (columns?: number) => Effect.map(Clock.currentTimeMillis, (now) => Line.of(state, now - start, columns))

  const draw = Effect.suspend(() => {
    if (!isNew && ++waited < idle) return Effect.void
    isNew = false
    waited = 0
    isShown = true
    const text = Effect.flatMap(err.columns, (columns) => line(columns - 1))
    return Effect.flatMap(text, (text) => write(clear + text))
  })
  const wipe = Effect.suspend(() => {
    const shown = isShown
    isShown = false
    return shown ? write(clear) : Effect.void
  })
  const loop = err.isTerminal
    ? Effect.zipRight(Effect.sleep(tick), turn(draw))
    : Effect.zipRight(
        Effect.sleep(pause),
        Effect.flatMap(line(), (text) => write(`${text}\n`)),
      )
  yield* Effect.addFinalizer(() => turn(wipe))
  yield* Effect.forkScoped(Effect.forever(loop))
  return {
    update: (next) =>
      Effect.sync(() => {
        state = next
        isNew = true
      }),
    note: (text) =>
      turn(
        Effect.zipRight(
          wipe,
          Effect.zipRight(
            write(`${text}\n`),
            Effect.sync(() => {
              isNew = true
            }),
          ),
        ),
      ),
  }
})
