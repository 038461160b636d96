/**
 * Gathers look-ups of single keys that are made concurrently into requests for many keys.
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
import * as eventLoop from "./internal/eventLoop.js"

/** Options of a batch. */
export interface Options<A, E> {
  /** The most keys that one request holds. */
  readonly most: number
  /** Size of a key in a request, in the unit of `room`. */
  readonly sizeOf: (key: string) => number
  /** Maximum total size of the keys of one request. */
  readonly room: number
  /** Makes one request, and returns the outcome of each of its keys. If the request fails, all its keys fail, unless `isOfOneKey`. */
  readonly request: (keys: ReadonlyArray<string>) => Effect.Effect<(key: string) => Either.Either<A, E>, E>
  /**
   * Whether the failure of a request may be the fault of one of its keys. Its halves are then requested by themselves, and theirs, until that key fails alone.
   * Default: never.
   */
  readonly isOfOneKey?: (error: E) => boolean
}

interface Entry<A, E> {
  readonly key: string
  readonly answer: Deferred.Deferred<A, E>
  /** Number of callers that wait for it. */
  waiting: number
  request: Flight | undefined
}

/** A request that was made, and how many of its keys somebody waits for. */
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
 * A look-up of one key. Look-ups of the same turn of the event loop, from any fiber, become one request, or several where one does not hold them; a key that
 * is looked up twice is asked for once. Each caller gets the answer of its own key. When a caller is interrupted the others go on; a request that nobody waits
 * for any more is interrupted. Requests run in the runtime in which the look-up is made: the retry policy and the span of one caller do not rule those of the others.
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
