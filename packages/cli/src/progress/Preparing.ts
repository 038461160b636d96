/**
 * Progress of making a data set of the sandbox.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Settings } from "../connect/Settings.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Progress from "./Progress.js"

/** Called with the share that is done, from 0 to 1. */
type OnProgress = (share: number) => Effect.Effect<void>

/**
 * Opens a sandbox. Where its data set is made first, standard error says so, and how much is done;
 * nothing with `--quiet`.
 */
export const around = <A, E, R>(
  open: (onProgress: OnProgress) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R | Terminal> =>
  Effect.acquireUseRelease(
    Scope.make(),
    (scope) =>
      Effect.gen(function* () {
        const { quiet } = yield* Settings
        const terminal = yield* Terminal
        const progress = yield* Effect.cached(
          Effect.tap(Progress.make, ({ note }) =>
            note("Preparing the sandbox's synthetic data, which is made once and kept."),
          ).pipe(Scope.extend(scope), Effect.provideService(Terminal, terminal)),
        )
        return yield* open((done) =>
          quiet ? Effect.void : Effect.flatMap(progress, ({ update }) => update({ label: "Preparing", done })),
        )
      }),
    (scope) => Scope.close(scope, Exit.void),
  )
