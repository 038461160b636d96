import * as Adjusted from "@candela/core/internal/Adjusted"
import * as Columns from "@candela/core/Columns"
import { MarketData } from "@candela/core/MarketData"
import { Arrow, type FileError, Parquet } from "@candela/files"
import { Adjust, Many, Resample, Sessions, Store, UnfitBars } from "@candela/history"
import { midnight } from "@candela/market/TimeZone"
import { Bar, Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Chunk, Effect, Exit, Layer, Stream } from "effect"
import * as Fixture from "../store/fixture.js"
import { afterwards, zone } from "./support.js"

const dates = ["2024-03-07", "2024-03-08", "2024-03-11", "2024-03-12"]
const split = { execution_date: "2024-03-11", split_from: 1, split_to: 2 }
const raw = [100, 100, 50, 50]
const adjusted = [50, 50, 50, 50]

const wire = (date: string, close: number) => ({
  t: midnight(zone, date),
  o: close,
  h: close,
  l: close,
  c: close,
  v: 1,
})

/**
 * A service of one stock that was split, as it adjusts by default. `silent` says whether an answer lacks `adjusted`,
 * `days` which days there are.
 */
const service = (silent = false, days = dates) =>
  Stocks.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provide(
      ScriptedTransport.layer(({ url }) => {
        const isAdjusted = url.searchParams.get("adjusted") !== "false"
        const closes = isAdjusted ? adjusted : raw
        const day = /\d{4}-\d\d-\d\d$/.exec(url.pathname)![0]
        const isMarket = url.pathname.includes("/grouped/")
        const results = days
          .map((date, index) => wire(date, closes[index]!))
          .filter((_, index) => !isMarket || days[index] === day)
          .map((bar) => (isMarket ? { ...bar, T: "A" } : bar))
        return ScriptedTransport.json({
          status: "OK",
          ...(isMarket ? {} : { ticker: "A" }),
          ...(silent ? {} : { adjusted: isAdjusted }),
          resultsCount: results.length,
          results,
        })
      }),
    ),
    Layer.tap(() => afterwards),
  )

const request = { stocksTicker: "A", multiplier: 1, timespan: "day", from: "2024-03-07", to: "2024-03-12" } as const
const range = { tickers: ["A"], from: "2024-03-07", to: "2024-03-12" } as const
const closesOf = (bars: Iterable<Pick<Bar, "close">>) => Array.from(bars, ({ close }) => close)
const adjustment = Adjust.splits([split], { asOf: "2025-06-30" })
const byTicker = Adjust.byTicker({ splits: [{ ...split, ticker: "A" }] }, { asOf: "2025-06-30" })

type AnyStream<A> = Stream.Stream<A, { readonly _tag: string; readonly message: string }>

/** Every way in which bars arrive in bulk, raw or adjusted. */
const ways = (stocks: Stocks.Service, isAdjusted: boolean | undefined) => {
  const how = isAdjusted === undefined ? {} : { adjusted: isAdjusted }
  const columns = stocks.bars.columns({ ...request, ...how })
  const many = Many.columns(stocks.bars, [{ ...request, ...how }])
  const rows: Readonly<Record<string, AnyStream<Bar & { readonly ticker?: string }>>> = {
    stream: stocks.bars.stream({ ...request, ...how }),
    pages: Stream.flatMap(stocks.bars.pages({ ...request, ...how }), ({ results }) =>
      Stream.fromChunk(Chunk.unsafeFromArray(results)),
    ),
    many: Many.stream(stocks.bars, [{ ...request, ...how }]),
    merged: Many.stream(stocks.bars, [{ ...request, ...how }], { order: "time" }),
    dailyByDay: Many.daily(stocks, { ...range, ...how }, { by: "day" }),
    dailyByTicker: Many.daily(stocks, { ...range, ...how }, { by: "ticker" }),
    session: Sessions.regular(stocks.bars.stream({ ...request, ...how }), "crypto"),
    resampled: Resample.stream(stocks.bars.stream({ ...request, ...how }), Resample.sessions()),
  }
  const inColumns: Readonly<Record<string, AnyStream<Columns.Columns<Bar>>>> = {
    columns,
    slice: Stream.map(columns, (chunk) => Columns.slice(chunk, 1)),
    ranges: Stream.map(columns, (chunk) => Columns.ranges(chunk, [[1, 3]])),
    replace: Stream.map(columns, (chunk) => Columns.replace(chunk, { volume: chunk.columns.volume })),
    extend: Stream.map(columns, (chunk) =>
      Columns.extend<Bar, { readonly ticker: string }>(chunk, { ticker: chunk.toRows().map(() => "A") }),
    ),
    gather: Stream.map(columns, (chunk) => Columns.gather([chunk, chunk], [0, 1])),
    again: Stream.map(columns, (chunk) => Columns.fromRows(Bar, chunk.toRows())),
    resampled: Resample.columns(columns, Resample.sessions()),
    many: many as unknown as AnyStream<Columns.Columns<Bar>>,
  }
  return { rows, inColumns }
}

describe("bars that are adjusted already", () => {
  it.effect("are refused by every way in which they arrive, and raw ones are adjusted", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      for (const isAdjusted of [undefined, true]) {
        const { inColumns, rows } = ways(stocks, isAdjusted)
        for (const [name, stream] of Object.entries(rows)) {
          const error = yield* Effect.flip(Stream.runDrain(Adjust.stream(stream, adjustment)))
          assert.deepInclude({ ...error }, { _tag: "UnfitBars", reason: "Adjusted" }, name)
        }
        for (const [name, stream] of Object.entries(inColumns)) {
          const error = yield* Effect.flip(Stream.runDrain(Adjust.columns(stream, adjustment)))
          assert.deepInclude({ ...error }, { _tag: "UnfitBars", reason: "Adjusted" }, name)
        }
      }
      const { inColumns, rows } = ways(stocks, false)
      for (const [name, stream] of Object.entries(rows)) {
        assert.deepStrictEqual(closesOf(yield* Stream.runCollect(Adjust.stream(stream, adjustment))), adjusted, name)
        // Adjusted twice, they are refused as well.
        const twice = stream.pipe(Adjust.stream(adjustment), Adjust.stream(adjustment))
        assert.instanceOf(yield* Effect.flip(Stream.runDrain(twice)), UnfitBars, name)
        assert.deepStrictEqual(
          closesOf(
            yield* Stream.runCollect(stream.pipe(Adjust.stream(adjustment), Adjust.stream(Adjust.inverse(adjustment)))),
          ),
          raw,
          name,
        )
        assert.instanceOf(
          yield* Effect.flip(Stream.runDrain(Adjust.stream(stream, Adjust.inverse(adjustment)))),
          UnfitBars,
          name,
        )
      }
      for (const [name, stream] of Object.entries(inColumns)) {
        const chunks = Array.from(yield* Stream.runCollect(Adjust.columns(stream, adjustment)))
        assert.isTrue(
          chunks.every((chunk) => chunk.adjusted === true && chunk.columns.close.every((close) => close === 50)),
          name,
        )
        const twice = stream.pipe(Adjust.columns(adjustment), Adjust.columns(adjustment))
        assert.instanceOf(yield* Effect.flip(Stream.runDrain(twice)), UnfitBars, name)
      }
    }).pipe(Effect.provide(service())),
  )

  it.effect("are refused behind every operator that keeps the rows, and raw ones are adjusted behind it", () =>
    Effect.gen(function* () {
      const { bars } = yield* Stocks
      type Rows = Stream.Stream<Bar, { readonly _tag: string; readonly message: string }>
      const operators: Readonly<Record<string, (self: Rows) => Rows>> = {
        map: Stream.map((bar) => bar),
        filter: Stream.filter(({ volume }) => volume > 0),
        take: Stream.take(4),
        drop: Stream.drop(0),
        tap: Stream.tap(() => Effect.void),
        mapEffect: Stream.mapEffect((bar) => Effect.succeed(bar)),
        grouped: (self) => Stream.flatMap(Stream.grouped(self, 3), Stream.fromChunk),
        rechunk: Stream.rechunk(1),
        merge: Stream.merge(Stream.empty),
        buffer: Stream.buffer({ capacity: 2 }),
        adjusted: Stream.filter(() => true),
      }
      for (const [name, operator] of Object.entries(operators)) {
        const made = Adjust.stream(bars.stream({ ...request, adjusted: false }), adjustment)
        const twice = operator(name === "adjusted" ? made : bars.stream(request)).pipe(Adjust.stream(adjustment))
        assert.deepInclude({ ...(yield* Effect.flip(Stream.runDrain(twice))) }, { reason: "Adjusted" }, name)
        // Rows that come back from an inverse are as traded.
        const back = Adjust.stream(bars.stream(request), Adjust.inverse(adjustment))
        const raw = operator(back).pipe(Adjust.stream(adjustment))
        assert.deepStrictEqual(closesOf(yield* Stream.runCollect(raw)), adjusted, name)
      }
    }).pipe(Effect.provide(service())),
  )

  it.effect("are refused where an answer has a single bar, too: rows stay plain, and shared ones unmarked", () =>
    Effect.gen(function* () {
      const { bars } = yield* Stocks
      const error = yield* Effect.flip(Stream.runDrain(Adjust.stream(bars.stream(request), adjustment)))
      assert.deepInclude({ ...error }, { _tag: "UnfitBars", reason: "Adjusted" })
      const { results } = yield* bars({ ...request, adjusted: false })
      const [bar] = results
      const untouched = Adjust.splits([])
      assert.strictEqual(Adjust.bars(results, untouched)[0], bar)
      assert.deepStrictEqual(closesOf(Adjust.bars(results, adjustment)), [50])
      assert.deepStrictEqual(closesOf(Adjust.bars([bar!], adjustment)), [50])
    }).pipe(Effect.provide(service(false, dates.slice(0, 1)))),
  )

  it.effect("are known by the request where the answer does not say it", () =>
    Effect.gen(function* () {
      const { bars } = yield* Stocks
      const error = yield* Effect.flip(Stream.runDrain(Adjust.stream(bars.stream(request), adjustment)))
      assert.instanceOf(error, UnfitBars)
      const chunks = yield* Stream.runCollect(bars.columns({ ...request, adjusted: false }))
      assert.deepStrictEqual(
        Array.from(chunks, (chunk) => chunk.adjusted),
        [false],
      )
    }).pipe(Effect.provide(service(true))),
  )

  it.effect("are refused in the results of a page, with what to do; dividends alone adjust them", () =>
    Effect.gen(function* () {
      const { bars } = yield* Stocks
      const { results } = yield* bars(request)
      assert.throws(() => Adjust.bars(results, adjustment), UnfitBars, /adjusted: false/)
      const dividends = Adjust.dividends([{ ex_dividend_date: "2024-03-12", historical_adjustment_factor: 0.5 }])
      assert.deepStrictEqual(closesOf(Adjust.bars(results, dividends)), [25, 25, 25, 50])
      const page = yield* bars({ ...request, adjusted: false })
      assert.deepStrictEqual(closesOf(Adjust.bars(page.results, adjustment)), adjusted)
      assert.throws(() => Adjust.bars(Adjust.bars(page.results, adjustment), adjustment), UnfitBars)
      assert.throws(() => Adjust.bars([...results], adjustment), UnfitBars)
      // New rows know nothing.
      const rows = results.map((bar) => ({ ...bar }))
      assert.deepStrictEqual(closesOf(Adjust.bars(rows, adjustment)), [25, 25, 50, 50])
    }).pipe(Effect.provide(service())),
  )

  it.effect("are not combined with others, in rows and in columns", () =>
    Effect.gen(function* () {
      const { bars } = yield* Stocks
      const months = Resample.months()
      for (const first of [true, false]) {
        const some = (isAdjusted: boolean, start: number, end: number) =>
          bars({ ...request, adjusted: isAdjusted }).pipe(
            Effect.map(({ results }) => Adjusted.toChunk(Adjusted.mark(results.slice(start, end), isAdjusted))),
          )
        const rows = Stream.fromChunks(yield* some(first, 0, 2), yield* some(!first, 2, 4))
        const error = yield* Effect.flip(Stream.runDrain(Resample.stream(rows, months)))
        assert.deepInclude({ ...error }, { reason: "Mixed", operator: "Resample to 1 month" })
        const chunks = (isAdjusted: boolean) => bars.columns({ ...request, adjusted: isAdjusted })
        const columns = Stream.concat(
          Stream.map(chunks(first), (chunk) => Columns.slice(chunk, 0, 2)),
          Stream.map(chunks(!first), (chunk) => Columns.slice(chunk, 2)),
        )
        const mixed = yield* Effect.flip(Stream.runDrain(Resample.columns(columns, months)))
        assert.deepInclude({ ...mixed }, { reason: "Mixed" })
      }
    }).pipe(Effect.provide(service())),
  )

  it.effect("of many stocks are refused where one of them is adjusted by splits", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const error = yield* Effect.flip(Stream.runDrain(Adjust.stream(Many.daily(stocks, range), byTicker)))
      assert.deepInclude({ ...error }, { _tag: "UnfitBars", ticker: "A" })
    }).pipe(Effect.provide(service())),
  )
})

describe("files and stores", () => {
  const endpoint = Stocks.endpoints.bars
  const formats = { Parquet, Arrow }

  it.scoped("of adjusted bars say it, and give it back: rows and columns", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const { bars } = yield* Stocks
      for (const [name, format] of Object.entries(formats)) {
        const sources: Readonly<Record<string, Stream.Stream<Bar | Columns.Columns<Bar>, unknown>>> = {
          asked: bars.columns(request),
          rows: bars.stream(request),
          made: bars.columns({ ...request, adjusted: false }).pipe(Adjust.columns(adjustment)),
        }
        for (const [source, stream] of Object.entries(sources)) {
          const path = `${folder}/${name}.${source}`
          yield* Stream.run(stream, format.file(path, endpoint, { request: { ...request, adjusted: false }, time: 0 }))
          const chunks = yield* Stream.runCollect(format.columns(path, endpoint))
          assert.isTrue(Chunk.every(chunks, (chunk) => chunk.adjusted === true))
          const inColumns = Effect.flip(Stream.runDrain(Adjust.columns(format.columns(path, endpoint), adjustment)))
          assert.instanceOf(yield* inColumns, UnfitBars, path)
          const inRows = Effect.flip(Stream.runDrain(Adjust.stream(format.read(path, endpoint), adjustment)))
          assert.instanceOf(yield* inRows, UnfitBars, path)
        }
        const path = `${folder}/${name}.raw`
        yield* Stream.run(bars.columns({ ...request, adjusted: false }), format.file(path, endpoint, { time: 0 }))
        const closes = yield* Stream.runCollect(Adjust.stream(format.read(path, endpoint), adjustment))
        assert.deepStrictEqual(closesOf(closes), adjusted)
      }
    }).pipe(Effect.provide([service(), NodeContext.layer])),
  )

  it.scoped("have one kind of bars", () =>
    Effect.gen(function* () {
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const { bars } = yield* Stocks
      const both = Stream.concat(bars.columns({ ...request, adjusted: false }), bars.columns(request))
      for (const [name, format] of Object.entries(formats)) {
        const error = yield* Effect.flip(Stream.run(both, format.file(`${folder}/${name}`, endpoint)))
        assert.deepInclude({ ...error } as FileError, { _tag: "FileError", reason: "value" })
      }
    }).pipe(Effect.provide([service(), NodeContext.layer])),
  )

  it.scoped("of a store know it, before and after adjusting", () =>
    Effect.gen(function* () {
      yield* afterwards
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const bars = dates.map((date, index): Bar => {
        const { c, t } = wire(date, raw[index]!)
        return { open: c, high: c, low: c, close: c, volume: 1, timestamp: t }
      })
      yield* Fixture.write(folder, [{ ticker: "A", timespan: "day", bars, splits: [split] }])
      yield* Effect.gen(function* () {
        const store = yield* Store
        const days = Fixture.universe({ timespan: "day" }, ["A"])
        for (const options of [{ adjust: "splits" }, {}] as const) {
          const isAdjusted = "adjust" in options
          const chunks = yield* Stream.runCollect(store.columns(days, request, options))
          assert.isTrue(Chunk.every(chunks, (chunk) => chunk.adjusted === isAdjusted))
          const again = yield* Effect.exit(
            Stream.runCollect(Adjust.stream(store.read(days, request, options), adjustment)),
          )
          if (isAdjusted)
            assert.include(Exit.isFailure(again) ? Cause.pretty(again.cause) : "", "is adjusted for splits already")
          else assert.deepStrictEqual(closesOf(Exit.isSuccess(again) ? again.value : []), adjusted)
          const bytes = store.arrow(days, request, options)
          const decoded = yield* Stream.runCollect(Arrow.decodeColumns(Many.endpoint(endpoint))(bytes))
          assert.isTrue(Chunk.every(decoded, (chunk) => chunk.adjusted === (isAdjusted ? true : undefined)))
        }
      }).pipe(Effect.provide(Store.layer(folder)))
    }).pipe(Effect.provide(NodeContext.layer)),
  )
})
