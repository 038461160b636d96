import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import type { Alarm } from "../Semaphore.js"
import * as Monotonic from "../monotonic.js"

/**
 * One timer for many deadlines, by `Monotonic.now`: a fiber for each would take 4 kB while its call
 * waits. It ends with the scope.
 */
export const make: Effect.Effect<Alarm, never, Scope.Scope> = Effect.gen(function* () {
  const runFork = Runtime.runFork(yield* Effect.runtime<Scope.Scope>())
  const scope = yield* Effect.scope
  const times = new Map<() => void, number>()
  let next = Infinity
  let timer: Fiber.RuntimeFiber<void> | undefined
  const sleep: Effect.Effect<void> = Effect.flatMap(Monotonic.now, (now) => {
    next = Infinity
    for (const [ring, at] of times) {
      if (at > now) next = Math.min(next, at)
      else {
        times.delete(ring)
        ring()
      }
    }
    return next === Infinity ? Effect.void : Effect.zipRight(Effect.sleep(next - now), sleep)
  })
  return {
    set: (ring, at) => {
      times.set(ring, at)
      if (at >= next) return
      next = at
      timer?.unsafeInterruptAsFork(FiberId.none)
      timer = runFork(sleep, { scope })
    },
    clear: (ring) => times.delete(ring),
  }
})
