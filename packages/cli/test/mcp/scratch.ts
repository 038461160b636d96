import { Sandbox } from "@candela/sandbox/Sandbox"
import { Effect } from "effect"
import * as Client from "./Client.js"
console.log("start")
await Effect.runPromise(Effect.gen(function* () {
  const c = yield* Client.connect
  console.log("connected")
  yield* c.end
  console.log("ended")
}).pipe(Effect.scoped, Effect.provide(Sandbox.layer())))
console.log("all done")
