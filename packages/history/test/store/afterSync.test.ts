import { dayMillis, midnight } from "@candela/market/TimeZone"
import { MissingError, SqlError, Store } from "@candela/history"
import { Stocks } from "@candela/stocks"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream, TestClock } from "effect"
import pl from "nodejs-polars"
import { bar, days, service, stocks, supply } from "./support.js"

const at = (date: string) => midnight("America/New_York", date)

const history = days("2024-01-01", "2024-06-03").map((day) => bar(day, 100))

const split = { ticker: "aapl", execution_date: "2024-03-01", split_from: 1, split_to: 4 }
const dividend = {
  ticker: "aapl",
  ex_dividend_date: "2024-02-01",
  cash_amount: 1,
  historical_adjustment_factor: 0.99,
}

const range = { from: "2024-01-01", to: "2024-06-03" }

const environment = (folder: string) =>
  Layer.mergeAll(
    service(
      supply({
        bars: () => history,
        splits: (ticker) => (ticker === split.ticker ? [split] : []),
        dividends: (ticker) => (ticker === dividend.ticker ? [dividend] : []),
        ratios: () => [{ ticker: "AAPL", date: "2024-05-31", price: 190.5 }],
      }),
    ),
    Layer.provideMerge(Store.layer(folder), NodeContext.layer),
  )

/** A store that was synced on Monday, the 3rd of June 2024. */
const synced = <A, E, R>(use: (store: Store.Service) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "candela-history-" })
    return yield* Effect.gen(function* () {
      yield* TestClock.setTime(at("2024-06-03") + dayMillis / 2)
      const store = yield* Store
      yield* store.sync(stocks(["AAPL", "aapl"]), range)
      return yield* use(store)
    }).pipe(Effect.provide(environment(folder)))
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer))

const rows = <A, E>(stream: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

describe("a store that was synced", () => {
  it.effect("is whole up to this day, and misses the days after it when they have settled", () =>
    synced((store) =>
      Effect.gen(function* () {
        const universe = stocks(["AAPL", "aapl"])
        const read = yield* rows(store.read(universe, range, { adjust: "both" }))
        assert.lengthOf(read, 2 * history.length)
        assert.deepStrictEqual(
          ["2024-01-31", "2024-02-01", "2024-03-01"].map(
            (day) => read.find(({ ticker, timestamp }) => ticker === "aapl" && timestamp === at(day))!.open,
          ),
          [24.75, 25, 100],
        )
        assert.strictEqual(read[0]!.open, 100)
        yield* TestClock.adjust("3 days")
        const error = yield* Effect.flip(rows(store.read(universe, { from: "2024-06-03", to: "2024-06-06" })))
        assert.instanceOf(error, MissingError)
        assert.deepStrictEqual([error.from, error.to], ["2024-06-04", "2024-06-04"])
        // It has no bars of the 4th, and knows it when a second answer, a day later, agrees.
        const later = { from: "2024-01-01", to: "2024-06-06" }
        const { doubtful } = yield* store.sync(universe, later)
        assert.deepStrictEqual(
          doubtful.map(({ days, ticker }) => [ticker, ...days]),
          [
            ["AAPL", "2024-06-04"],
            ["aapl", "2024-06-04"],
          ],
        )
        assert.instanceOf(yield* Effect.flip(rows(store.read(universe, later))), MissingError)
        yield* TestClock.adjust("1 day")
        const { doubts } = yield* store.sync(universe, { ...later, to: "2024-06-04" })
        assert.deepStrictEqual(
          doubts.map(({ reason }) => reason),
          ["absent", "absent"],
        )
        assert.lengthOf(yield* rows(store.read(universe, { from: "2024-06-03", to: "2024-06-04" })), 2)
      }),
    ),
  )

  it.effect("answers queries by the same bars, adjusted or not", () =>
    synced((store) =>
      Effect.gen(function* () {
        const query = "SELECT * FROM bars_adjusted_dividends WHERE ticker = 'aapl' ORDER BY timestamp"
        const read = yield* rows(store.read(stocks(["aapl"]), range, { adjust: "both" }))
        const same = { market: "stocks", timespan: "1day", vwap: null, transactions: null, otc: null }
        assert.deepStrictEqual(
          yield* store.sql(query),
          read.map((row) => ({ ...same, ...row })),
        )
        assert.deepStrictEqual(
          yield* store.sql("SELECT count(*) AS rows FROM bars WHERE ticker = $1", ["aapl"], { asOf: "2024-01-31" }),
          [{ rows: 31 }],
        )
        const sql = yield* store.connect()
        const { columns } = yield* sql.columns(query)
        assert.deepStrictEqual(
          [...columns["open"]!],
          read.map(({ open }) => open),
        )
        assert.deepStrictEqual(
          [...columns["timestamp"]!],
          read.map(({ timestamp }) => timestamp),
        )
        assert.instanceOf(yield* Effect.flip(store.sql("DROP VIEW bars")), SqlError)
      }),
    ),
  )

  it.effect("is a table of Arrow that Polars reads", () =>
    synced((store) =>
      Effect.gen(function* () {
        const parts = yield* rows(store.arrow(stocks(["AAPL", "aapl"]), range, { adjust: "splits", order: "time" }))
        const frame = pl.readIPCStream(Buffer.concat(parts))
        const read = yield* rows(store.read(stocks(["AAPL", "aapl"]), range, { adjust: "splits", order: "time" }))
        assert.deepStrictEqual(
          frame.select("ticker", "open", "volume").rows(),
          read.map(({ open, ticker, volume }) => [ticker, open, volume]),
        )
      }),
    ),
  )

  it.effect("shows the lists that it keeps by day, with the day and the name of each", () =>
    synced((store) =>
      Effect.gen(function* () {
        yield* store.keep(Stocks.endpoints.ratios, {})
        yield* TestClock.adjust("1 day")
        yield* store.keep(Stocks.endpoints.ratios, {})
        yield* store.keep(Stocks.endpoints.ratios, { ticker: "AAPL" }, { name: "only apple" })
        assert.deepStrictEqual(
          yield* store.sql(
            'SELECT kept_on, kept_as, ticker, price FROM "stocks.ratios" ORDER BY kept_on, kept_as NULLS FIRST',
          ),
          [
            { kept_on: "2024-06-03", kept_as: null, ticker: "AAPL", price: 190.5 },
            { kept_on: "2024-06-04", kept_as: null, ticker: "AAPL", price: 190.5 },
            { kept_on: "2024-06-04", kept_as: "only apple", ticker: "AAPL", price: 190.5 },
          ],
        )
        assert.deepStrictEqual(
          yield* store.sql('SELECT DISTINCT kept_on FROM "stocks.ratios"', [], { asOf: "2024-06-03" }),
          [{ kept_on: "2024-06-03" }],
        )
      }),
    ),
  )
})
