/**
 * Faults of the sandbox, on every way to it: a client that retries receives every row, once.
 */
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import * as Telemetry from "@candela/core/Telemetry"
import * as NodeClient from "@candela/node/NodeClient"
import { Reference } from "@candela/reference/Reference"
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as Fault from "@candela/testing/Fault"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric, Stream } from "effect"

/** A present so early that a data set of a few days is all there is. */
const options = { now: Date.parse("2023-07-10T16:00:00-04:00") }

/** Faults that change no row, but for those that take a second or more. */
const lossless = Fault.namesOf("Retried", "Harmless").filter((name) => !["Hang", "Latency", "429"].includes(name))
const faults = Object.fromEntries(lossless.map((name) => [name, 0.6 / lossless.length]))

/** Far more requests fail than a retry budget is for. */
const persistent = { retry: Retry.make({ base: "1 millis", cap: "1 millis" }), retryBudget: { reserve: Infinity } }

const over = (client: Layer.Layer<HttpClient.HttpClient>, faulty: boolean) =>
  Layer.unwrapEffect(
    Effect.map(Sandbox, (settings) => MarketData.layer({ ...settings, ...persistent }).pipe(Layer.provide(client))),
  ).pipe(Layer.provide(Sandbox.layerServer({ ...options, ...(faulty ? { faults } : {}) })))

const ways = {
  "in process": (faulty: boolean) => Sandbox.layer({ ...options, ...persistent, ...(faulty ? { faults } : {}) }),
  "over a socket, by fetch": (faulty: boolean) => over(FetchHttpClient.layer, faulty),
  "over a socket, by the pool for Node": (faulty: boolean) => over(NodeClient.layer, faulty),
}

/** What is tested in process, and with `--all` over sockets too. */
export const testFaults = (way: keyof typeof ways) =>
  describe("a faulty sandbox", () => {
    it.live(`loses and repeats no row ${way}`, () =>
      Effect.gen(function* () {
        const tickers = Effect.flatMap(Reference, ({ tickers }) =>
          Stream.runCollect(tickers.stream({}, { pageSize: 4 })),
        )
        const retries = Metric.value(Telemetry.of(Telemetry.retries, Reference.endpoints.tickers))
        const rows = (faulty: boolean) =>
          Effect.map(Effect.provide(tickers, Layer.provide(Reference.layer, ways[way](faulty))), (all) => [...all])
        const all = yield* rows(false)
        assert.isAbove(all.length, 40)
        const before = yield* retries
        assert.deepStrictEqual(yield* rows(true), all)
        assert.isAbove((yield* retries).count, before.count)
      }),
    )
  })
