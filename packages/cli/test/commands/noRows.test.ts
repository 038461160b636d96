import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { localService } from "./localService.js"
import { makeFolder } from "./run.js"

/** A service without rows. */
const service = localService((_, response) => {
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ status: "OK", request_id: "r", queryCount: 0, resultsCount: 0, count: 0 }))
})

describe("a command without rows", () => {
  it.scopedLive("says why where nothing can be right, on standard error, and succeeds", () =>
    Effect.gen(function* () {
      const { run } = yield* makeFolder
      const { url } = yield* service
      const told = (ticker: string, from = "2025-06-02", to = "2025-06-13") =>
        Effect.map(
          run(
            `stocks bars ${ticker} --multiplier 1 --timespan day --from ${from} --to ${to} --adjusted false --url ${url}`,
            [],
            { variables: { MARKET_DATA_API_KEY: "a-key-of-a-test" } },
          ),
          ({ code, err, out }) => {
            assert.deepStrictEqual([code, out], [0, ""], err)
            assert.include(err, "No rows.\n")
            return err
          },
        )
      assert.match(yield* told("AAPL"), /^warn: stocks.bars: no rows. The market was open on 2025-06-02.*\nNo rows.\n$/)
      assert.include(yield* told("aapl"), `warn: stocks.bars: no rows. "stocksTicker" is "aapl": tickers are`)
      assert.include(yield* told("BRK-B"), "is BRK.B meant?")
      assert.include(yield* told("AAPL", "2025-06-28", "2025-06-29"), "weekend or holidays")
      assert.include(yield* told("AAPL", "2099-01-05", "2099-01-09"), "in the future")
    }),
  )

  it.scopedLive("says by which filters a range is given", () =>
    Effect.gen(function* () {
      const { run } = yield* makeFolder
      const keep = yield* run("history keep economy treasury-yields --from 2025-01-01 --sandbox")
      assert.deepStrictEqual([keep.code, keep.out], [2, ""])
      assert.include(keep.err, "history keep economy treasury-yields has no option --from. Write --date.gte.\n")
      const { err } = yield* run("futures contracts --to 2025-06-27 --sandbox")
      assert.match(err, / Write --[\w.]+\.lte(, --[\w.]+\.lte)* or --[\w.]+\.lte\.\n/)
    }),
  )

  it.scopedLive("says where the direction of a list is given", () =>
    Effect.gen(function* () {
      const { run } = yield* makeFolder
      const quotes = yield* run("stocks quotes AAPL --sort timestamp.asc --sandbox")
      assert.include(quotes.err, 'must be one of "timestamp", with the direction in an option of its own, --order asc;')
      const dividends = yield* run("stocks dividends --order desc --sandbox")
      assert.include(dividends.err, "has no option --order. Write it after the column: --sort COLUMN.desc.")
      assert.deepStrictEqual([quotes.code, dividends.code], [2, 2])
    }),
  )

  it.scopedLive("names the method of another market's ticker", () =>
    Effect.gen(function* () {
      const { run } = yield* makeFolder
      const line = "stocks bars O:SPY251219C00650000 --multiplier 1 --timespan day --from 2025-06-02 --to 2025-06-13"
      const { code, err } = yield* run(`${line} --url http://127.0.0.1:1`)
      assert.strictEqual(code, 2)
      assert.include(err, "their bars are candela options bars)")
      assert.notInclude(err, "prefix")
    }),
  )
})
