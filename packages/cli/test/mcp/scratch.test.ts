import { it } from "@effect/vitest"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Effect } from "effect"
import * as Client from "./Client.js"
it.scopedLive("tools", () => Effect.gen(function* () {
  const c = yield* Client.connect
  yield* c.end
}).pipe(Effect.timeout(2000), Effect.provide(Sandbox.layer())))
