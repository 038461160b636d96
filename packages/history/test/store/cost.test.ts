import { Telemetry } from "@candela/core"
import { Crypto } from "@candela/crypto"
import { Forex } from "@candela/forex"
import { Store, Universe } from "@candela/history"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric, TestClock } from "effect"
import { sampled } from "@candela/support/seeded"

const now = Date.parse("2025-06-30T20:00:00Z")

const folder = Layer.unwrapScoped(
  Effect.map(
    Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped({ prefix: "candela-cost-" })),
    Store.layer,
  ),
)

const Live = Layer.mergeAll(folder, Sandbox.layer({ now })).pipe(Layer.provideMerge(NodeContext.layer))

const [stocks, forex, crypto] = [Stocks, Forex, Crypto].map(
  ({ endpoints }) => endpoints.bars,
) as ReadonlyArray<Universe.BarsEndpoint>

/** Time for which the sandbox has bars of a size. */
const years = { from: "2023-07-03", to: "2025-06-27" }
const months = { from: "2025-05-02", to: "2025-06-27" }
const days = { from: "2025-06-23", to: "2025-06-25" }

type Size = readonly [timespan: Universe.Universe["timespan"], multiplier: number, range: Universe.Range]

const sizes: ReadonlyArray<Size> = [
  ["second", 1, days],
  ["minute", 1, months],
  ["minute", 30, months],
  ["hour", 1, months],
  ["hour", 4, months],
  ["day", 1, years],
  ["day", 5, years],
  ["week", 1, years],
  ["month", 1, years],
  ["quarter", 1, years],
  ["year", 1, years],
]

describe("the cost of a sync", () => {
  for (const [place, [endpoint, ticker]] of [
    [stocks!, "AAPL"] as const,
    [stocks!, "KO"] as const,
    [forex!, "C:EURUSD"] as const,
    [crypto!, "X:BTCUSD"] as const,
  ].entries()) {
    it.effect(`of ${ticker} is right within a factor of two, in requests, rows and bytes of every timespan`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(now)
        const store = yield* Store
        const sent = Effect.map(Metric.value(Telemetry.of(Telemetry.requests, endpoint)), ({ count }) => count)
        // By default each size of one ticker.
        for (const [timespan, multiplier, range] of sampled(sizes, place)) {
          // Pairs may trade in every second; those of the sandbox do in one of nine.
          if (timespan === "second" && endpoint !== stocks) continue
          const universe = Universe.bars(endpoint, { tickers: [ticker], timespan, multiplier })
          const cost = yield* store.preview(universe, range, { datasets: ["bars"] })
          const before = yield* sent
          const { bytes, rows } = yield* store.sync(universe, range, { datasets: ["bars"] })
          const measured = { requests: (yield* sent) - before, expectedRows: rows, bytes }
          const name = `${multiplier} ${timespan}: ${JSON.stringify(cost)} for ${JSON.stringify(measured)}`
          assert.isAtLeast(cost.rows, rows, name)
          assert.isAtLeast(cost.requests, measured.requests, name)
          for (const key of ["requests", "expectedRows", "bytes"] as const) {
            assert.isAtMost(cost[key], 2 * measured[key], `${key} of ${name}`)
            assert.isAtLeast(cost[key], measured[key] / 2, `${key} of ${name}`)
          }
        }
      }).pipe(Effect.provide(Live)),
    )
  }
})
