/**
 * Pulls: a consumer first waits for a value, then takes it.
 *
 * Waiting can be interrupted and repeated at any time. Taking is a plain function, so that no interruption can separate the arrival of a value from taking it:
 * a consumer that was interrupted and continues misses no value.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { inOneGo } from "../inOneGo.js"
import * as eventLoop from "./eventLoop.js"

/** A source of values. */
export interface Pull<A, E> {
  /** Waits until there is a value, the end or an error to take. Run it again after an interruption. */
  readonly ready: Effect.Effect<void>
  /** Takes a value, or the failure that ends the pull: `None` at the end, `Some` of an error. Call it once after each completed `ready`. */
  readonly take: () => Exit.Exit<A, Option.Option<E>>
}

/** The end of a pull without an error. */
export const end: Exit.Exit<never, Option.Option<never>> = Exit.fail(Option.none())

const isEnd = <A, E>(exit: Exit.Exit<A, Option.Option<E>>): boolean =>
  Exit.isFailure(exit) && exit.cause._tag === "Fail" && Option.isNone(exit.cause.error)

/** Runs a pull in its own fiber, which ends with the scope. At most `ahead` values are awaited or buffered at a time. */
const eager = <A, E>(pull: Pull<A, E>, ahead: number, scope: Scope.Scope): Effect.Effect<Pull<A, E>> =>
  Effect.suspend(() => {
    const buffer: Array<Exit.Exit<A, Option.Option<E>>> = []
    const arrived = Effect.unsafeMakeLatch(false)
    const room = Effect.unsafeMakeLatch(true)
    const produce: Effect.Effect<void> = Effect.flatMap(Effect.zipRight(room.await, pull.ready), () => {
      const exit = pull.take()
      if (buffer.push(exit) === ahead) room.unsafeClose()
      arrived.unsafeOpen()
      return Exit.isSuccess(exit) ? produce : Effect.void
    })
    const take = () => {
      const exit = buffer.shift()!
      if (buffer.length === 0) arrived.unsafeClose()
      room.unsafeOpen()
      return exit
    }
    // Otherwise a consumer that waits when the scope closes would wait forever.
    const closed = Effect.flatMap(Effect.exit(Effect.interrupt), (exit) => {
      buffer.push(exit)
      return arrived.open
    })
    const fiber = Effect.forkIn(
      Effect.onInterrupt(Effect.interruptible(produce), () => closed),
      scope,
    )
    return Effect.as(fiber, { ready: arrived.await, take })
  })

/** A pull whose waits are interrupted when the scope closes. */
export const within = <A, E>({ ready, take }: Pull<A, E>, scope: Scope.Scope): Pull<A, E> => {
  const closed = Effect.unsafeMakeLatch(false)
  let watched = false
  const watch = Effect.suspend(() => {
    if (watched) return Effect.void
    watched = true
    return Scope.addFinalizer(scope, closed.open)
  })
  // Interrupted before its fibers have started, a race waits for them forever.
  const race = inOneGo(Effect.raceFirst(ready, Effect.zipRight(Effect.interruptible(closed.await), Effect.interrupt)))
  return { ready: Effect.zipRight(watch, race), take }
}

/** Waits for the first value when the consumer does; from the second value on, works up to `ahead` values ahead, unless `ahead` is 0. */
export const eagerAfterFirst = <A, E>(pull: Pull<A, E>, ahead: number, scope: Scope.Scope): Pull<A, E> => {
  if (ahead === 0) return pull
  let started: Pull<A, E> | undefined
  let first = true
  const start = Effect.uninterruptible(Effect.map(eager(pull, ahead, scope), (eager) => (started = eager)))
  return {
    ready: Effect.suspend(() => {
      if (first) return pull.ready
      return started === undefined ? Effect.flatMap(start, ({ ready }) => ready) : started.ready
    }),
    take: () => {
      first = false
      return (started ?? pull).take()
    },
  }
}

/** The values of one pull after another: `current` returns the pull to use, if any is left, and `drop` is called when it has ended. */
const concatenate = <A, E>(current: Effect.Effect<Pull<A, E> | undefined>, drop: () => void): Pull<A, E> => {
  let head: Exit.Exit<A, Option.Option<E>> | undefined
  const ready: Effect.Effect<void> = Effect.suspend(() => {
    if (head !== undefined) return Effect.void
    return Effect.flatMap(current, (pull) => {
      if (pull === undefined) {
        head = end
        return Effect.void
      }
      return Effect.flatMap(pull.ready, () => {
        const exit = pull.take()
        if (isEnd(exit)) {
          drop()
          return ready
        }
        head = exit
        return Effect.void
      })
    })
  })
  const take = () => {
    const exit = head!
    head = undefined
    return exit
  }
  return { ready, take }
}

/** The values of several pulls, one pull after another. */
export const inSequence = <A, E>(pulls: ReadonlyArray<Pull<A, E>>): Pull<A, E> => {
  let index = 0
  return concatenate(
    Effect.sync(() => pulls[index]),
    () => void index++,
  )
}

/** The same values in the same order, while up to `concurrency` pulls run at the same time, each at most `ahead` values ahead. */
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
      Effect.suspend(() => eager(pulls[started++]!, options.ahead, scope)).pipe(
        Effect.map((pull) => running.push(pull)),
        Effect.uninterruptible,
        // Send the first request before creating the rest: in a new process each takes some milliseconds to create.
        Effect.zipRight(eventLoop.turn),
      ),
    step: () => {},
  })
  return concatenate(
    Effect.map(start, () => running[0]),
    () => void running.shift(),
  )
}
