/**
 * `UnknownFields` raises no false alarm: the sandbox's answers hold fields and values that the
 * schemas know, and no others.
 */
import { MarketData } from "@candela/core/MarketData"
import * as Client from "@candela/core/declare/Client"
import type * as Method from "@candela/core/Method"
import * as UnknownFields from "@candela/core/UnknownFields"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Routes from "../../src/routes/Routes.js"
import { requestOf } from "./samples.js"
import { endpoints } from "./services.js"
import { Connection, connections } from "./support.js"
import { sampled } from "@candela/support/seeded"

/**
 * Endpoints served from their schema alone: their rows have words that the schema does not name, as
 * an enumeration that grows.
 */
const synthetic = new Set(Routes.all.flatMap((route) => (route.synthetic ? [route.endpoint.name] : [])))

layer(connections["in process"])((it) => {
  for (const endpoint of sampled(endpoints, 0)) {
    it.effect(`${endpoint.name} has no fields and values that its schema does not know`, () =>
      Effect.gen(function* () {
        const { baseUrl, client } = yield* Connection
        const connection = MarketData.layer({ baseUrl, apiKey: "key" }).pipe(
          Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
        )
        // Other tests of this process count, too.
        const counts = Effect.forEach(
          synthetic.has(endpoint.name) ? [UnknownFields.fields] : [UnknownFields.fields, UnknownFields.values],
          (metric) => Metric.value(Metric.tagged(metric, "endpoint", endpoint.name)),
        )
        const before = yield* counts
        yield* Client.make({ method: endpoint }).pipe(
          Effect.flatMap(({ method }) => (method as Method.Call<object, unknown>)(requestOf(endpoint))),
          Effect.provide(Layer.provide(UnknownFields.layer, connection)),
        )
        assert.deepStrictEqual(yield* counts, before)
      }),
    )
  }
})
