/** A runner in a process of its own, until it is ended: the place and the service are its argument. */
import { RateLimitStore } from "@candela/backfill"
import { MarketData } from "@candela/core/MarketData"
import * as RateLimit from "@candela/core/RateLimit"
import { NodeClient } from "@candela/node"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Layer } from "effect"
import * as Runners from "./support.js"

const { baseUrl, limit, place } = JSON.parse(process.argv[2]!) as {
  readonly baseUrl: string
  readonly limit: number
  readonly place: Runners.Place
}

const service = MarketData.layer({
  baseUrl,
  apiKey: "a-key-of-a-test",
  rateLimit: RateLimit.make({ limit, interval: "1 second" }),
}).pipe(
  Layer.provide(NodeClient.layer),
  Layer.provide(RateLimitStore.layer({ margin: "250 millis" })),
  Layer.provide(Runners.database(place)),
)

NodeRuntime.runMain(Layer.launch(Runners.runner(place, { concurrency: 2 }).pipe(Layer.provide(service))))
