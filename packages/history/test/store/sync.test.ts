import { dayMillis, midnight } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Machine } from "./memory.js"
import { bar, days, open, requested, requestsOf, service, stocks, supply } from "./support.js"

const zone = "America/New_York"
const at = (date: string) => midnight(zone, date)
const noonOf = (date: string) => at(date) + dayMillis / 2

const daily = days("2022-01-01", "2024-12-31").map((day) => bar(day))

const machine = Effect.sync(() => new Machine())

describe("a sync", () => {
  it.effect("fetches a range once: a second one of a settled range sends nothing", () =>
    Effect.gen(function* () {
      const { fileSystem } = yield* machine
      const store = yield* open(fileSystem)
      yield* TestClock.setTime(noonOf("2024-06-14"))
      const range = { from: "2022-11-01", to: "2023-02-10" }
      const summary = yield* store.sync(stocks(["AAPL", "MSFT"]), range)
      const count = days("2022-11-01", "2023-02-10").length
      assert.strictEqual(summary.rows, 2 * count)
      assert.strictEqual(summary.files, 4)
      assert.deepStrictEqual(summary.changes, [])
      assert.strictEqual(yield* requestsOf(store.sync(stocks(["AAPL", "MSFT"]), range)), 0)
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )
})
