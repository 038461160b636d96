import type { Columns } from "@candela/core"
import * as Arrow from "@candela/files/Arrow"
import * as Csv from "@candela/files/Csv"
import * as Parquet from "@candela/files/Parquet"
import type { Bar } from "@candela/market/Bar"
import type { Split } from "@candela/stocks/Splits"
import * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, Either, Exit, FastCheck, Fiber, Option, Stream, TestClock, TestServices } from "effect"
import { runs, seeded } from "@candela/support/seeded"
import { readFile } from "node:fs/promises"
import * as Folder from "../../src/internal/store/commit/folder.js"
import * as Source from "../../src/internal/store/layout/source.js"
import * as Read from "../../src/internal/store/read/read.js"
import * as Copy from "../../src/internal/store/sql/copy.js"
import { parquet } from "../../src/internal/store/partition/parquet.js"
import * as Service from "../../src/internal/store/service.js"
import type { Store } from "../../src/Store.js"
import { withTicker } from "../../src/TickerBar.js"
import { bar, folder, type History, universe, write } from "./fixture.js"

const now = Date.parse("2024-06-03T18:00:00Z")

/** The store in a folder, a folder for files, and what they are written with. */
const storeOf = (histories: ReadonlyArray<History>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    const [root, out] = yield* Effect.all([folder, folder])
    yield* write(root, histories)
    const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
    const place = { ...Folder.make({ fs, path, root }), format: parquet() }
    return { fs, root, out, place, store: Service.make(place) }
  })

const bytesOf = <E, R>(stream: Stream.Stream<Uint8Array, E, R>) =>
  Effect.map(Stream.runCollect(stream), (parts) => Buffer.concat(Chunk.toReadonlyArray(parts)))

const rowsOf = <A, E, R>(stream: Stream.Stream<Columns.Columns<A>, E, R>) =>
  Effect.map(Stream.runCollect(stream), (pieces) => Chunk.toReadonlyArray(pieces).flatMap((piece) => piece.toRows()))

/** Each minute of some days, and each hour of the weekend after them. */
const minutes = (price: (index: number) => Partial<Bar>): ReadonlyArray<Bar> => {
  const start = Date.parse("2024-02-28T05:00:00Z")
  return Array.from({ length: 600 }, (_, index) => bar(start + (index * 11 + 1) * 60_000, 100 + index, price(index)))
}

const split = (ticker: string, date: string, to: number): Split => ({
  ...{ ticker, execution_date: date, split_from: 1, split_to: to },
})

const histories: ReadonlyArray<History> = ["TSLA", "123", "BRK.B", "aapl"].map((ticker, index) => ({
  ticker,
  bars: minutes((row) => (row % 7 === index ? { vwap: undefined as never, otc: row % 2 === 0 } : {})).map((bar) =>
    Object.fromEntries(Object.entries(bar).filter(([, value]) => value !== undefined)),
  ) as unknown as ReadonlyArray<Bar>,
  splits: index === 1 ? [] : [split(ticker, "2024-02-29", 3), split(ticker, "2024-03-01", 7)],
  dividends: [{ ticker, ex_dividend_date: "2024-03-01", historical_adjustment_factor: 0.1 + 1 / 3 }],
}))

const tickers = histories.map(({ ticker }) => ticker)
const bars = universe({}, tickers)
const range = { from: "2024-02-28", to: "2024-03-02" }

const options: FastCheck.Arbitrary<Omit<Store.ExportOptions, "format">> = FastCheck.record({
  adjust: FastCheck.constantFrom<Store.ReadOptions["adjust"]>(undefined, "splits", "dividends", "both"),
  asOf: FastCheck.constantFrom(undefined, "2024-02-29", "2024-03-01"),
  session: FastCheck.constantFrom<Store.ReadOptions["session"]>(
    undefined,
    "regular",
    "preMarket",
    ["afterHours", "closed"],
    "closed",
  ),
  columns: FastCheck.constantFrom(undefined, ["ticker", "timestamp", "close"] as const, ["vwap", "ticker"] as const),
  gaps: FastCheck.constant("allow"),
})

layer(NodeContext.layer)("an export of a store", (it) => {
  it.scoped("has what a read gives, whatever is read: CSV its bytes, Parquet its rows and their origin", () =>
    Effect.gen(function* () {
      const { fs, out, store } = yield* storeOf(histories)
      for (const asked of FastCheck.sample(options, { seed: seeded.fastCheck.seed, numRuns: runs(12) })) {
        const endpoint = withTicker(bars.endpoint, asked.columns)
        const { columns, ...reading } = asked
        const read = store.columns(bars, range, { ...reading, ...(columns === undefined ? {} : { columns }) })
        const csv = yield* store.export(`${out}/bars.csv`, bars, range, { ...asked, format: "csv" })
        const expected = yield* bytesOf(Csv.encode(endpoint, { lineEnd: "\n" })(read as Stream.Stream<never>))
        assert.strictEqual(Buffer.from(yield* fs.readFile(csv.path)).toString(), expected.toString())
        const file = yield* store.export(`${out}/bars.parquet`, bars, range, { ...asked, format: "parquet" })
        const path = file.path
        const found = yield* rowsOf(Parquet.columns(path, endpoint))
        const arrow = Arrow.encode(endpoint, { format: "stream" })(read as Stream.Stream<never>)
        const rows = yield* rowsOf(Arrow.decodeColumns(endpoint)(arrow))
        assert.deepStrictEqual(found, rows)
        assert.deepStrictEqual(
          [csv, file],
          [
            { path: csv.path, rows: rows.length, bytes: expected.length },
            { path, rows: rows.length, bytes: Number((yield* fs.stat(path)).size) },
          ],
        )
        const origin = Option.getOrThrow(yield* Parquet.describe(path))
        assert.deepStrictEqual(
          [origin.request, origin.time, origin.endpoint],
          [{ ...range, tickers, ...(asked.adjust === undefined ? {} : { adjust: asked.adjust }) }, now, "stocks.bars"],
        )
        if (rows.length > 0)
          assert.strictEqual(origin.adjusted, asked.adjust === "splits" || asked.adjust === "both" ? true : undefined)
        assert.include(Buffer.from(yield* fs.readFile(path)).toString("latin1"), "DuckDB")
        assert.deepStrictEqual((yield* fs.readDirectory(out)).sort(), ["bars.csv", "bars.parquet"])
      }
    }),
  )

  it.scoped("has any number as the module Csv writes it", () =>
    Effect.gen(function* () {
      const edges = [
        0,
        -0,
        5e-324,
        1e-9,
        1.5e-8,
        0.00000123,
        1e-4,
        0.1 + 0.2,
        2 ** 53,
        1e15,
        1e15 + 0.5,
        1e16,
        123e19,
        1e21,
      ]
      const numbers = FastCheck.oneof(
        FastCheck.double({ noNaN: true }),
        FastCheck.tuple(FastCheck.integer(), FastCheck.integer({ min: 0, max: 24 })).map(
          ([n, scale]) => n / 10 ** scale,
        ),
        FastCheck.integer().map((n) => n * 1e12),
      )
      const values = [...edges, ...FastCheck.sample(numbers, { seed: seeded.fastCheck.seed, numRuns: runs(2000) })]
      const start = Date.parse("2024-03-01T15:00:00Z")
      const history = {
        ticker: "AAPL",
        bars: values.map((value, index) => bar(start + index * 1000, 1, { close: value, open: -value })),
      }
      const { out, place } = yield* storeOf([history])
      const own = universe({}, ["AAPL"])
      const wanted = {
        ...{ universe: own, sources: Either.getOrThrow(Source.of(own)), time: [[0, now] as const], settledAt: () => 0 },
        options: { gaps: "allow" as const },
      }
      const endpoint = withTicker(own.endpoint)
      const selection = yield* Read.select(place, wanted)
      yield* Copy.copy(place, { selection, wanted, endpoint, format: "csv", metadata: "" }, `${out}/bars.csv`)
      const expected = yield* bytesOf(
        Csv.encode(endpoint, { lineEnd: "\n" })(Read.read(place, wanted) as Stream.Stream<never>),
      )
      assert.strictEqual((yield* Effect.promise(() => readFile(`${out}/bars.csv`))).toString(), expected.toString())
    }),
  )

  it.scoped("is written without DuckDB too: merged by time, and as Arrow", () =>
    Effect.gen(function* () {
      const { fs, out, store } = yield* storeOf(histories)
      const reading = { order: "time", session: "regular", adjust: "splits" } as const
      const rows = yield* rowsOf(store.columns(bars, range, reading))
      assert.isAbove(rows.length, 0)
      for (const format of ["parquet", "arrow"] as const) {
        const { path } = yield* store.export(`${out}/bars`, bars, range, { ...reading, format })
        const endpoint = withTicker(bars.endpoint)
        assert.deepStrictEqual(
          yield* rowsOf(format === "parquet" ? Parquet.columns(path, endpoint) : Arrow.columns(path, endpoint)),
          rows,
        )
        assert.notInclude(Buffer.from(yield* fs.readFile(path)).toString("latin1"), "DuckDB")
      }
    }),
  )

  it.scoped("is refused by an export, as by a read, where a file is damaged; the file before it stays", () =>
    Effect.gen(function* () {
      const { fs, out, root, store } = yield* storeOf(histories)
      const path = `${out}/bars.parquet`
      yield* fs.writeFileString(path, "before")
      const names = yield* fs.readDirectory(root, { recursive: true })
      const file = `${root}/${names.find((name) => name.startsWith("bars/") && name.includes("TSLA") && name.endsWith(".parquet"))!}`
      const bytes = yield* fs.readFile(file)
      // A letter of the metadata: DuckDB does not see it.
      bytes[Buffer.from(bytes).indexOf("stocks.bars")]! ^= 1
      yield* fs.writeFile(file, bytes)
      const error = yield* Effect.flip(store.export(path, bars, range, { format: "parquet" }))
      assert.include(error.message, "SHA-256")
      assert.strictEqual(yield* fs.readFileString(path), "before")
      assert.deepStrictEqual(yield* fs.readDirectory(out), ["bars.parquet"])
    }),
  )

  it.scoped("fails for what a read fails for: days that are missing, bars of whole days, a day that is none", () =>
    Effect.gen(function* () {
      const settled: [number, number] = [Date.parse("2024-02-28T05:00:00Z"), Date.parse("2024-03-01T05:00:00Z")]
      const [whole] = [bar("2024-03-02T05:00:00Z")]
      const { fs, out, store } = yield* storeOf([
        { ticker: "GAP", bars: [], settled },
        { ticker: "DAY", bars: [bar("2024-03-01T15:00:00Z"), whole] },
      ])
      const fails = (ticker: string, asked: Partial<Store.ExportOptions>) =>
        Effect.map(
          Effect.flip(store.export(`${out}/bars.csv`, universe({}, [ticker]), range, { format: "csv", ...asked })),
          ({ _tag }) => _tag,
        )
      assert.deepStrictEqual(
        [yield* fails("GAP", {}), yield* fails("DAY", { session: "regular" }), yield* fails("DAY", { asOf: "x" })],
        ["MissingError", "UnfitBars", "StoreError"],
      )
      assert.deepStrictEqual(yield* fs.readDirectory(out), [])
    }),
  )

  it.scoped("is written row by row where a file is gone while DuckDB copies", () =>
    Effect.gen(function* () {
      const { fs, out, place, root, store } = yield* storeOf(histories)
      const wanted = yield* store.export(`${out}/wanted.csv`, bars, range, { format: "csv" })
      const names = yield* fs.readDirectory(root, { recursive: true })
      const gone = `${root}/${names.findLast((name) => name.startsWith("bars/") && name.includes("BRK") && name.endsWith(".parquet"))!}`
      const bytes = yield* fs.readFile(gone)
      // Without bytes once it is checked, until the rows are read in another way.
      const stat = (path: string) => (path === gone ? Effect.zipLeft(fs.stat(path), fs.truncate(path)) : fs.stat(path))
      const opened: Array<string> = []
      const open: typeof fs.open = (path, options) =>
        Effect.zipRight(opened.push(path) === 2 ? fs.writeFile(gone, bytes) : Effect.void, fs.open(path, options))
      const file = yield* Service.make({ ...place, local: { ...place.local!, fs: { ...fs, stat } } })
        .export(`${out}/bars.csv`, bars, range, { format: "csv" })
        .pipe(Effect.provideService(FileSystem.FileSystem, { ...fs, open }))
      assert.isAbove(opened.length, 1)
      assert.deepStrictEqual(file, { ...wanted, path: file.path })
      assert.deepStrictEqual(yield* fs.readFile(file.path), yield* fs.readFile(wanted.path))
      assert.deepStrictEqual((yield* fs.readDirectory(out)).sort(), ["bars.csv", "wanted.csv"])
    }),
  )

  it.scoped("has the same bytes each time", () =>
    Effect.gen(function* () {
      const { fs, out, store } = yield* storeOf(histories)
      const [one, other] = yield* Effect.forEach(["one", "other"], (name) =>
        Effect.flatMap(store.export(`${out}/${name}`, bars, range, { adjust: "both", format: "parquet" }), ({ path }) =>
          fs.readFile(path),
        ),
      )
      assert.deepStrictEqual(one, other)
    }),
  )

  it.scoped("on a full disk is an error that says so; the file before it stays, alone", () =>
    Effect.gen(function* () {
      const { fs, out, store } = yield* storeOf(histories)
      yield* fs.writeFileString(`${out}/bars`, "before")
      const full = new PlatformError.SystemError({
        ...{ reason: "Unknown", module: "FileSystem", method: "write", pathOrDescriptor: "bars" },
        description: "ENOSPC: no space left on device",
      })
      const refusing: FileSystem.FileSystem = {
        ...fs,
        // DuckDB cannot write there.
        realPath: (path) => Effect.map(fs.realPath(path), (real) => (path.endsWith(".part") ? `${real}/none` : real)),
        open: (path, options) =>
          Effect.map(fs.open(path, options), (file) =>
            path.endsWith(".part") ? { ...file, writeAll: () => Effect.fail(full) } : file,
          ),
      }
      for (const format of ["csv", "parquet"] as const) {
        const error = yield* store
          .export(`${out}/bars`, bars, range, { format })
          .pipe(Effect.provideService(FileSystem.FileSystem, refusing), Effect.flip)
        assert.strictEqual(error._tag, "FileError")
        assert.include(error.message, "The disk is full")
        assert.deepStrictEqual(yield* fs.readDirectory(out), ["bars"])
        assert.strictEqual(yield* fs.readFileString(`${out}/bars`), "before")
      }
    }),
  )

  it.scoped("that is interrupted leaves the file before it, alone", () =>
    Effect.gen(function* () {
      const { fs, out, store } = yield* storeOf(histories)
      const whole = yield* store.export(`${out}/bars`, bars, range, { format: "csv" })
      const rows = yield* fs.readFileString(whole.path)
      yield* fs.writeFileString(whole.path, "before")
      for (let wait = 0; wait < 40; wait += 4) {
        const exporting = yield* Effect.fork(store.export(whole.path, bars, range, { format: "csv" }))
        yield* TestServices.provideLive(Effect.sleep(wait))
        const exit = yield* Fiber.interrupt(exporting)
        assert.strictEqual(yield* fs.readFileString(whole.path), Exit.isSuccess(exit) ? rows : "before")
        assert.deepStrictEqual(yield* fs.readDirectory(out), ["bars"])
        yield* fs.writeFileString(whole.path, "before")
      }
    }),
  )
})
