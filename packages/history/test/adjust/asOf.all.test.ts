import { Adjust } from "@candela/history"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Stocks } from "@candela/stocks"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream, TestClock } from "effect"
import { rounding } from "./sandbox.js"
import { nearly } from "./support.js"

/** After the sandbox's splits of ODFL and WMT, before those of NVDA and SPCE. */
const asOf = "2024-06-03"
const range = { multiplier: 1, timespan: "day", from: "2023-07-03", to: asOf } as const
const tickers = ["KO", "MSFT", "NVDA", "ODFL", "SPCE", "WMT"]

const collect = <A, E>(stream: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(stream), (rows) => [...rows])

/**
 * What a sandbox shows whose present is this instant: raw and adjusted bars up to the day, and the
 * adjustments from its lists.
 */
const shown = (now: number | undefined, options: Adjust.Options) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now ?? Date.parse("2025-06-30T20:00:00Z"))
    const stocks = yield* Stocks
    const adjustments = yield* Adjust.loadAll(tickers, options)
    const splits = yield* Adjust.loadAll(tickers, { by: "splits", ...options })
    const bars = yield* Effect.forEach(tickers, (stocksTicker) =>
      Effect.all({
        raw: collect(stocks.bars.stream({ ...range, stocksTicker, adjusted: false })),
        service: collect(stocks.bars.stream({ ...range, stocksTicker })),
      }),
    )
    return bars.map((bars, index) => ({ ...bars, all: adjustments(tickers[index]!), splits: splits(tickers[index]!) }))
  }).pipe(Effect.provide(Stocks.layer.pipe(Layer.provide(Sandbox.layer({ now })))))

describe("as of a day", () => {
  it.effect("today's lists make of the bars of that day what the service showed on it, to its rounding", () =>
    Effect.gen(function* () {
      const then = yield* shown(Date.parse(`${asOf}T16:00:00-04:00`), {})
      const now = yield* shown(undefined, { asOf })
      const today = yield* shown(undefined, {})
      for (const [index, { raw, service, all }] of then.entries()) {
        assert.isAbove(raw.length, 200)
        const wrong = Adjust.bars(raw, now[index]!.splits).flatMap((bar, row) =>
          rounding(bar, service[row]!, raw[row]!),
        )
        assert.deepStrictEqual(wrong, [])
        // The sandbox's prices of the weeks before its present are others, and so is what a
        // dividend left of them, by less than a ten-thousandth.
        assert.isTrue(nearly(Adjust.bars(raw, now[index]!.all), Adjust.bars(raw, all), 1e-4))
      }
      const unlike = then.filter(
        ({ all, raw }, index) => !nearly(Adjust.bars(raw, today[index]!.all), Adjust.bars(raw, all), 1e-3),
      )
      assert.strictEqual(unlike.length, tickers.length)
    }),
  )
})
