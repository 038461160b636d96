/**
 * Calls each endpoint once against the service that `MARKET_DATA_URL` and `MARKET_DATA_API_KEY` name, and prints what does not decode.
 */
import { Alternative } from "@candela/alternative"
import { MarketDataConfig } from "@candela/core"
import { Crypto } from "@candela/crypto"
import { Economy } from "@candela/economy"
import { Forex } from "@candela/forex"
import { Futures } from "@candela/futures"
import { NodeClient } from "@candela/node"
import { Reference } from "@candela/reference"
import { Snapshots } from "@candela/snapshots"
import { Stocks } from "@candela/stocks"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Layer } from "effect"
import { alternative } from "./alternative.js"
import { crypto } from "./crypto.js"
import { economy } from "./economy.js"
import { forex } from "./forex.js"
import { futures } from "./futures.js"
import { reference } from "./reference.js"
import { snapshots } from "./snapshots.js"
import { stocks } from "./stocks.js"

const describe = (answer: unknown): string => {
  const rows = typeof answer === "object" && answer !== null && "results" in answer ? answer.results : undefined
  return Array.isArray(rows) ? `${rows.length} rows` : "one value"
}

/** The calls of each service. */
const services = { alternative, crypto, economy, forex, futures, reference, snapshots, stocks }

const program = Effect.gen(function* () {
  const calls = Object.entries(yield* Effect.all(services)).flatMap(([service, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${service}.${method}`, call] as const),
  )
  const outcomes = yield* Effect.forEach(calls, ([name, call]) =>
    call.pipe(
      Effect.matchEffect({
        onSuccess: (answer) => Effect.as(Console.log(`ok      ${name}: ${describe(answer)}`), true),
        onFailure: (error) =>
          Effect.as(Console.log(`${error._tag === "DecodeError" ? "decode" : "failed"}  ${error.message}`), false),
      }),
    ),
  )
  const bad = outcomes.filter((ok) => !ok).length
  yield* Console.log(`${outcomes.length - bad} endpoints answered and decoded, ${bad} did not`)
  if (bad > 0) return yield* Effect.fail("some endpoints did not answer as they should")
})

const Live = Layer.mergeAll(
  Alternative.layer,
  Crypto.layer,
  Economy.layer,
  Forex.layer,
  Futures.layer,
  Reference.layer,
  Snapshots.layer,
  Stocks.layer,
).pipe(Layer.provide(MarketDataConfig.layer()), Layer.provide(NodeClient.layer))

NodeRuntime.runMain(
  program.pipe(
    Effect.provide(Live),
    Effect.tapError((error) =>
      typeof error === "string" ? Effect.void : Console.error(`${error}\nSet MARKET_DATA_URL and MARKET_DATA_API_KEY.`),
    ),
  ),
  { disableErrorReporting: true, disablePrettyLogger: true },
)
