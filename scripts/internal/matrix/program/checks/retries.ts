/**
 * Every page fails three times: with 503, with a lost connection, with half of its gzip. No row is lost or repeated.
 */
import { Retry } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { Effect, Stream } from "effect"
import type { Check } from "../Check.js"
import { barsOf, countsOf, ensure, services } from "./support.js"

export const check: Check = (surroundings) =>
  Effect.gen(function* () {
    const expected = yield* barsOf(surroundings, "/v2/aggs/ticker/MSFT/range/1/day/2025-01-02/2025-06-27?limit=50000")
    const before = yield* countsOf(surroundings)
    const rows = yield* Effect.gen(function* () {
      const stocks = yield* Stocks
      const request = { stocksTicker: "MSFT", multiplier: 1, timespan: "day", from: "2025-01-02", to: "2025-06-27" }
      return yield* Stream.runCollect(stocks.bars.stream({ ...request, timespan: "day" }, { pageSize: 50 }))
    }).pipe(
      Effect.map((rows) => Array.from(rows)),
      Effect.provide(
        services(surroundings.faultyUrl, surroundings.key, {
          retry: Retry.make({ times: 4, base: "10 millis", cap: "20 millis" }),
        }),
      ),
    )
    const after = yield* countsOf(surroundings)
    const faults = after.faults - before.faults
    const pages = Math.ceil(expected.length / 50)
    const equal = rows.length === expected.length && rows.every(({ close }, row) => close === expected[row]!.c)
    yield* ensure(equal, `${rows.length} rows, expected ${expected.length}, or their closes differ`)
    yield* ensure(faults === 3 * pages, `${faults} faults on ${pages} pages`)
    return `${rows.length} rows over ${faults} faults`
  })
