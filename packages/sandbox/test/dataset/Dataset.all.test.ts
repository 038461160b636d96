/** Whole data sets. By default the tests of stocks' bars, of extents and of the generated document stand for them. */
import * as Calendar from "@candela/market/Calendar"
import { dateOf } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { contents, ofStockBars, one, opened } from "./support.js"

const zone = "America/New_York"

describe("making whole data sets", () => {
  it.scopedLive("the same name, seed and clock give the same rows of all generators", () =>
    Effect.gen(function* () {
      // The first day is over, the second has begun.
      const now = Date.parse("2023-07-04T00:30:00-04:00")
      const hash = Effect.scoped(Effect.flatMap(opened("small", { now, seed: 7 }), ({ store }) => contents(store)))
      assert.strictEqual(yield* hash, yield* hash)
    }),
  )

  it.scopedLive(
    "demo has minutes of the last 40 sessions, and for at least five tickers of all its two years",
    () =>
      Effect.gen(function* () {
        // At an early present, as all two years take a million rows: the sixth session is the first of the last 40.
        const now = Date.parse("2023-09-05T12:00:00-04:00")
        const { store } = yield* opened("demo", { now, generators: ofStockBars })
        const dates = Calendar.sessions("2023-07-03", "2023-09-05").map(({ date }) => date)
        assert.strictEqual(dates.length, 45)
        const firsts = yield* store.query<{ readonly first: number; readonly rows: number; readonly days: number }>(
          `SELECT min(t)::DOUBLE AS first, count(*)::INTEGER AS rows, count(DISTINCT t // 86400000)::INTEGER AS days
           FROM minute_bars GROUP BY ticker`,
        )
        const whole = firsts.filter(({ first }) => dateOf(zone, first) === dates[0])
        assert.isAtLeast(whole.length, 5)
        for (const { days, rows } of whole) assert.isTrue(days >= dates.length && rows > 400 * days)
        const others = firsts.filter((ticker) => !whole.includes(ticker)).map(({ first }) => dateOf(zone, first))
        assert.isAtLeast(others.length, 20)
        assert.strictEqual(others.sort()[0], dates.at(-40))
      }),
    120_000,
  )

  it.scopedLive(
    "quickstart has a million minutes of several tickers, and hardly more, also of another seed than its own",
    () =>
      Effect.gen(function* () {
        const { store } = yield* opened("quickstart", { seed: 99, generators: ofStockBars })
        const found = yield* one<{ readonly rows: number; readonly tickers: number }>(
          store,
          "SELECT count(*)::INTEGER AS rows, count(DISTINCT ticker)::INTEGER AS tickers FROM minute_bars",
        )
        assert.isAtLeast(found.rows, 1_000_000)
        assert.isBelow(found.rows, 1_050_000)
        assert.strictEqual(found.tickers, 8)
      }),
    120_000,
  )
})
