/** Answers travel compressed, unless that is switched off, and are the same either way. */
import type { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { Effect } from "effect"
import type { Check, Surroundings } from "../Check.js"
import { countsOf, ensure, services } from "./support.js"

const closes = (surroundings: Surroundings, settings: MarketData.Settings) =>
  Effect.gen(function* () {
    const before = yield* countsOf(surroundings)
    const page = yield* Effect.flatMap(Stocks, (stocks) =>
      stocks.bars({ stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-01-02", to: "2025-06-27" }),
    ).pipe(Effect.provide(services(surroundings.observedUrl, surroundings.key, settings)))
    const after = yield* countsOf(surroundings)
    return { closes: page.results.map(({ close }) => close), gzipped: after.gzipped - before.gzipped }
  })

export const check: Check = (surroundings) =>
  Effect.gen(function* () {
    const compressed = yield* closes(surroundings, {})
    const plain = yield* closes(surroundings, { gzip: false })
    yield* ensure(compressed.gzipped === 1, "the answer was not compressed")
    yield* ensure(compressed.closes.length > 100, `only ${compressed.closes.length} rows`)
    yield* ensure(String(plain.closes) === String(compressed.closes), "the compressed rows are others")
    return plain.gzipped === 0 ? "compressed, and not" : "compressed always: the runtime sets the header itself"
  })
