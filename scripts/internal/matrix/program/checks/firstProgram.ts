/** A week's volume from minute bars, as `examples/src/firstProgram.ts`. */
import { Stocks } from "@candela/stocks"
import { Effect, Stream } from "effect"
import type { Check } from "../Check.js"
import { barsOf, ensure, services } from "./support.js"

export const check: Check = (surroundings) =>
  Effect.gen(function* () {
    const traded = yield* Effect.gen(function* () {
      const stocks = yield* Stocks
      return yield* stocks.bars
        .stream({ stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-02", to: "2025-06-06" })
        .pipe(Stream.runFold(0, (sum, bar) => sum + bar.volume))
    }).pipe(Effect.provide(services(surroundings.url, surroundings.key)))
    const bars = yield* barsOf(surroundings, "/v2/aggs/ticker/AAPL/range/1/minute/2025-06-02/2025-06-06?limit=50000")
    const expected = bars.reduce((sum, bar) => sum + bar.v, 0)
    yield* ensure(traded === expected && traded > 0, `the volume is ${traded}, expected ${expected}`)
    return `${traded} shares in ${bars.length} minutes`
  })
