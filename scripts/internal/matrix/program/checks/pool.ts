/** The pool of kept-alive connections of `@candela/node`, in place of `fetch`. */
import { MarketData, Retry } from "@candela/core"
import { NodeClient } from "@candela/node"
import { Stocks } from "@candela/stocks"
import { Effect, Layer, Stream } from "effect"
import type { Check } from "../Check.js"
import { barsOf, ensure } from "./support.js"

export const check: Check = (surroundings) =>
  Effect.gen(function* () {
    const expected = yield* barsOf(surroundings, "/v2/aggs/ticker/NVDA/range/1/day/2025-01-02/2025-06-27?limit=50000")
    const rows = yield* Effect.gen(function* () {
      const stocks = yield* Stocks
      const stream = stocks.bars.stream(
        { stocksTicker: "NVDA", multiplier: 1, timespan: "day", from: "2025-01-02", to: "2025-06-27" },
        { pageSize: 50 },
      )
      return Array.from(yield* Stream.runCollect(stream))
    }).pipe(
      Effect.provide(
        Stocks.layer.pipe(
          Layer.provide(
            MarketData.layer({
              baseUrl: surroundings.faultyUrl,
              apiKey: surroundings.key,
              retry: Retry.make({ times: 4, base: "10 millis", cap: "20 millis" }),
            }),
          ),
          Layer.provide(NodeClient.layerWith({ connections: 2 })),
        ),
      ),
    )
    const equal = rows.length === expected.length && rows.every(({ close }, row) => close === expected[row]!.c)
    yield* ensure(equal, `${rows.length} rows, expected ${expected.length}, or their closes differ`)
    return `${rows.length} rows, compressed, over faults`
  })
