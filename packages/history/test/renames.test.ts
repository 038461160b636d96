import { MarketData } from "@candela/core/MarketData"
import * as Integrity from "@candela/history/Integrity"
import * as Many from "@candela/history/Many"
import * as Renames from "@candela/history/Renames"
import { Store } from "@candela/history/Store"
import type { TickerBar } from "@candela/history/TickerBar"
import * as Universe from "@candela/history/Universe"
import { dateOf } from "@candela/market/TimeZone"
import { Reference } from "@candela/reference"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Stocks } from "@candela/stocks"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it, layer } from "@effect/vitest"
import { Chunk, Effect, Exit, FastCheck as fc, Layer, Stream } from "effect"
import { runs } from "@candela/support/seeded"

const services = Layer.mergeAll(Stocks.layer, Reference.layer).pipe(
  Layer.provideMerge(MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox" })),
  Layer.provide(Sandbox.layerHttpClient()),
)

const range = { from: "2024-02-26", to: "2024-03-08" }

const day = (stocksTicker: string, part: typeof range) =>
  ({ stocksTicker, multiplier: 1, timespan: "day", adjusted: false, ...part }) as const

const history = (tenures: ReadonlyArray<Renames.Tenure>) =>
  Effect.gen(function* () {
    const { bars } = yield* Stocks
    const rows = yield* Many.stream(bars, Renames.requests(tenures, range, day)).pipe(
      Renames.follow(tenures),
      Stream.runCollect,
    )
    return Chunk.toReadonlyArray(rows)
  })

const dates = (rows: ReadonlyArray<{ readonly timestamp: number }>) =>
  rows.map(({ timestamp }) => dateOf("America/New_York", timestamp).slice(5))

const all = ["02-26", "02-27", "02-28", "02-29", "03-01", "03-04", "03-05", "03-06", "03-07", "03-08"]

describe("companies through their tickers", () => {
  layer(services, { excludeTestServices: true })((it) => {
    it.effect("are the company's own bars under its present ticker, without those of another company", () =>
      Effect.gen(function* () {
        const { bars } = yield* Stocks
        const tenures = yield* Renames.load(yield* Reference, ["DOC", "META"])
        assert.deepStrictEqual(tenures, [
          { company: "DOC", ticker: "PEAK", to: "2024-03-03" },
          { company: "DOC", ticker: "DOC", from: "2024-03-04" },
          { company: "META", ticker: "FB", to: "2022-06-08" },
          { company: "META", ticker: "META", from: "2022-06-09" },
        ])
        const rows = yield* history(tenures)
        const doc = rows.filter(({ ticker }) => ticker === "DOC")
        assert.deepStrictEqual(dates(doc), all)
        assert.strictEqual(rows.length, 2 * all.length)
        const { results: peak } = yield* bars(day("PEAK", range))
        assert.deepStrictEqual(
          doc.slice(0, 5).map(({ close }) => close),
          peak.map(({ close }) => close),
        )
        // Of a store, whose universe has all tickers, the same.
        const universe = Universe.bars(Stocks.endpoints.bars, { tickers: Renames.tickers(tenures), timespan: "day" })
        assert.deepStrictEqual(universe.tickers, ["PEAK", "DOC", "FB", "META"])
        const whole = universe.tickers.map((ticker) => day(ticker, range))
        const followed = yield* Many.stream(bars, whole).pipe(Renames.follow(tenures), Stream.runCollect)
        assert.sameDeepMembers([...followed], [...rows])
      }),
    )

    it.effect("of a day are those of the company that had the ticker then", () =>
      Effect.gen(function* () {
        const reference = yield* Reference
        const before = yield* Renames.load(reference, ["DOC"], { asOf: "2024-02-01" })
        assert.deepStrictEqual(before, [{ company: "DOC", ticker: "DOC", to: "2024-03-03" }])
        assert.deepStrictEqual(dates(yield* history(before)), all.slice(0, 5))
        const peak = yield* Renames.load(reference, ["PEAK"], { asOf: "2024-02-01" })
        const rows = yield* history(peak)
        assert.deepStrictEqual(dates(rows), all)
        assert.isTrue(rows.every(({ ticker }) => ticker === "PEAK"))
        const today = yield* Renames.load(reference, ["DOC"], { asOf: "2025-06-01" })
        assert.deepStrictEqual(today, yield* Renames.load(reference, ["DOC"]))
        const none = yield* Effect.exit(Renames.load(reference, ["NONE"]))
        assert.isTrue(Exit.isFailure(none))
      }),
    )

    it.effect("are complete, and jump nowhere, to a check that knows their listings", () =>
      Effect.gen(function* () {
        const { bars } = yield* Stocks
        const reference = yield* Reference
        const tenures = [
          ...(yield* Renames.load(reference, ["DOC"])),
          ...(yield* Renames.load(reference, ["DOC"], { asOf: "2024-02-01" })),
        ]
        const requests = ["DOC", "PEAK"].map((ticker) => day(ticker, range))
        const statuses = (listings: ReadonlyArray<Integrity.Listing>) =>
          Many.stream(bars, requests).pipe(
            Stream.run(Integrity.report(Stocks.endpoints.bars, requests, { listings, jump: 1.2 })),
            Effect.map(({ tickers }) => new Set(tickers.flatMap(({ days }) => days.map(({ status }) => status)))),
          )
        assert.deepStrictEqual([...(yield* statuses(Renames.listings(tenures)))], ["available"])
        assert.deepStrictEqual([...(yield* statuses([]))].sort(), ["available", "degraded", "missing"])
      }),
    )
  })

  const folder = Layer.unwrapScoped(
    Effect.map(
      Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped({ prefix: "candela-renames-" })),
      Store.layer,
    ),
  ).pipe(Layer.provideMerge(NodeContext.layer))

  layer(Layer.provideMerge(services, folder), { excludeTestServices: true })("in a store", (it) => {
    it.effect("are their own bars, as of a day too, and complete to a check that knows their listings", () =>
      Effect.gen(function* () {
        const [store, reference] = yield* Effect.all([Store, Reference])
        const { bars } = yield* Stocks
        const tenures = yield* Renames.load(reference, ["DOC", "META"])
        const universe = Universe.bars(Stocks.endpoints.bars, {
          ...{ tickers: Renames.tickers(tenures), timespan: "day" },
          listings: Renames.listings([
            ...tenures,
            ...(yield* Renames.load(reference, ["DOC"], { asOf: "2024-02-01" })),
          ]),
        })
        const { doubtful, failures } = yield* store.sync(universe, range)
        assert.deepStrictEqual({ doubtful, failures }, { doubtful: [], failures: [] })
        const own = yield* store.read(universe, range).pipe(Renames.follow(tenures), Stream.runCollect)
        const asked = yield* Many.stream(bars, Renames.requests(tenures, range, day)).pipe(
          Renames.follow(tenures),
          Stream.runCollect,
        )
        assert.sameDeepMembers(
          Array.from(own, (row) => ({ ...row })),
          Array.from(asked, (row) => ({ ...row })),
        )
        // As of a day before, DOC is another company, whose bars are those of the same folder.
        const before = yield* Renames.load(reference, ["DOC"], { asOf: "2024-02-01" })
        const earlier = yield* store
          .read(universe, range, { asOf: "2024-03-08" })
          .pipe(Renames.follow(before), Stream.runCollect)
        assert.deepStrictEqual(dates([...earlier]), all.slice(0, 5))
        const closes = (rows: Iterable<TickerBar>) =>
          Array.from(rows).flatMap(({ close, ticker }) => (ticker === "DOC" ? [close] : []))
        assert.notDeepEqual(closes(earlier), closes(own).slice(0, 5))
        // A check knows the listings of both.
        const statuses = (listings: ReadonlyArray<Integrity.Listing>) =>
          Effect.map(
            store.check(universe, range, { listings, jump: 1.2 }),
            ({ tickers }) => new Set(tickers.flatMap(({ days }) => days.map(({ status }) => status))),
          )
        const known = Renames.listings([...tenures, ...before])
        assert.deepStrictEqual([...(yield* statuses(known))], ["available"])
        assert.include([...(yield* statuses([]))], "missing")
      }),
    )
  })

  it("have each day under one ticker, whatever the events and the range", () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 10, max: 28 }), { minLength: 0, maxLength: 5 }),
        fc.integer({ min: 10, max: 28 }),
        fc.integer({ min: 10, max: 28 }),
        (days, from, to) => {
          const events = days.map((day) => ({ date: `2024-01-${day}`, ticker_change: { ticker: `T${day}` } }))
          const tenures = Renames.ofEvents("T", events)
          const parts = Renames.requests(tenures, { from: `2024-01-${from}`, to: `2024-01-${to}` }, (ticker, part) => ({
            ticker,
            days: [Number(part.from.slice(8)), Number(part.to.slice(8))] as const,
          }))
          const covered = parts.flatMap(({ days: [first, last], ticker }) =>
            Array.from({ length: last - first + 1 }, (_, index) => [first + index, ticker] as const),
          )
          assert.deepStrictEqual(
            covered.map(([day]) => day),
            Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index),
          )
          for (const [day, ticker] of covered) {
            const began = days.filter((other) => other <= day).sort((one, other) => other - one)[0]
            assert.strictEqual(ticker, days.length === 0 ? "T" : `T${began ?? Math.min(...days)}`)
          }
        },
      ),
      { numRuns: runs(200) },
    ))
})
