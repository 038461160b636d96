import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeFolder } from "./run.js"

/** Minutes of the sandbox's last day, as fast as they are taken. */
const line = "live stocks.minuteBars AAPL --sandbox --speed asap"

const rowsIn = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text) as { readonly ticker: string; readonly timestamp: number; readonly close: number })

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

  it.scoped(
    "begins with the settled rows of a store, requests only what is after them, and goes over to live rows",
    () =>
      Effect.gen(function* () {
        const { fs, path, run } = yield* makeFolder
        const synced = "--tickers AAPL --timespan minute --from 2025-06-25 --to 2025-06-27"
        assert.strictEqual((yield* run(`history sync --store @data ${synced} --sandbox`)).code, 0)
        const { code, err, out } = yield* run(`${line} --follow 2025-06-25 --store @data --limit 2300 --verbose`)
        assert.strictEqual(code, 0, err)
        const stored = yield* run(`history read --store @data ${synced} --columns ticker,timestamp,close --sandbox`)
        const expected = rowsIn(stored.out)
        const rows = rowsIn(out)
        assert.isAbove(expected.length, 2000)
        assert.isAbove(rows.at(-1)!.timestamp, Date.parse("2025-06-30T13:30:00Z"))
        assert.deepStrictEqual(
          rows.slice(0, expected.length).map(({ close, ticker, timestamp }) => ({ ticker, timestamp, close })),
          expected,
        )
        const asked = [...err.matchAll(/\/minute\/(\d{13})\//g)].map(([, from]) => Number(from))
        assert.isNotEmpty(asked)
        assert.isAtLeast(Math.min(...asked), Date.parse("2025-06-27T20:00:00Z"), "what has settled is requested")
        // Its file is not written.
        assert.notInclude((yield* fs.readDirectory(path("data"), { recursive: true })).join(), "2025-06-30")
      }),
  )

  it.scoped("says what is wrong with a store before it connects", () =>
    Effect.gen(function* () {
      const { fs, path, run } = yield* makeFolder
      const followed = "--speed asap --sandbox --follow 2025-06-25 --store"
      yield* run(
        "history sync --store @data --tickers AAPL --timespan minute --from 2025-06-26 --to 2025-06-26 --sandbox",
      )
      for (const [words, said] of [
        ["live stocks.minuteBars AAPL --sandbox --store @data", "--store needs --follow DATE"],
        [`live stocks.minuteBars AAPL ${followed} @none`, `There is no history in ${path("none")}. Fill it first`],
        [`live stocks.minuteBars AAPL ${followed} https://data`, "--store is a folder, or s3://bucket/prefix"],
        [`live indices.minuteBars I:SPX ${followed} @data`, "No store holds the rows of indices.minuteBars"],
        [
          `live stocks.minuteBars MSFT AAPL ${followed} @data`,
          `has no rows of stocks.minuteBars of MSFT. Fetch them first: candela history sync --store ${path("data")} --timespan minute --tickers MSFT --from 2025-06-25; or leave --store out`,
        ],
        [
          `live stocks.trades AAPL ${followed} @data`,
          `Fetch them first: candela history keep stocks trades AAPL --store ${path("data")} --from 2025-06-25;`,
        ],
      ] as const) {
        const { code, err, out } = yield* run(words)
        assert.deepStrictEqual([code, out], [2, ""], words)
        assert.include(err.replaceAll(/\s+/g, " "), said)
      }
      const [file] = (yield* fs.readDirectory(path("data"), { recursive: true })).filter((name) =>
        /minute.*\.parquet$/.test(name),
      )
      yield* fs.writeFileString(path("data", file!), "no Parquet")
      const early = yield* run(`live stocks.minuteBars AAPL ${followed} @data --limit 1`)
      assert.strictEqual(early.code, 0)
      assert.include(early.err, "has no settled rows from 2025-06-25 on of AAPL: they are requested. To store them:")
      const damaged = yield* run(`live stocks.minuteBars AAPL ${followed.replace("25 ", "26 ")} @data --limit 1`)
      assert.deepStrictEqual([damaged.code, rowsIn(damaged.out).length], [0, 1])
      assert.include(damaged.err, "has no settled rows from 2025-06-26 on of AAPL: they are requested")
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
