/**
 * Pulls: effects that give the next value each time they run, and fail with `None` at the end. They are never run again after they have failed.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import * as eventLoop from "./eventLoop.js"

/** Gives the next value, or fails: with `None` at the end, with an error in `Some` otherwise. */
export type Pull<A, E> = Effect.Effect<A, Option.Option<E>>

/**
 * Runs a pull in a fiber of its own, at most `ahead` values ahead of the one that was taken last: asked for, or waiting to be taken. The fiber
 * ends with the scope.
 */
export const eager = <A, E>(pull: Pull<A, E>, ahead: number): Effect.Effect<Pull<A, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const permits = yield* Effect.makeSemaphore(ahead)
    const queue = yield* Queue.unbounded<Exit.Exit<A, Option.Option<E>>>()
    const onward: Effect.Effect<void> = permits.take(1).pipe(
      Effect.zipRight(Effect.exit(pull)),
      Effect.tap((exit) => Queue.offer(queue, exit)),
      Effect.flatMap((exit) => (Exit.isSuccess(exit) ? onward : Effect.void)),
    )
    yield* Effect.forkScoped(Effect.interruptible(onward))
    return Effect.flatMap(Queue.take(queue), (exit) => Effect.zipRight(permits.release(1), exit))
  })

/** The first value by itself, when it is asked for; from the second on {@link eager}, unless nothing may be ahead. */
export const eagerAfterFirst = <A, E>(pull: Pull<A, E>, ahead: number, scope: Scope.Scope): Pull<A, E> => {
  if (ahead === 0) return pull
  let state: "first" | "second" | Pull<A, E> = "first"
  return Effect.suspend(() => {
    if (state === "first") {
      state = "second"
      return pull
    }
    if (state !== "second") return state
    return Effect.flatMap(Scope.extend(eager(pull, ahead), scope), (ready) => (state = ready))
  })
}

/** One pull after the other. */
export const inSequence = <A, E>(pulls: ReadonlyArray<Pull<A, E>>): Pull<A, E> => {
  let index = 0
  const next: Pull<A, E> = Effect.suspend(() =>
    index === pulls.length ? Effect.fail(Option.none()) : orElse(pulls[index]!, () => (index++, next)),
  )
  return next
}

/** One pull after the other in order, while up to `concurrency` of them run side by side, each at most `ahead` values ahead. */
export const sideBySide = <A, E>(
  pulls: ReadonlyArray<Pull<A, E>>,
  options: { readonly concurrency: number; readonly ahead: number },
  scope: Scope.Scope,
): Pull<A, E> => {
  const running: Array<Pull<A, E>> = []
  let started = 0
  const start = Effect.whileLoop({
    while: () => running.length < options.concurrency && started < pulls.length,
    body: () =>
      Scope.extend(eager(pulls[started++]!, options.ahead), scope).pipe(
        // Before anything may interrupt: else nobody would read it.
        Effect.map((pull) => running.push(pull)),
        Effect.uninterruptible,
        // The first request is to leave before the last one is made: making them takes some milliseconds each when a process is new.
        Effect.zipRight(eventLoop.turn),
      ),
    step: () => {},
  })
  const next: Pull<A, E> = Effect.flatMap(start, () => {
    const [current] = running
    return current === undefined ? Effect.fail(Option.none()) : orElse(current, () => (running.shift(), next))
  })
  return next
}

/** Goes on with another pull when the first is at its end. */
const orElse = <A, E>(pull: Pull<A, E>, other: () => Pull<A, E>): Pull<A, E> =>
  Effect.catchAll(pull, (end) => (Option.isNone(end) ? other() : Effect.fail(end)))
