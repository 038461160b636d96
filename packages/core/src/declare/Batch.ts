/**
 * Batches concurrent look-ups of single keys into requests for many keys.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as eventLoop from "../internal/eventLoop.js"

/** Options of a batch. */
export interface Options<A, E> {
  /** Maximum number of keys per request. */
  readonly most: number
  /** Size of a key in a request, in the unit of `room`. */
  readonly sizeOf: (key: string) => number
  /** Maximum total size of the keys of one request. */
  readonly room: number
  /**
   * Sends one request and returns the outcome of each key. If the request fails, all its keys fail,
   * unless `isOfOneKey`.
   */
  readonly request: (keys: ReadonlyArray<string>) => Effect.Effect<(key: string) => Either.Either<A, E>, E>
  /**
   * Whether one key may have caused the failure of a request. Its halves are then requested
   * separately, recursively, until that key fails alone. Default: never.
   */
  readonly isOfOneKey?: (error: E) => boolean
}

interface Entry<A, E> {
  readonly key: string
  readonly answer: Deferred.Deferred<A, E>
  /** Number of waiting callers. */
  waiting: number
  request: Flight | undefined
}

/** A sent request, and the number of its keys with waiting callers. */
interface Flight {
  keys: number
  fiber: Fiber.RuntimeFiber<void> | undefined
}

const inGroups = <A, E>(
  entries: Iterable<Entry<A, E>>,
  { most, room, sizeOf }: Options<A, E>,
): ReadonlyArray<ReadonlyArray<Entry<A, E>>> => {
  const groups: Array<Array<Entry<A, E>>> = []
  let left = 0
  for (const entry of entries) {
    const size = sizeOf(entry.key)
    const last = groups.at(-1)
    if (last !== undefined && last.length < most && size <= left) last.push(entry)
    else {
      groups.push([entry])
      left = room
    }
    left -= size
  }
  return groups
}

/**
 * Makes a look-up of one key. Look-ups in the same turn of the event loop, from any fiber, become one request, or
 * several if they do not fit; duplicate keys are requested once. Each caller gets the result of its own key.
 * Interrupting a caller does not affect the others; a request without waiting callers is interrupted. Requests run
 * in the runtime in which the look-up was made: the retry policy and span of one caller do not apply to the others.
 */
export const make = <A, E>(options: Options<A, E>): Effect.Effect<(key: string) => Effect.Effect<A, E>> =>
  Effect.map(Effect.runtime(), (runtime) => lookUpIn(options, Runtime.runFork(runtime)))

const lookUpIn = <A, E>(
  options: Options<A, E>,
  runFork: (effect: Effect.Effect<void>) => Fiber.RuntimeFiber<void>,
): ((key: string) => Effect.Effect<A, E>) => {
  let gathered = new Map<string, Entry<A, E>>()

  const { isOfOneKey = () => false } = options

  const answer = (entries: ReadonlyArray<Entry<A, E>>): Effect.Effect<void> =>
    Effect.matchCauseEffect(
      Effect.suspend(() => options.request(entries.map(({ key }) => key))),
      {
        onFailure: (cause) => {
          const middle = Math.ceil(entries.length / 2)
          // protects: A ticker that the service refuses fails its own callers alone.
          // mutant: "gives 250 right answers": 1 → 250
          return entries.length > 1 && Option.exists(Cause.failureOption(cause), isOfOneKey)
            ? Effect.zip(answer(entries.slice(0, middle)), answer(entries.slice(middle)), { concurrent: true })
            : Effect.forEach(entries, ({ answer }) => Deferred.failCause(answer, cause), { discard: true })
        },
        onSuccess: (outcomeOf) =>
          Effect.forEach(entries, ({ answer, key }) => Deferred.complete(answer, outcomeOf(key)), { discard: true }),
      },
    )

  const sendAll = Effect.sync(() => {
    const groups = inGroups(gathered.values(), options)
    gathered = new Map()
    for (const entries of groups) {
      const request: Flight = { keys: entries.length, fiber: undefined }
      for (const entry of entries) entry.request = request
      request.fiber = runFork(answer(entries))
    }
  })
  const sendSoon = Effect.zipRight(eventLoop.turn, sendAll)

  const enter = (key: string): Entry<A, E> => {
    let entry = gathered.get(key)
    if (entry === undefined) {
      entry = { key, answer: Deferred.unsafeMake(FiberId.none), waiting: 0, request: undefined }
      gathered.set(key, entry)
    }
    entry.waiting++
    return entry
  }

  const leave = (entry: Entry<A, E>) =>
    Effect.suspend(() => {
      if (--entry.waiting > 0) return Effect.void
      if (entry.request === undefined) {
        gathered.delete(entry.key)
        return Effect.void
      }
      const { fiber } = entry.request
      return --entry.request.keys > 0 || fiber === undefined ? Effect.void : Fiber.interruptFork(fiber)
    })

  return (key) =>
    Effect.uninterruptibleMask((restore) => {
      const isFirst = gathered.size === 0
      const entry = enter(key)
      const answer = Effect.onInterrupt(restore(Deferred.await(entry.answer)), () => leave(entry))
      if (isFirst) runFork(sendSoon)
      return answer
    })
}
