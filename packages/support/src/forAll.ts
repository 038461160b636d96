import { FastCheck } from "effect"
import { setImmediate } from "node:timers/promises"

/**
 * Checks a law on many values, and lets the event loop turn after each: the runner gives up a
 * worker that holds it for long.
 */
export const assertForAll = <A>(
  arbitrary: FastCheck.Arbitrary<A>,
  check: (value: A) => void,
  parameters: { readonly seed: number; readonly numRuns: number },
): Promise<void> =>
  FastCheck.assert(
    FastCheck.asyncProperty(arbitrary, async (value) => check(value)).afterEach(() => setImmediate()),
    parameters,
  )
