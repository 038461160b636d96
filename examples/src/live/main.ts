/**
 * Sends the example request of each endpoint to the service that `MARKET_DATA_URL` and
 * `MARKET_DATA_API_KEY` name, and prints what does not decode.
 */
import { Catalog } from "@candela/catalog"
import { MarketData } from "@candela/core"
import { NodeClient } from "@candela/node"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Layer } from "effect"

const describe = (answer: unknown): string => {
  const rows = typeof answer === "object" && answer !== null && "results" in answer ? answer.results : undefined
  return Array.isArray(rows) ? `${rows.length} rows` : "one value"
}

const check = (service: Catalog.Service, { example, method, name }: Catalog.Entry) =>
  Effect.flatMap(service.tag, (methods) => methods[method]!(example)).pipe(
    Effect.matchEffect({
      onSuccess: (answer) => Effect.as(Console.log(`ok      ${name}: ${describe(answer)}`), true),
      onFailure: (error) =>
        Effect.as(Console.log(`${error._tag === "DecodeError" ? "decode" : "failed"}  ${error.message}`), false),
    }),
  )

const program = Effect.gen(function* () {
  const checks = Catalog.services.flatMap((service) => service.endpoints.map((endpoint) => check(service, endpoint)))
  const outcomes = yield* Effect.all(checks)
  const bad = outcomes.filter((ok) => !ok).length
  yield* Console.log(`${outcomes.length - bad} endpoints responded and decoded, ${bad} did not`)
  if (bad > 0) return yield* Effect.fail("some endpoints did not respond as they should")
})

const Live = Catalog.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(NodeClient.layer))

NodeRuntime.runMain(
  program.pipe(
    Effect.provide(Live),
    Effect.tapError((error) =>
      typeof error === "string" ? Effect.void : Console.error(`${error}\nSet MARKET_DATA_URL and MARKET_DATA_API_KEY.`),
    ),
  ),
  { disableErrorReporting: true, disablePrettyLogger: true },
)
