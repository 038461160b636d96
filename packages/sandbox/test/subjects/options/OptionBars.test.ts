import * as OptionBars from "@candela/sandbox/subjects/options/OptionBars"
import { Store } from "@candela/sandbox/store/Store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tables } from "../../contract/support.js"

const ticker = "O:AAPL250718C00165000"
const whole = { from: Date.parse("2025-06-02T00:00:00Z"), to: Date.parse("2025-07-01T00:00:00Z"), limit: 100 } as const

layer(Tables)("the days of a contract", (it) => {
  it.effect("computes the bar of a completed session once, and that of the session in progress as it grows", () =>
    Effect.gen(function* () {
      const store = yield* Store
      let reads = 0
      const counted: Store.Service = {
        ...store,
        columns: (sql, parameters) => {
          reads++
          return store.columns(sql, parameters)
        },
      }
      const days = (now: string, sort: "asc" | "desc" = "asc") =>
        Effect.gen(function* () {
          reads = 0
          const tables = yield* OptionBars.tablesOf(ticker, Date.parse(now))
          const bars = yield* tables.days({ ...whole, sort })
          return { bars, reads }
        }).pipe(Effect.provideService(Store, counted))
      const early = yield* days("2025-06-27T18:00:00Z")
      const late = yield* days("2025-06-27T19:00:00Z")
      // The session in progress is read each time, and has grown.
      assert.strictEqual(late.reads, 1)
      assert.isAbove(late.bars.at(-1)!.v, early.bars.at(-1)!.v)
      assert.deepStrictEqual(late.bars.slice(0, -1), early.bars.slice(0, -1))
      const closed = yield* days("2025-06-27T20:00:00Z", "desc")
      const again = yield* days("2025-06-27T20:00:00Z")
      assert.strictEqual(again.reads, 0)
      assert.deepStrictEqual(again.bars, [...closed.bars].reverse())
    }),
  )
})
