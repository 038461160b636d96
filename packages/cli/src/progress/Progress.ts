/**
 * Progress on standard error: one redrawn line in a terminal, otherwise a line every ten seconds, none with `--quiet`.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Settings } from "../connect/Settings.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Line from "./Line.js"

export type { State } from "./Line.js"

/** Progress of a program. */
export interface Progress {
  /** Updates the state. Cheap: at most ten drawings per second. */
  readonly update: (state: Line.State) => Effect.Effect<void>
  /** Writes a line above the progress line: a warning. */
  readonly note: (line: string) => Effect.Effect<void>
}

/**
 * Interval between drawings in a terminal, and the number of them after which the time left is
 * redrawn without an update.
 */
const [tick, idle] = ["100 millis", 10] as const

/** Interval between lines outside a terminal. */
const pause = "10 seconds"

/** Clears the current line. */
const clear = "\r\u001b[2K"

/** Progress that is drawn until the scope closes and then removed. */
export const make: Effect.Effect<Progress, never, Terminal | Scope.Scope> = Effect.gen(function* () {
  const { err } = yield* Terminal
  const { quiet } = yield* Settings
  const write = (text: string) => Effect.ignore(err.write(text))
  if (quiet) return { update: () => Effect.void, note: (line) => write(`${Foreign.lines(line)}\n`) }

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
            write(`${Foreign.lines(text)}\n`),
            Effect.sync(() => {
              isNew = true
            }),
          ),
        ),
      ),
  }
})
