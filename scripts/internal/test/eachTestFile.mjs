// Test files of a worker share all modules: loading them for each file, and compiling them anew, would take minutes
// in total. Each file gets a plain `it`: `layer` of @effect/vitest replaces `effect` and `scoped` of the shared one.
import * as tester from "@effect/vitest"
import { isDeepStrictEqual } from "node:util"

const { assert, effect, scoped, live, scopedLive, layer, flakyTest, prop } = tester
Object.assign(tester.it, { effect, scoped, live, scopedLive, layer, flakyTest, prop })

// Before each instant at which something happens, a test clock gives the event loop several turns
// by `setTimeout(f, 0)`. Node makes a millisecond of each; a turn alone halves the processor time
// of tests that use the clock.
const { clearTimeout, setTimeout } = (globalThis.timers ??= {
  clearTimeout: globalThis.clearTimeout,
  setTimeout: globalThis.setTimeout,
})
const { constructor: Immediate } = setImmediate(() => {})
globalThis.setTimeout = Object.assign(
  (run, delay, ...args) => (delay === 0 ? setImmediate(run, ...args) : setTimeout(run, delay, ...args)),
  setTimeout,
)
globalThis.clearTimeout = (timer) => (timer instanceof Immediate ? clearImmediate(timer) : clearTimeout(timer))

// The platform compares thousands of equal rows ten times as fast; chai says where unequal ones differ. It also
// makes an assertion with a proxy for each plain comparison, which tests of many rows make by the million.
const holds = {
  deepEqual: isDeepStrictEqual,
  deepStrictEqual: isDeepStrictEqual,
  strictEqual: (actual, expected) => actual === expected,
  isTrue: (actual) => actual === true,
  isFalse: (actual) => actual === false,
  isAtLeast: (actual, bound) => typeof actual === "number" && typeof bound === "number" && actual >= bound,
  isAtMost: (actual, bound) => typeof actual === "number" && typeof bound === "number" && actual <= bound,
  isAbove: (actual, bound) => typeof actual === "number" && typeof bound === "number" && actual > bound,
  isBelow: (actual, bound) => typeof actual === "number" && typeof bound === "number" && actual < bound,
}
for (const [name, isHeld] of Object.entries(holds)) {
  const check = (assert[name].original ??= assert[name])
  assert[name] = Object.assign(
    (...given) => {
      if (!isHeld(...given)) check(...given)
    },
    { original: check },
  )
}
