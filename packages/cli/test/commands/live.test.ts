import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeFolder } from "./run.js"

/** Minutes of the sandbox's last day, as fast as they are taken. */
const line = "live stocks.minuteBars AAPL --sandbox --speed asap"

const rowsIn = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text) as { readonly ticker: string; readonly timestamp: number })

describe("candela live", () => {
  it.scoped("prints rows as they happen, and ends after those that were asked for", () =>
    Effect.gen(function* () {
      const { run } = yield* makeFolder
      const { code, err, out } = yield* run(`${line} --limit 3`)
      assert.deepStrictEqual([code, err], [0, ""])
      const rows = rowsIn(out)
      assert.deepStrictEqual(
        rows.map(({ ticker }) => ticker),
        ["AAPL", "AAPL", "AAPL"],
      )
      const asCsv = yield* run(`${line} --limit 1 --format csv`)
      assert.match(asCsv.out, /^ticker,timestamp,open,high,low,close,volume/)
      const inTable = yield* run(`${line} --limit 2 --format table`)
      assert.match(inTable.out, /^ticker +timestamp \(New York\) +open/)
      assert.strictEqual(inTable.out.trim().split("\n").length, 4)
    }),
  )

  it.scoped("begins with the history, and goes over to the live rows", () =>
    Effect.gen(function* () {
      const { run } = yield* makeFolder
      const { code, out } = yield* run(`${line} --follow 2025-06-27 --limit 1000`)
      assert.strictEqual(code, 0)
      const times = rowsIn(out).map(({ timestamp }) => timestamp)
      assert.strictEqual(new Date(times[0]!).toISOString().slice(0, 10), "2025-06-27")
      assert.isAbove(times.at(-1)!, Date.parse("2025-06-30T13:30:00Z"))
      // Minutes that late trades change are printed again. How many they are depends on how fast the command reads.
      assert.strictEqual(new Set(out.trim().split("\n")).size, 1000)
    }),
  )

  it.scoped("says what is wrong before it connects", () =>
    Effect.gen(function* () {
      const { run } = yield* makeFolder
      for (const [words, said] of [
        ["live stocks.bars AAPL --sandbox", /no topic "stocks.bars"\. There are:\n  stocks.minuteBars\n/],
        ["live stocks.trade AAPL --sandbox", /no topic "stocks.trade".*stocks.trades/],
        ["live stocks.imbalances AAPL --sandbox --follow 2025-06-27", /No endpoint has the rows/],
        ["live stocks.trades * --sandbox --follow 2025-06-27", /--follow needs tickers/],
        ["live stocks.trades X:BTCUSD --sandbox", /crypto/],
        ["live stocks.trades AAPL --sandbox --live-url ws://127.0.0.1:1", /--live-url belongs.*--sandbox is none/],
        ["live stocks.trades AAPL --sandbox --speed 2 --live-url ws://127.0.0.1:1", /--live-url belongs/],
        ["replay @none.json live stocks.trades AAPL", /without record and replay/],
      ] as const) {
        const { code, err, out } = yield* run(words)
        assert.deepStrictEqual([code, out], [2, ""], words)
        assert.match(err, said)
      }
      const variables = { MARKET_DATA_URL: "https://api.example.com", MARKET_DATA_API_KEY: "key" }
      for (const [words, more, said] of [
        ["live stocks.trades AAPL", {}, "--live-url or MARKET_DATA_LIVE_URL"],
        ["live stocks.trades AAPL --speed 2", {}, "--speed is for --sandbox"],
        ["live stocks.trades AAPL --live-url http://a.example.com", {}, "--live-url: the URL must be"],
        ["live stocks.trades AAPL", { MARKET_DATA_LIVE_URL: "a.example.com" }, "MARKET_DATA_LIVE_URL: the URL must be"],
      ] as const) {
        const { code, err } = yield* run(words, [], { variables: { ...variables, ...more } })
        assert.strictEqual(code, 2, words)
        assert.include(err, said)
      }
    }),
  )
})
