import { Effect } from "effect"
import { setImmediate } from "node:timers/promises"

/** Yields to the event loop: requests that have arrived by then are read. */
export const turn: Effect.Effect<void> = Effect.promise(() => setImmediate())

/**
 * `Array.map`, with a turn of the event loop after every `perTurn` items, so that long work delays
 * other requests by at most `perTurn` items.
 */
export const mapInTurns = <A, B>(
  items: ReadonlyArray<A>,
  perTurn: number,
  to: (item: A, index: number) => B,
): Effect.Effect<ReadonlyArray<B>> =>
  items.length <= perTurn
    ? Effect.sync(() => items.map(to))
    : Effect.gen(function* () {
        const all: Array<B> = []
        for (const [index, item] of items.entries()) {
          if (index > 0 && index % perTurn === 0) yield* turn
          all.push(to(item, index))
        }
        return all
      })
