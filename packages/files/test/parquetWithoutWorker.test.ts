import * as Columns from "@candela/core/Columns"
import * as Parquet from "@candela/files/Parquet"
import { Stocks } from "@candela/stocks/Stocks"
import * as Synthetic from "@candela/testing/Synthetic"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"

const bars = Stocks.endpoints.bars
const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2024-03-05", to: "2024-03-05" } as const
const columns = Columns.fromRows(bars.row, Synthetic.rows(bars, day, { rows: 1_000 }))

/** Counts the buffers of a part's size that are made. */
const largeBuffers = Effect.acquireRelease(
  Effect.sync(() => {
    const original = globalThis.ArrayBuffer
    const count = { made: 0 }
    globalThis.ArrayBuffer = new Proxy(original, {
      construct: (target, [length, ...rest]: [number], own) => {
        if (length > 1_000_000) count.made++
        return Reflect.construct(
          target,
          [length, ...rest],
          own === globalThis.ArrayBuffer ? target : own,
        ) as ArrayBuffer
      },
    })
    return { count, restore: () => (globalThis.ArrayBuffer = original) }
  }),
  ({ restore }) => Effect.sync(restore),
).pipe(Effect.map(({ count }) => count))

describe("a file of Parquet", () => {
  it.scoped("takes the memory of one part where the worker does not load", () =>
    Effect.gen(function* () {
      // Here it does not: its module is TypeScript.
      const count = yield* largeBuffers
      const rows = Stream.take(Stream.repeatValue(columns), 150)
      yield* Stream.runDrain(Parquet.encode(bars, { time: Date.UTC(2024, 2, 6), request: day })(rows))
      // That of ten parts, of which the last one is the smallest.
      assert.strictEqual(count.made, 1)
    }),
  )
})
