/** Minute bars as columns, in shards that are fetched in parallel, equal to what `JSON.parse` reads. */
import { Stocks } from "@candela/stocks"
import { Effect, Stream } from "effect"
import type { Check } from "../Check.js"
import { barsOf, ensure, services } from "./support.js"

export const check: Check = (surroundings) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const request = {
      stocksTicker: "AAPL",
      multiplier: 1,
      timespan: "minute",
      from: "2025-06-02",
      to: "2025-06-13",
    } as const
    const expected = yield* barsOf(
      surroundings,
      "/v2/aggs/ticker/AAPL/range/1/minute/2025-06-02/2025-06-13?limit=50000",
    )
    const rows: Array<readonly [number, number]> = []
    const chunks = stocks.bars.columns(request, { concurrency: 2, shards: 4 })
    yield* Stream.runForEach(chunks, ({ columns, length }) =>
      Effect.sync(() => {
        for (let row = 0; row < length; row++) rows.push([columns.timestamp[row]!, columns.close[row]!])
      }),
    )
    yield* ensure(rows.length === expected.length, `${rows.length} rows, expected ${expected.length}`)
    const other = expected.findIndex(({ c, t }, row) => rows[row]![0] !== t || rows[row]![1] !== c)
    yield* ensure(other === -1, `row ${other} is ${rows[other]}, expected ${JSON.stringify(expected[other])}`)
    return `${rows.length} rows`
  }).pipe(Effect.provide(services(surroundings.url, surroundings.key)))
