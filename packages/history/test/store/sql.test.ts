import type { Bar } from "@candela/market/Bar"
import type { Dividend } from "@candela/stocks/Dividends"
import type { Split } from "@candela/stocks/Splits"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, FastCheck, TestClock } from "effect"
import { runs, seeded } from "@candela/support/seeded"
import * as Adjust from "../../src/Adjust.js"
import * as Sql from "../../src/Sql.js"
import { bar, folder, type History, write } from "./fixture.js"

const odd = ["123", "NULL", "2024-01-01", "X:BTCUSD", "BRK.B", "aapl", "AAPL"]

const storeOf = (histories: ReadonlyArray<History>) =>
  Effect.gen(function* () {
    const root = yield* folder
    yield* write(root, histories)
    return root
  })

/** A bar as a row of the view. */
const rowOf = (bar: Bar, ticker: string, market = "stocks", timespan = "1minute") => ({
  market,
  timespan,
  ticker,
  ...{ vwap: null, transactions: null, otc: null },
  ...bar,
})

const day = FastCheck.integer({ min: 0, max: 60 }).map((days) =>
  new Date(Date.UTC(2024, 0, 2 + days)).toISOString().slice(0, 10),
)

const split = (ticker: string): FastCheck.Arbitrary<Split> =>
  FastCheck.record({
    ticker: FastCheck.constant(ticker),
    execution_date: day,
    split_from: FastCheck.integer({ min: 1, max: 7 }),
    split_to: FastCheck.integer({ min: 1, max: 7 }),
  })

const dividend = (ticker: string): FastCheck.Arbitrary<Dividend> =>
  FastCheck.record({
    ticker: FastCheck.constant(ticker),
    ex_dividend_date: day,
    historical_adjustment_factor: FastCheck.double({ min: 0.5, max: 1, noNaN: true }),
  })

const actions = (ticker: string) =>
  FastCheck.record({
    splits: FastCheck.array(split(ticker), { maxLength: 4 }),
    dividends: FastCheck.array(dividend(ticker), { maxLength: 4 }),
  })

layer(NodeContext.layer)("the views", (it) => {
  it.scoped("have the bars of every ticker, as they were", () =>
    Effect.gen(function* () {
      const bars = [bar("2024-03-01T15:00:00Z", 11, { otc: true })]
      const sql = yield* Sql.open(yield* storeOf(odd.map((ticker) => ({ ticker, bars }))))
      for (const ticker of odd) {
        const rows = yield* sql.rows("SELECT * FROM bars WHERE ticker = $ticker", { ticker })
        assert.deepStrictEqual(
          rows,
          bars.map((bar) => rowOf(bar, ticker)),
        )
      }
    }),
  )

  it.scoped("keep a ticker as text where it is alone", () =>
    Effect.gen(function* () {
      for (const ticker of ["123", "2024-01-01", "INF", "TRUE"]) {
        const root = yield* storeOf([{ ticker, bars: [bar("2024-03-01T15:00:00Z")] }])
        const sql = yield* Sql.open(root)
        assert.deepStrictEqual(yield* sql.rows("SELECT ticker, typeof(ticker) AS type FROM bars"), [
          { ticker, type: "VARCHAR" },
        ])
      }
    }),
  )

  it.scoped("tell markets and timespans apart", () =>
    Effect.gen(function* () {
      const bars = [bar("2024-03-01T15:00:00Z")]
      const root = yield* storeOf([
        { ticker: "AAPL", bars },
        { ticker: "AAPL", timespan: "day", bars },
        { ticker: "X:BTCUSD", market: "crypto", bars },
      ])
      const sql = yield* Sql.open(root)
      assert.deepStrictEqual(yield* sql.rows("FROM bars ORDER BY ALL"), [
        rowOf(bars[0]!, "X:BTCUSD", "crypto"),
        rowOf(bars[0]!, "AAPL", "stocks", "1day"),
        rowOf(bars[0]!, "AAPL"),
      ])
    }),
  )

  it.scoped("adjust no windows of more than a day, and no coins", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2024-06-03T18:00:00Z"))
      const bars = [bar("2024-03-03T05:00:00Z")]
      const splits = [{ ticker: "AAPL", execution_date: "2024-03-05", split_from: 1, split_to: 4 }]
      const root = yield* storeOf([
        { ticker: "AAPL", bars, splits },
        { ticker: "AAPL", timespan: "week", bars, splits },
        { ticker: "X:BTCUSD", market: "crypto", timespan: "week", bars },
      ])
      const sql = yield* Sql.open(root)
      assert.deepStrictEqual(yield* sql.rows("SELECT ticker, timespan, open FROM bars_adjusted ORDER BY ALL"), [
        { ticker: "AAPL", timespan: "1minute", open: 25 },
        { ticker: "X:BTCUSD", timespan: "1week", open: 100 },
      ])
    }),
  )

  it.scoped("are listed before a query names them, and nothing else is", () =>
    Effect.gen(function* () {
      const root = yield* storeOf([{ ticker: "AAPL", bars: [bar("2024-03-01T15:00:00Z")] }])
      for (const listing of [
        "SHOW TABLES",
        "SHOW ALL TABLES",
        "SELECT table_name AS name FROM information_schema.tables",
      ]) {
        const sql = yield* Sql.open(root)
        const names = (yield* sql.rows(listing)).map(({ name }) => name)
        assert.sameMembers(names, [
          ...["bars", "bars_adjusted", "bars_adjusted_dividends", "dividends", "sessions", "splits"],
        ])
      }
      assert.lengthOf(yield* (yield* Sql.open(root)).rows("FROM bars"), 1)
    }),
  )

  it.scoped("are there in an empty store, with the same columns", () =>
    Effect.gen(function* () {
      const [apple] = FastCheck.sample(FastCheck.record({ split: split("AAPL"), dividend: dividend("AAPL") }), {
        seed: seeded.fastCheck.seed,
        numRuns: 1,
      })
      const { dividend: paid, split: made } = apple!
      const full = yield* Sql.open(
        yield* storeOf([{ ticker: "AAPL", bars: [bar("2024-03-01T15:00:00Z")], splits: [made], dividends: [paid] }]),
      )
      const empty = yield* Sql.open(`${yield* folder}/never synced`)
      for (const view of ["bars", "bars_adjusted", "bars_adjusted_dividends", "splits", "dividends"]) {
        const types = `SELECT column_name, column_type FROM (DESCRIBE ${view})`
        assert.deepStrictEqual(yield* empty.rows(types), yield* full.rows(types))
        assert.deepStrictEqual(yield* empty.rows(`FROM ${view}`), [])
        assert.lengthOf(yield* full.rows(`FROM ${view}`), 1)
      }
    }),
  )

  it.scoped("adjust to the last bit as Adjust does, as of any day", () =>
    Effect.gen(function* () {
      const cases = FastCheck.record({
        AAPL: actions("AAPL"),
        aapl: actions("aapl"),
        asOf: FastCheck.option(day, { nil: undefined }),
      })
      const bars = Array.from({ length: 70 }, (_, days) =>
        bar(Date.UTC(2024, 0, 1 + days, 15), 50.1 + days / 7, days % 3 === 0 ? { volume: days + 0.5 } : {}),
      )
      const tickers = ["AAPL", "aapl"] as const
      for (const { asOf, ...actions } of FastCheck.sample(cases, { seed: seeded.fastCheck.seed, numRuns: runs(12) })) {
        const root = yield* storeOf(tickers.map((ticker) => ({ ticker, bars, ...actions[ticker] })))
        const sql = yield* Sql.open(root, { asOf })
        const seen = bars.filter(({ timestamp }) => asOf === undefined || timestamp < Date.parse(`${asOf}T23:00:00Z`))
        const expected = (by: "splits" | "both") =>
          tickers.flatMap((ticker) => {
            const { dividends, splits } = actions[ticker]
            const adjustment = Adjust.both({ splits, dividends: by === "both" ? dividends : [] }, { asOf })
            return Adjust.bars(seen, adjustment).map((bar) => rowOf(bar, ticker))
          })
        const order = "ORDER BY ticker, timestamp"
        assert.deepStrictEqual(
          yield* sql.rows(`FROM bars ${order}`),
          tickers.flatMap((ticker) => seen.map((bar) => rowOf(bar, ticker))),
        )
        assert.deepStrictEqual(yield* sql.rows(`FROM bars_adjusted ${order}`), expected("splits"))
        assert.deepStrictEqual(yield* sql.rows(`FROM bars_adjusted_dividends ${order}`), expected("both"))
      }
    }),
  )

  it.scoped("have the splits and dividends, as of a day those until then", () =>
    Effect.gen(function* () {
      const made = (date: string): Split => ({ ticker: "AAPL", execution_date: date, split_from: 1, split_to: 4 })
      const paid = (date: string): Dividend => ({ ticker: "AAPL", ex_dividend_date: date, cash_amount: 0.24 })
      const root = yield* storeOf([
        {
          ticker: "AAPL",
          bars: [],
          splits: [made("2020-08-31"), made("2024-03-05")],
          dividends: [paid("2024-02-09"), paid("2024-03-05"), paid("2024-05-10")],
        },
      ])
      const of = (options: Sql.Options) =>
        Effect.flatMap(Sql.open(root, options), (sql) =>
          Effect.all([
            sql.rows("SELECT execution_date AS date FROM splits ORDER BY ALL"),
            sql.rows("SELECT ex_dividend_date AS date, cash_amount FROM dividends ORDER BY ALL"),
          ]),
        )
      const [splits, dividends] = yield* of({})
      assert.deepStrictEqual(
        splits.map(({ date }) => date),
        ["2020-08-31", "2024-03-05"],
      )
      assert.deepStrictEqual(dividends[0], { date: "2024-02-09", cash_amount: 0.24 })
      assert.lengthOf(dividends, 3)
      assert.deepStrictEqual(
        (yield* of({ asOf: "2024-03-05" })).map(({ length }) => length),
        [2, 2],
      )
      assert.deepStrictEqual(
        (yield* of({ asOf: "2024-03-04" })).map(({ length }) => length),
        [1, 1],
      )
      const error = yield* Effect.flip(of({ asOf: "yesterday" }))
      assert.include(error.message, "which is not a day")
    }),
  )

  it.scoped("show as of a day no window that was not over", () =>
    Effect.gen(function* () {
      const bars = [bar("2024-03-03T05:00:00Z"), bar("2024-03-10T05:00:00Z")]
      const root = yield* storeOf([{ ticker: "AAPL", timespan: "week", bars }])
      const count = (asOf: string) =>
        Effect.flatMap(Sql.open(root, { asOf }), (sql) => sql.rows("SELECT count(*) AS rows FROM bars"))
      assert.deepStrictEqual(yield* count("2024-03-15"), [{ rows: 1 }])
      assert.deepStrictEqual(yield* count("2024-03-16"), [{ rows: 2 }])
    }),
  )
})

layer(NodeContext.layer)("the files", (it) => {
  const at = "bars/market=stocks/timespan=1minute/ticker=AAPL"

  it.scoped("are those of the manifests: what is being written, or was replaced, is not among them", () =>
    Effect.gen(function* () {
      const root = yield* storeOf([{ ticker: "AAPL", bars: [bar("2024-03-01T15:00:00Z")] }])
      const fs = yield* FileSystem.FileSystem
      const [name] = (yield* fs.readDirectory(`${root}/${at}`)).filter((name) => name.endsWith(".parquet"))
      yield* fs.copyFile(`${root}/${at}/${name}`, `${root}/${at}/2024-03.00000000.parquet`)
      yield* fs.writeFileString(`${root}/${at}/2024-04.00000000.parquet`, "half of")
      const sql = yield* Sql.open(root)
      assert.deepStrictEqual(yield* sql.rows("SELECT count(*) AS rows FROM bars"), [{ rows: 1 }])
    }),
  )

  it.scoped("may be replaced by a sync between two queries", () =>
    Effect.gen(function* () {
      const bars = [bar("2024-03-01T15:00:00Z"), bar("2024-03-04T15:00:00Z")]
      const root = yield* storeOf([{ ticker: "AAPL", bars: bars.slice(0, 1) }])
      const sql = yield* Sql.open(root)
      const count = "SELECT count(*) AS rows, sum(open) AS sum FROM bars"
      assert.deepStrictEqual(yield* sql.rows(count), [{ rows: 1, sum: 100 }])
      yield* write(root, [{ ticker: "AAPL", bars }])
      assert.deepStrictEqual(yield* sql.rows(count), [{ rows: 2, sum: 200 }])
      yield* write(root, [{ ticker: "AAPL", bars: bars.slice(1) }])
      assert.strictEqual((yield* sql.columns(count)).columns["rows"]![0], 1n)
    }),
  )

  it.scoped("may lie in a folder of any name", () =>
    Effect.gen(function* () {
      const root = `${yield* folder}/it's *[one] x=1 {ö}`
      yield* write(root, [{ ticker: "aapl", bars: [bar("2024-03-01T15:00:00Z")] }])
      const sql = yield* Sql.open(root)
      assert.deepStrictEqual(yield* sql.rows("FROM bars"), [rowOf(bar("2024-03-01T15:00:00Z"), "aapl")])
    }),
  )

  it.scoped("cannot be read with a damaged manifest, which is named", () =>
    Effect.gen(function* () {
      const root = yield* storeOf([{ ticker: "AAPL", bars: [bar("2024-03-01T15:00:00Z")] }])
      const fs = yield* FileSystem.FileSystem
      yield* fs.writeFileString(`${root}/${at}/_manifest.json`, "{}")
      const error = yield* Effect.flip((yield* Sql.open(root)).rows("FROM bars"))
      assert(error._tag === "StoreError")
      assert.strictEqual(error.reason, "manifest")
      assert.include(error.path, at)
    }),
  )
})
