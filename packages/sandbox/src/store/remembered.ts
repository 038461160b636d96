/** Values that were computed from the tables, by a key, until the tables change. @module */
import { Effect } from "effect"
import * as Bounded from "./bounded.js"
import { Store, type StoreError } from "./Store.js"

/**
 * Makes a function that computes the value of a key once. It remembers at most so many.
 */
export const make = <A>(most: number) => {
  const load: Store.Load<Bounded.Bounded<A>> = () => Effect.sync(() => Bounded.make(most))
  return <E, R>(key: string, compute: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R | Store> =>
    Effect.gen(function* () {
      const known = yield* (yield* Store).remember(load)
      if (known.has(key)) return known.get(key) as A
      const computed = yield* compute
      known.set(key, computed)
      return computed
    })
}
