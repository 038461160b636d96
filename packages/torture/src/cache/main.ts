/**
 * Reads through a cache in a process of its own, until it is killed. Its only argument is
 * {@link Reader.CacheSettings} as JSON.
 */
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Random } from "effect"
import * as Reader from "./Reader.js"

const main = Effect.gen(function* () {
  const settings = JSON.parse(process.argv[2]!) as Reader.CacheSettings
  const random = Random.make(settings.seed)
  yield* Effect.gen(function* () {
    const { bars } = yield* Stocks
    yield* Console.log("Reading")
    yield* Effect.forever(Effect.flatMap(Reader.draw(random), bars))
  }).pipe(Effect.provide(Reader.layer(settings)))
})

NodeRuntime.runMain(main)
