// Test files of a worker share what they import from other packages (loading Effect for each of them takes minutes in all).
// Each begins with its own copies of this project's modules, and with the plain `it`: `layer` of @effect/vitest puts its
// own `effect` and `scoped` on the one that they share.
import * as tester from "@effect/vitest"

tester.vi.resetModules()
const { effect, scoped, live, scopedLive, layer, flakyTest, prop } = tester
Object.assign(tester.it, { effect, scoped, live, scopedLive, layer, flakyTest, prop })
