/** Values that were computed from the tables, by a key, until the tables change. @module */
import { Effect } from "effect"
import { Store, type StoreError } from "./Store.js"

/**
 * Makes a function that computes the value of a key once. It remembers at most so many: keys of requests are not
 * bounded.
 */
export const make = <A>(most: number) => {
  const load: Store.Load<Map<string, A>> = () => Effect.sync(() => new Map())
  return <E, R>(key: string, compute: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R | Store> =>
    Effect.gen(function* () {
      const known = yield* (yield* Store).remember(load)
      if (known.has(key)) return known.get(key) as A
      const computed = yield* compute
      // protects: Requests for ever other tickers do not fill the sandbox's memory.
      // mutant: "remembers no more keys than it may": never
      if (known.size >= most) known.clear()
      known.set(key, computed)
      return computed
    })
}
