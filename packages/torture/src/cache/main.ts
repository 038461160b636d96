/** Reads through a cache in a process of its own, until it is killed. Its only argument is the {@link Settings} as JSON. */
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Random, Schema } from "effect"
import * as Reader from "./Reader.js"
import { Settings } from "./Settings.js"

const main = Effect.gen(function* () {
  const settings = yield* Schema.decode(Schema.parseJson(Settings))(process.argv[2] ?? "")
  const random = Random.make(settings.seed)
  yield* Effect.gen(function* () {
    const { bars } = yield* Stocks
    yield* Console.log("Reading")
    yield* Effect.forever(Effect.flatMap(Reader.draw(random), bars))
  }).pipe(Effect.provide(Reader.layer(settings)))
})

NodeRuntime.runMain(main)
