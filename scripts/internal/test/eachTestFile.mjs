// Test files of a worker share the modules of other packages: loading Effect for each file would take minutes in total.
// Each file gets its own copies of this project's modules and a plain `it`: `layer` of @effect/vitest replaces `effect` and
// `scoped` of the shared one.
import * as tester from "@effect/vitest"

tester.vi.resetModules()
const { effect, scoped, live, scopedLive, layer, flakyTest, prop } = tester
Object.assign(tester.it, { effect, scoped, live, scopedLive, layer, flakyTest, prop })
