/** Whole data sets. By default the tests of stocks' bars, of extents and of the generated document stand for them. */
import * as Calendar from "@candela/market/Calendar"
import { dateOf } from "@candela/market/TimeZone"
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import * as StockBars from "@candela/sandbox/subjects/stocks/StockBars"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { readdirSync } from "node:fs"
import { runs } from "@candela/support/seeded"
import { contents, ofStockBars, ofStocks, one, opened, temporaryDirectory, tradedStocks } from "./support.js"

const zone = "America/New_York"
const minute = 60_000

describe("making whole data sets", () => {
  it.scopedLive("the same name, seed and clock give the same bars; another seed does not", () =>
    Effect.gen(function* () {
      // The first day is over, the second has begun.
      const now = Date.parse("2023-07-04T00:30:00-04:00")
      const hashOf = (seed: number) =>
        Effect.scoped(
          Effect.flatMap(opened("small", { now, seed, generators: ofStockBars }), ({ store }) =>
            contents(store, [StockBars.generator]),
          ),
        )
      const hash = yield* hashOf(7)
      assert.strictEqual(yield* hashOf(7), hash)
      assert.notStrictEqual(yield* hashOf(8), hash)
    }),
  )

  it.scopedLive("whatever the clock, only what has happened is there", () =>
    Effect.gen(function* () {
      const first = Date.parse("2023-07-03T16:00:00-05:00")
      const clocks = fc.sample(fc.integer({ min: first, max: first + 20 * 86_400_000 }), { seed: 3, numRuns: runs(4) })
      const during = Date.parse("2023-07-12T12:34:56-04:00")
      for (const now of [during, Date.parse("2023-07-08T12:00:00-04:00"), ...clocks]) {
        const { store } = yield* opened("small", { now, generators: ofStockBars })
        const dates = Calendar.sessions("2023-07-03", dateOf(zone, now)).filter(
          ({ preMarketOpen }) => preMarketOpen < now,
        )
        const found = yield* one<{ readonly last: number; readonly day: string; readonly delisted: number }>(
          store,
          `SELECT (SELECT max(t)::DOUBLE FROM minute_bars) AS last, (SELECT max(date) FROM day_bars WHERE ${ofStocks}) AS day,
             (SELECT count(*)::INTEGER FROM tickers WHERE NOT active AND ${tradedStocks}) + (SELECT count(*)::INTEGER FROM splits) AS delisted`,
        )
        assert.isAtMost(found.last + minute, now)
        assert.isAtMost(Date.parse(found.day), Date.parse(dates.at(-1)!.date))
        assert.strictEqual(found.delisted, 0)
      }
    }),
  )

  it.scopedLive("made many times at once, it is whole for each, and nothing else is left behind", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const options = { directory, now: Date.parse("2023-07-05T12:00:00-04:00"), generators: ofStockBars }
      const hashes = yield* Effect.forEach(
        [1, 2, 3, 4],
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { store } = yield* Dataset.open(yield* Dataset.make("small", options), options)
              return yield* contents(store, ofStockBars)
            }),
          ),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(new Set(hashes).size, 1)
      assert.strictEqual(readdirSync(directory).length, 1)
    }),
  )

  it.scopedLive("the same name, seed and clock give the same rows of all generators", () =>
    Effect.gen(function* () {
      // The first day is over, the second has begun.
      const now = Date.parse("2023-07-04T00:30:00-04:00")
      const hash = Effect.scoped(Effect.flatMap(opened("small", { now, seed: 7 }), ({ store }) => contents(store)))
      assert.strictEqual(yield* hash, yield* hash)
    }),
  )
})
