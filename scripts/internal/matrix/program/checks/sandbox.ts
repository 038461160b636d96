/** The sandbox in the process of a test, with its embedded database. */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Effect, Layer } from "effect"
import type { Check } from "../Check.js"
import { ensure } from "./support.js"

export const check: Check = ({ data }) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const page = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
    yield* ensure(page.results.length === 1, `${page.results.length} bars`)
    return `AAPL closed at ${page.results[0]!.close}`
  }).pipe(Effect.provide(Stocks.layer.pipe(Layer.provide(Sandbox.layer({ directory: data })))))
