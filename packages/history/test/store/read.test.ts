import * as Arrow from "@candela/files/Arrow"
import { FileError } from "@candela/files/FileError"
import type { Bar } from "@candela/market/Bar"
import { midnight } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks"
import type { Split } from "@candela/stocks/Splits"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Stream, TestClock } from "effect"
import { runs, seeded } from "@candela/support/seeded"
import * as Adjust from "../../src/Adjust.js"
import type { Format } from "../../src/internal/store/layout/format.js"
import * as Folder from "../../src/internal/store/commit/folder.js"
import { parquet } from "../../src/internal/store/partition/parquet.js"
import * as Service from "../../src/internal/store/service.js"
import * as Sessions from "../../src/Sessions.js"
import type { Store } from "../../src/Store.js"
import { type TickerBar, withTicker } from "../../src/TickerBar.js"
import { bar, folder, type History, universe, write } from "./fixture.js"
import { lines } from "./support.js"

const odd = ["123", "NULL", "2024-01-01", "X:BTCUSD", "BRK.B", "aapl", "AAPL"]

/**
 * The store in a folder, on Monday, the 3rd of June 2024. Lines of JSON are enough for what does
 * not depend on the format.
 */
const open = (root: string, format: Format = lines) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2024-06-03T18:00:00Z"))
    const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
    return Service.make({ ...Folder.make({ fs, path, root }), format })
  })

/** A store of these histories. */
const storeOf = (histories: ReadonlyArray<History>, format: Format = lines) =>
  Effect.gen(function* () {
    const root = yield* folder
    yield* write(root, histories, format)
    return yield* open(root, format)
  })

const all = <A, E>(stream: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

const spring = { from: "2024-02-01", to: "2024-03-31" }

/** A bar for each day at 10:00 New York, in winter. */
const daily = (...days: ReadonlyArray<string>) => days.map((day, index) => bar(`${day}T15:00:00Z`, 100 + index))

const withTickers = (ticker: string, bars: ReadonlyArray<Bar>): ReadonlyArray<TickerBar> =>
  bars.map((bar) => ({ ...bar, ticker }))

layer(NodeContext.layer)("reading a store", (it) => {
  it.scoped("gives the bars of each ticker, whatever its letters", () =>
    Effect.gen(function* () {
      const bars = [bar("2024-02-29T15:00:00Z", 10), bar("2024-03-01T15:00:00Z", 11, { otc: true })]
      const store = yield* storeOf(
        odd.map((ticker) => ({ ticker, bars })),
        parquet(),
      )
      assert.deepStrictEqual(
        yield* all(store.read(universe({}, odd), spring)),
        odd.flatMap((ticker) => withTickers(ticker, bars)),
      )
    }),
  )

  it.scoped("gives only the wanted columns, with time and ticker", () =>
    Effect.gen(function* () {
      const bars = daily("2024-03-01", "2024-03-04")
      const store = yield* storeOf([{ ticker: "AAPL", bars }], parquet())
      const [chunk] = yield* all(store.columns(universe({}, ["AAPL"]), spring, { columns: ["close"] }))
      assert.deepStrictEqual(Object.keys(chunk!.columns).sort(), ["close", "ticker", "timestamp"])
      const close: Float64Array = chunk!.columns.close
      assert.deepStrictEqual([...close], [100.1, 101.1])
      // @ts-expect-error -- it was not read
      assert.isUndefined(chunk!.columns.open)
      assert.deepStrictEqual(chunk!.toRows(), [
        { ticker: "AAPL", timestamp: bars[0]!.timestamp, close: 100.1 },
        { ticker: "AAPL", timestamp: bars[1]!.timestamp, close: 101.1 },
      ])
    }),
  )

  it.scoped("merges tickers by time, those of one instant in their order", () =>
    Effect.gen(function* () {
      const instants = FastCheck.uniqueArray(FastCheck.integer({ min: 0, max: 40 }), { maxLength: 20 }).map((minutes) =>
        // Either side of a month's end, so that a ticker has rows in one file, in two or in none.
        minutes.sort((a, b) => a - b).map((minute) => bar(Date.parse("2024-03-01T04:40:00Z") + minute * 60_000)),
      )
      const samples = FastCheck.sample(FastCheck.array(instants, { minLength: 1, maxLength: 5 }), {
        seed: seeded.fastCheck.seed,
        numRuns: runs(24),
      })
      for (const histories of samples) {
        const tickers = histories.map((_, index) => `T${9 - index}`)
        const store = yield* storeOf(histories.map((bars, index) => ({ ticker: tickers[index]!, bars })))
        const merged = yield* all(store.read(universe({}, tickers), spring, { order: "time" }))
        const expected = histories
          .flatMap((bars, index) => withTickers(tickers[index]!, bars))
          .sort((one, other) => one.timestamp - other.timestamp)
        assert.deepStrictEqual(merged, expected)
      }
    }),
  )

  it.scoped("merges in chunks of some thousand rows", () =>
    Effect.gen(function* () {
      const bars = Array.from({ length: 5000 }, (_, minute) =>
        bar(Date.parse("2024-03-04T00:00:00-05:00") + minute * 60_000),
      )
      const store = yield* storeOf([
        { ticker: "A", bars },
        { ticker: "B", bars },
      ])
      const chunks = yield* all(store.columns(universe({}, ["A", "B"]), spring, { order: "time" }))
      assert.deepStrictEqual(
        chunks.map(({ length }) => length),
        [8192, 1808],
      )
      assert.deepStrictEqual(chunks[0]!.columns.ticker.slice(0, 4), ["A", "B", "A", "B"])
    }),
  )

  it.scoped("cuts files at the ends of the range", () =>
    Effect.gen(function* () {
      const bars = daily("2024-02-28", "2024-02-29", "2024-03-01", "2024-03-04")
      const store = yield* storeOf([{ ticker: "AAPL", bars }])
      const read = (from: string | number, to: string | number) =>
        Effect.map(all(store.read(universe({}, ["AAPL"]), { from, to })), (rows) => rows.map(({ open }) => open))
      assert.deepStrictEqual(yield* read("2024-02-29", "2024-03-01"), [101, 102])
      assert.deepStrictEqual(yield* read(bars[1]!.timestamp, bars[2]!.timestamp), [101, 102])
      assert.deepStrictEqual(yield* read(bars[1]!.timestamp + 1, bars[2]!.timestamp - 1), [])
      assert.deepStrictEqual(yield* read("2024-04-01", "2024-04-30"), [])
      assert.include((yield* Effect.flip(read("2024-04-30", "2024-04-01"))).message, "the first one first")
    }),
  )

  it.scoped("adjusts as Adjust does, as of any day", () =>
    Effect.gen(function* () {
      const day = FastCheck.integer({ min: 0, max: 90 }).map((days) =>
        new Date(Date.UTC(2024, 0, 2 + days)).toISOString().slice(0, 10),
      )
      const splits = FastCheck.array(
        FastCheck.record({
          execution_date: day,
          split_from: FastCheck.integer({ min: 1, max: 5 }),
          split_to: FastCheck.integer({ min: 1, max: 5 }),
        }).map((split): Split => ({ ...split, ticker: "AAPL" })),
        { maxLength: 4 },
      )
      const dividends = FastCheck.array(
        FastCheck.record({
          ticker: FastCheck.constant("AAPL"),
          ex_dividend_date: day,
          historical_adjustment_factor: FastCheck.double({ min: 0.5, max: 1, noNaN: true }),
        }),
        { maxLength: 4 },
      )
      const cases = FastCheck.record({
        splits,
        dividends,
        adjust: FastCheck.constantFrom<Adjust.By>("splits", "dividends", "both"),
        asOf: FastCheck.option(day, { nil: undefined }),
      })
      const bars = Array.from({ length: 95 }, (_, days) => bar(Date.UTC(2024, 0, 1 + days, 15), 50 + days))
      for (const { adjust, asOf, ...actions } of FastCheck.sample(cases, {
        seed: seeded.fastCheck.seed,
        numRuns: runs(40),
      })) {
        const store = yield* storeOf([{ ticker: "AAPL", bars, ...actions }])
        const read = yield* all(
          store.read(universe({}, ["AAPL"]), { from: "2024-01-01", to: "2024-05-31" }, { adjust, asOf }),
        )
        const { dividends, splits } = actions
        const adjustment = Adjust.both(
          { splits: adjust === "dividends" ? [] : splits, dividends: adjust === "splits" ? [] : dividends },
          { asOf },
        )
        const seen = bars.filter(({ timestamp }) => asOf === undefined || timestamp < Date.parse(`${asOf}T23:00:00Z`))
        assert.deepStrictEqual(read, withTickers("AAPL", Adjust.bars(seen, adjustment)))
      }
    }),
  )

  it.scoped("shows as of a day what a store of that day showed", () =>
    Effect.gen(function* () {
      const split = (date: string): Split => ({ ticker: "AAPL", execution_date: date, split_from: 1, split_to: 4 })
      const bars = daily("2024-02-28", "2024-02-29", "2024-03-01", "2024-03-04")
      const then = yield* storeOf([{ ticker: "AAPL", bars: bars.slice(0, 3), splits: [split("2024-02-29")] }])
      const now = yield* storeOf([{ ticker: "AAPL", bars, splits: [split("2024-02-29"), split("2024-03-04")] }])
      const read = (store: Store.Service, options: Store.ReadOptions) =>
        all(store.read(universe({}, ["AAPL"]), spring, { adjust: "splits", ...options }))
      const seen = yield* read(then, {})
      assert.deepStrictEqual(
        seen.map(({ open }) => open),
        [25, 101, 102],
      )
      assert.deepStrictEqual(yield* read(now, { asOf: "2024-03-01" }), seen)
      assert.deepStrictEqual(yield* read(now, { asOf: new Date("2024-03-01T23:59:59Z") }), seen)
      assert.deepStrictEqual(
        (yield* read(now, {})).map(({ open }) => open),
        [6.25, 25.25, 25.5, 103],
      )
    }),
  )

  it.scoped("shows as of a day no window that was not over", () =>
    Effect.gen(function* () {
      const bars = [bar("2024-03-03T05:00:00Z"), bar("2024-03-10T05:00:00Z")]
      const week = { timespan: "week" } as const
      const store = yield* storeOf([{ ticker: "AAPL", ...week, bars }])
      const read = (asOf: string) => all(store.read(universe(week, ["AAPL"]), spring, { asOf }))
      assert.lengthOf(yield* read("2024-03-15"), 1)
      assert.lengthOf(yield* read("2024-03-16"), 2)
    }),
  )

  it.scoped("gives the bars of sessions", () =>
    Effect.gen(function* () {
      // The 3rd of July 2023 closed at 13:00.
      const bars = Array.from({ length: 94 }, (_, quarter) =>
        bar(Date.parse("2023-07-03T04:15:00Z") + quarter * 900_000),
      )
      const store = yield* storeOf([{ ticker: "AAPL", bars }])
      const parts = ["preMarket", "regular", "afterHours", ["preMarket", "regular"]] as const
      for (const session of parts) {
        const read = yield* all(
          store.read(universe({}, ["AAPL"]), { from: "2023-07-03", to: "2023-07-03" }, { session }),
        )
        assert.deepStrictEqual(read, withTickers("AAPL", yield* all(Sessions.only(session)(Stream.fromIterable(bars)))))
        assert.isNotEmpty(read)
      }
    }),
  )

  it.scoped("refuses to adjust what cannot be adjusted", () =>
    Effect.gen(function* () {
      const week = { timespan: "week" } as const
      const coins = { market: "crypto" } as const
      const store = yield* storeOf([
        { ticker: "AAPL", ...week, bars: [bar("2024-03-03T05:00:00Z")] },
        { ticker: "X:BTCUSD", ...coins, bars: daily("2024-03-03") },
      ])
      const adjust = { adjust: "splits" } as const
      const weeks = yield* Effect.flip(all(store.read(universe(week, ["AAPL"]), spring, adjust)))
      assert.include(weeks.message, "Resample")
      const crypto = yield* Effect.flip(all(store.read(universe(coins, ["X:BTCUSD"]), spring, adjust)))
      assert.include(crypto.message, "only stocks are adjusted")
      assert.lengthOf(yield* all(store.read(universe(coins, ["X:BTCUSD"]), spring)), 1)
    }),
  )
})

layer(NodeContext.layer)("days that the store lacks", (it) => {
  const readError = (store: Store.Service, tickers: ReadonlyArray<string>, from: string, to: string) =>
    Effect.flip(all(store.read(universe({}, tickers), { from, to })))

  it.scoped("are told by ticker, with the sync that fetches them", () =>
    Effect.gen(function* () {
      const settled = [Date.parse("2024-03-01T00:00:00-05:00"), Date.parse("2024-03-28T00:00:00-04:00")] as const
      const store = yield* storeOf([
        { ticker: "AAPL", bars: daily("2024-03-01"), settled },
        { ticker: "MSFT", bars: daily("2024-03-01") },
      ])
      // The 29th was Good Friday.
      const error = yield* readError(store, ["AAPL", "MSFT", "IBM"], "2024-02-28", "2024-04-02")
      assert(error._tag === "MissingError")
      assert.deepStrictEqual(error.missing[0], {
        dataset: "bars",
        ticker: "AAPL",
        days: ["2024-02-28", "2024-02-29", "2024-03-28", "2024-04-01", "2024-04-02"],
      })
      assert.deepStrictEqual(
        error.missing.map(({ ticker }) => ticker),
        ["AAPL", "IBM"],
      )
      assert.include(error.message, 'store.sync(universe, { from: "2024-02-28", to: "2024-04-02" })')
      assert.include(error.message, "bars of IBM on 2024-02-28")
    }),
  )

  it.scoped("are no bars where gaps are allowed", () =>
    Effect.gen(function* () {
      const bars = daily("2024-03-01")
      const store = yield* storeOf([{ ticker: "AAPL", bars, settled: [0, 1] }])
      const read = yield* all(store.read(universe({}, ["IBM", "AAPL"]), spring, { gaps: "allow" }))
      assert.deepStrictEqual(read, withTickers("AAPL", bars))
    }),
  )

  it.scoped("are none on weekends, on holidays, in the future, and among days that may still change", () =>
    Effect.gen(function* () {
      const until = (day: string) =>
        [Date.parse("2024-01-01T00:00:00-05:00"), Date.parse(`${day}T00:00:00-04:00`)] as const
      // It is Monday, the 3rd of June: Sunday and Monday may still change.
      const friday = { ticker: "FRI", bars: daily("2024-05-31"), settled: until("2024-05-30") }
      const thursday = { ticker: "THU", bars: daily("2024-05-30"), settled: until("2024-05-30") }
      const store = yield* storeOf([friday, thursday])
      assert.lengthOf(yield* all(store.read(universe({}, ["FRI"]), { from: "2024-05-30", to: "2024-07-01" })), 1)
      const error = yield* readError(store, ["THU"], "2024-05-30", "2024-07-01")
      assert(error._tag === "MissingError")
      assert.deepStrictEqual(error.missing, [{ dataset: "bars", ticker: "THU", days: ["2024-05-31"] }])
    }),
  )

  it.scoped("are those of splits and dividends too, where they are needed", () =>
    Effect.gen(function* () {
      const root = yield* folder
      yield* write(root, [{ ticker: "AAPL", bars: daily("2024-03-01") }], lines)
      const fs = yield* FileSystem.FileSystem
      yield* fs.remove(`${root}/dividends`, { recursive: true })
      const store = yield* open(root)
      const day = { from: "2024-03-01", to: "2024-03-01" }
      assert.lengthOf(yield* all(store.read(universe({}, ["AAPL"]), day, { adjust: "splits" })), 1)
      const error = yield* Effect.flip(all(store.read(universe({}, ["AAPL"]), day, { adjust: "both" })))
      assert(error._tag === "MissingError")
      assert.deepStrictEqual(error.missing, [{ dataset: "dividends", ticker: "AAPL", days: ["2024-03-01"] }])
    }),
  )
})

layer(NodeContext.layer)("reading while others write", (it) => {
  it.scoped("reads the new file where a sync has replaced one", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const [first, second] = [daily("2024-02-29"), daily("2024-03-01", "2024-03-04", "2024-03-05")]
      yield* write(root, [{ ticker: "AAPL", bars: [...first, second[0]!] }], lines)
      const replace = write(root, [{ ticker: "AAPL", bars: [...first, ...second] }], lines)
      // Before any file is open, however many are read ahead.
      const replaced = yield* Effect.cached(Effect.orDie(Effect.provide(replace, NodeContext.layer)))
      const replacing: Format = {
        ...lines,
        read: (path, endpoint) => Stream.unwrap(Effect.as(replaced, lines.read(path, endpoint))),
      }
      const store = yield* open(root, replacing)
      assert.deepStrictEqual(
        yield* all(store.read(universe({}, ["AAPL"]), spring)),
        withTickers("AAPL", [...first, ...second]),
      )
    }),
  )

  it.scoped("says what a day is, and which package is missing", () =>
    Effect.gen(function* () {
      const root = yield* folder
      yield* write(root, [{ ticker: "AAPL", bars: daily("2024-03-01") }], lines)
      const detail = "Parquet needs the package parquet-wasm. Install it: npm install parquet-wasm"
      const read = () => Stream.fail(new FileError({ reason: "library", path: "a", detail }))
      const store = yield* open(root, { ...lines, read })
      const yesterday = yield* Effect.flip(all(store.read(universe({}, ["AAPL"]), spring, { asOf: "yesterday" })))
      assert.include(yesterday.message, 'asOf is "yesterday", which is not a day: write yyyy-mm-dd')
      const missing = yield* Effect.flip(all(store.read(universe({}, ["AAPL"]), spring)))
      assert(missing._tag === "StoreError")
      assert.deepInclude(missing, { reason: "library", detail })
    }),
  )

  it.scoped("names a file and a manifest that are damaged", () =>
    Effect.gen(function* () {
      const root = yield* folder
      yield* write(root, [{ ticker: "AAPL", bars: daily("2024-03-01") }])
      const store = yield* open(root, parquet())
      const fs = yield* FileSystem.FileSystem
      const at = `${root}/bars/market=stocks/timespan=1minute/ticker=AAPL`
      const name = (yield* fs.readDirectory(at)).find((name) => name.endsWith(".parquet"))!
      yield* fs.truncate(`${at}/${name}`, 100)
      const read = all(store.read(universe({}, ["AAPL"]), spring))
      const cut = yield* Effect.flip(read)
      assert(cut._tag === "StoreError")
      assert.strictEqual(cut.reason, "file")
      assert.include(cut.path, name)
      yield* fs.writeFileString(`${at}/_manifest.json`, "{")
      const damaged = yield* Effect.flip(read)
      assert(damaged._tag === "StoreError")
      assert.strictEqual(damaged.reason, "manifest")
    }),
  )

  it.scoped("opens no more files than the next ones of the consumer", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const months = ["01", "02", "03", "04", "05"].flatMap((month) => [
        bar(`2024-${month}-05T15:00:00Z`),
        bar(`2023-${month}-05T15:00:00Z`),
      ])
      const bars = months.sort((one, other) => one.timestamp - other.timestamp)
      yield* write(root, [{ ticker: "AAPL", bars }], lines)
      let opened = 0
      const counting: Format = {
        ...lines,
        read: (path, endpoint) => Stream.suspend(() => (opened++, lines.read(path, endpoint))),
      }
      const store = yield* open(root, counting)
      const range = { from: "2023-01-01", to: "2024-05-31" }
      yield* store.columns(universe({}, ["AAPL"]), range).pipe(Stream.take(1), Stream.runDrain)
      // The one in hand, two chunks of the stream that is read ahead, and two files that are begun.
      assert.isAtMost(opened, 5)
      opened = 0
      yield* Stream.runDrain(store.columns(universe({}, ["AAPL"]), range))
      assert.strictEqual(opened, 10)
    }),
  )
})

layer(NodeContext.layer)("Arrow", (it) => {
  it.scoped("holds the same bars", () =>
    Effect.gen(function* () {
      const bars = daily("2024-02-29", "2024-03-01")
      const store = yield* storeOf([
        { ticker: "AAPL", bars },
        { ticker: "aapl", bars },
      ])
      const ipc = store.arrow(universe({}, ["AAPL", "aapl"]), spring, { order: "time" })
      const decoded = yield* all(Arrow.decode(withTicker(Stocks.endpoints.bars))(ipc))
      assert.deepStrictEqual(
        decoded,
        bars.flatMap((bar) => ["AAPL", "aapl"].map((ticker) => ({ ...bar, ticker }))),
      )
    }),
  )
})

layer(NodeContext.layer)("a store", (it) => {
  it.scoped("is checked with its splits: what is degraded or missing is named by day", () =>
    Effect.gen(function* () {
      const days = Sessions.between("2024-02-01", "2024-03-28").map(({ date }) => date)
      const kept = days.filter((date) => date !== "2024-03-13")
      // Prices show the split of the 1st of March; nothing explains those of the 20th.
      const split = { ticker: "AAPL", execution_date: "2024-03-01", split_from: 1, split_to: 2 }
      const bars = kept.map((date) =>
        bar(midnight("America/New_York", date), (date < "2024-03-01" ? 200 : 100) * (date === "2024-03-20" ? 3 : 1)),
      )
      const store = yield* storeOf([{ ticker: "AAPL", timespan: "day", bars, splits: [split] }], parquet())
      const { tickers } = yield* store.check(universe({ timespan: "day" }, ["AAPL"]), {
        from: "2024-02-01",
        to: "2024-03-28",
      })
      assert.deepStrictEqual(
        tickers.flatMap(({ days }) =>
          days.flatMap(({ date, findings, status }) =>
            status === "available" ? [] : [[date, status, ...findings.map(({ reason }) => reason)]],
          ),
        ),
        [
          ["2024-03-13", "missing"],
          ["2024-03-20", "degraded", "jump"],
        ],
      )
    }),
  )
})
