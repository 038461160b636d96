import { dayMillis, midnight } from "@candela/market/TimeZone"
import { Store } from "@candela/history/Store"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { assert, describe, it } from "@effect/vitest"
import { Clock, type Duration, Effect, Either, FastCheck as fc, TestClock } from "effect"
import * as Folder from "../../src/internal/store/commit/folder.js"
import * as Present from "../../src/internal/store/sync/present.js"
import * as Tasks from "../../src/internal/store/sync/tasks.js"
import * as Source from "../../src/internal/store/layout/source.js"
import * as Sync from "../../src/internal/store/sync/sync.js"
import { Machine } from "./memory.js"
import { bar, days, lines, open, requested, requestsOf, service, stocks, supply, type WireBar } from "./support.js"
import { runs } from "@candela/support/seeded"

const at = (date: string) => midnight("America/New_York", date)
const noonOf = (date: string) => at(date) + dayMillis / 2

const daily = days("2022-01-01", "2024-12-31").map((day) => bar(day))
const range = { from: "2022-11-01", to: "2023-02-10" }
const settledDay = noonOf("2024-06-14")

/** What the summary of a sync without findings lacks. */
const nothing = { changes: [], failures: [], empty: [], damages: [], doubtful: [], doubts: [], cuts: [] }

/** A store on a machine of its own, on a day. */
const start = (now = settledDay) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    const machine = new Machine()
    return { machine, store: yield* open(machine.fileSystem) }
  })

/** The bars that are asked for, as days. */
const askedBars = Effect.map(requested, (urls) =>
  urls
    .filter((url) => url.startsWith("/v2/aggs/") && !url.includes("skip="))
    .map((url) => url.split("?")[0]!.split("/"))
    .map((parts) => [parts[4], dateOf(Number(parts[8])), dateOf(Number(parts[9]))].join(" ")),
)

const dateOf = (instant: number) => {
  const date = days("2021-12-01", "2025-02-01")
    .filter((day) => day <= instant)
    .at(-1)!
  return new Date(date + dayMillis / 2).toISOString().slice(0, 10)
}

/** Timestamps of all bars in the files of a machine. */
const kept = (machine: Machine) =>
  [...machine.contents("/store")]
    .filter(([name]) => name.startsWith("bars/") && name.endsWith(".jsonl"))
    .flatMap(([, text]) => text.trimEnd().split("\n").slice(1))
    .map((line) => (JSON.parse(line) as { readonly timestamp: number }).timestamp)

it.scoped("a store is made with a time that can be, else it fails", () =>
  Effect.gen(function* () {
    const { fileSystem } = new Machine()
    const made = (settleAfter: Duration.DurationInput) =>
      Store.make("/store", { settleAfter }).pipe(
        Effect.provideService(FileSystem.FileSystem, fileSystem),
        Effect.provide(Path.layer),
      )
    assert.strictEqual((yield* made("2 days")).folder, "/store")
    const error = yield* Effect.flip(made("2 dyas" as never))
    assert.strictEqual(error.message, 'settleAfter of Store: it must be a duration, but is "2 dyas"')
  }),
)

describe("a sync", () => {
  it.effect("fetches a range once: a second one of a settled range sends nothing", () =>
    Effect.gen(function* () {
      const { machine, store } = yield* start()
      const summary = yield* store.sync(stocks(["AAPL", "MSFT"]), range)
      const expected = days(range.from, range.to)
      assert.deepStrictEqual(
        { ...summary, doubts: [] },
        {
          rows: 2 * expected.length,
          lists: 0,
          files: 4,
          bytes: summary.bytes,
          tickers: ["AAPL", "MSFT"].map((ticker) => ({ ticker, rows: expected.length, last: range.to })),
          ...nothing,
        },
      )
      assert.deepStrictEqual(kept(machine), [...expected, ...expected])
      const before = machine.contents("/store")
      assert.strictEqual(yield* requestsOf(store.sync(stocks(["AAPL", "MSFT"]), range)), 0)
      assert.deepStrictEqual(machine.contents("/store"), before)
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )

  it.effect("remembers that a ticker has no rows", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      const tickers = [{ ticker: "NONE", rows: 0, last: undefined }]
      const none = { ...{ rows: 0, lists: 0, files: 0, bytes: 0 }, ...nothing, tickers, empty: ["NONE"] }
      assert.deepStrictEqual(yield* store.sync(stocks(["NONE"]), range), none)
      assert.strictEqual(yield* requestsOf(store.sync(stocks(["NONE"]), range)), 0)
    }).pipe(Effect.provide(service(supply()))),
  )

  it.effect("names no ticker as without bars whose bars another writer has written meanwhile", () =>
    Effect.gen(function* () {
      const { machine, store } = yield* start()
      const path = yield* Effect.provide(Path.Path, Path.layer)
      const place = { ...Folder.make({ fs: machine.fileSystem, path, root: "/store", writers: "many" }), format: lines }
      const sources = Either.getOrThrow(Source.of(stocks(["AAPL", "NONE"])))
      const now = yield* Clock.currentTimeMillis
      const time = Source.timeOf("stocks", range, now)!
      const tasks = yield* Tasks.makeAll(place, sources, (source) => ({
        time,
        refresh: [],
        settled: source.settled(now),
        now,
        listsOf: undefined,
      }))
      const present = yield* Present.make
      // Another writer is faster: what this one fetches is there already.
      yield* store.sync(stocks(["AAPL"]), range)
      const summary = yield* Sync.run(
        place,
        { tasks, present, settledAt: (source, now) => source.settled(now), missing: undefined },
        {},
      )
      assert.deepStrictEqual(summary.empty, ["NONE"])
    }).pipe(Effect.provide(service(supply({ bars: (ticker) => (ticker === "AAPL" ? daily : []) })))),
  )

  it.effect("names the tickers without bars, also when all of the range is there already", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      for (let time = 0; time < 2; time++)
        assert.deepStrictEqual((yield* store.sync(stocks(["AAPL", "aapl", "TYPO"]), range)).empty, ["aapl", "TYPO"])
    }).pipe(Effect.provide(service(supply({ bars: (ticker) => (ticker === "AAPL" ? daily : []) })))),
  )

  it.effect("asks for what is missing alone, on both sides of what is there and in between", () =>
    Effect.gen(function* () {
      const { machine, store } = yield* start()
      yield* store.sync(stocks(["AAPL"]), { from: "2022-12-01", to: "2022-12-31" })
      yield* store.sync(stocks(["AAPL"]), { from: "2023-02-01", to: "2023-02-05" })
      yield* store.sync(stocks(["AAPL"]), range)
      assert.deepStrictEqual(yield* askedBars, [
        "AAPL 2022-12-01 2022-12-31",
        "AAPL 2023-02-01 2023-02-05",
        "AAPL 2022-11-01 2022-11-30",
        "AAPL 2023-01-01 2023-01-31",
        "AAPL 2023-02-06 2023-02-10",
      ])
      assert.deepStrictEqual(kept(machine), days(range.from, range.to))
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )

  it.effect("asks again for the days that may still change, and no more when they have settled", () =>
    Effect.gen(function* () {
      const { store } = yield* start(noonOf("2024-06-14"))
      const open = { from: "2024-06-01", to: "2024-12-31" }
      yield* store.sync(stocks(["AAPL"]), open)
      yield* store.sync(stocks(["AAPL"]), open)
      yield* TestClock.setTime(noonOf("2024-06-15"))
      yield* store.sync(stocks(["AAPL"]), open)
      yield* TestClock.setTime(noonOf("2024-06-30"))
      yield* store.sync(stocks(["AAPL"]), { from: "2024-06-01", to: "2024-06-20" })
      yield* store.sync(stocks(["AAPL"]), { from: "2024-06-01", to: "2024-06-20" })
      assert.deepStrictEqual(yield* askedBars, [
        "AAPL 2024-06-01 2024-06-14",
        "AAPL 2024-06-13 2024-06-14",
        "AAPL 2024-06-13 2024-06-15",
        "AAPL 2024-06-14 2024-06-20",
      ])
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )

  it.effect("asks again for the days that may still change where the service has none of them yet", () =>
    Effect.gen(function* () {
      const { store } = yield* start(noonOf("2024-06-14"))
      const open = { from: "2024-06-01", to: "2024-12-31" }
      yield* store.sync(stocks(["AAPL"]), open)
      yield* store.sync(stocks(["AAPL"]), open)
      assert.deepStrictEqual(yield* askedBars, [
        "AAPL 2024-06-01 2024-06-14",
        "AAPL 2024-06-03 2024-06-12", // A first answer without rows is asked for again at once.
        "AAPL 2024-06-13 2024-06-14",
      ])
    }).pipe(Effect.provide(service(supply()))),
  )

  it.effect("a week settles when it has ended, and a bar that begins before the range is not kept", () =>
    Effect.gen(function* () {
      const { machine, store } = yield* start(noonOf("2024-06-13")) // A Thursday.
      const weeks = stocks(["AAPL"], "week")
      yield* store.sync(weeks, { from: "2024-05-22", to: "2024-06-30" })
      assert.deepStrictEqual(kept(machine).map(dateOf), ["2024-05-26", "2024-06-02", "2024-06-09"])
      yield* TestClock.setTime(noonOf("2024-06-17"))
      yield* store.sync(weeks, { from: "2024-05-22", to: "2024-06-30" })
      assert.deepStrictEqual(yield* askedBars, ["AAPL 2024-05-22 2024-06-13", "AAPL 2024-06-09 2024-06-17"])
      assert.deepStrictEqual(kept(machine).map(dateOf), ["2024-05-26", "2024-06-02", "2024-06-09", "2024-06-16"])
    }).pipe(
      Effect.provide(
        service(supply({ bars: () => daily.filter(({ t }) => new Date(t + dayMillis / 2).getUTCDay() === 0) })),
      ),
    ),
  )

  it.effect("syncs in any order and at any time give the files of one sync", () => {
    const first = at("2022-12-20") / dayMillis
    const anyRange = fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 20 }))
      .map(([from, length]) => ({
        from: new Date((first + from) * dayMillis).toISOString().slice(0, 10),
        to: new Date((first + from + length) * dayMillis).toISOString().slice(0, 10),
      }))
    const whole = { from: "2022-12-20", to: "2023-02-20" }
    return Effect.gen(function* () {
      const once = yield* start()
      yield* once.store.sync(stocks(["AAPL"]), whole)
      const expected = once.machine.contents("/store")
      const cases = fc.sample(fc.array(anyRange, { maxLength: 4 }), {
        seed: 1,
        numRuns: runs(40),
      })
      for (const ranges of cases) {
        const { machine, store } = yield* start()
        for (const range of ranges) yield* store.sync(stocks(["AAPL"]), range)
        yield* store.sync(stocks(["AAPL"]), whole)
        assert.deepStrictEqual(machine.contents("/store"), expected, JSON.stringify(ranges))
      }
    }).pipe(Effect.provide(service(supply({ bars: () => daily }))))
  })

  it.effect("says what it will cost before", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      const universe = stocks(["AAPL"])
      const cost = yield* store.preview(universe, range)
      assert.strictEqual(cost.requests, 3, "bars in one page, splits, dividends")
      assert.isAtLeast(cost.rows, 70)
      assert.isAtLeast(cost.bytes, cost.expectedRows * 10)
      assert.deepStrictEqual(yield* requested, [])
      yield* store.sync(universe, range)
      assert.deepStrictEqual(yield* store.preview(universe, range), { requests: 0, rows: 0, expectedRows: 0, bytes: 0 })
      assert.strictEqual((yield* store.preview(universe, range, { refresh: range })).requests, 3)
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )

  it.effect("shows its progress, up to all of it", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      const shown: Array<number> = []
      const periods: Array<string> = []
      const dealtWith: Array<string> = []
      yield* store.sync(stocks(["AAPL", "NONE"]), range, {
        concurrency: 1,
        onProgress: ({ dataset, done, period, rows, ticker, to }) =>
          Effect.sync(() => {
            if (dataset === "bars") dealtWith.push(`${ticker} ${rows} before ${dateOf(to)}`)
            shown.push(done)
            periods.push(`${ticker} ${dataset} ${period}`)
          }),
      })
      assert.deepStrictEqual(periods, [
        "AAPL splits all",
        "NONE splits all",
        "AAPL dividends all",
        "NONE dividends all",
        "AAPL bars 2022",
        "AAPL bars 2023",
        "NONE bars 2023",
      ])
      assert.deepStrictEqual(dealtWith, [
        "AAPL 61 before 2023-01-01",
        "AAPL 41 before 2023-02-11",
        "NONE 0 before 2023-02-11",
      ])
      assert.deepStrictEqual(
        shown,
        [...shown].sort((a, b) => a - b),
      )
      assert.strictEqual(shown.at(-1), 1)
    }).pipe(Effect.provide(service(supply({ bars: (ticker) => (ticker === "AAPL" ? daily : []) })))),
  )

  it.effect("puts each ticker in a folder of its own, whatever letters it has", () =>
    Effect.gen(function* () {
      const { machine, store } = yield* start()
      yield* store.sync(stocks(["BRK.B", "aapl", "NULL"]), { from: "2023-01-03", to: "2023-01-05" })
      assert.deepStrictEqual(
        [...machine.contents("/store").keys()].filter((name) => name.startsWith("bars") && name.endsWith(".json")),
        ["%4EULL", "%61%61%70%6C", "BRK.B"].map(
          (name) => `bars/market=stocks/timespan=1day/ticker=${name}/_manifest.json`,
        ),
      )
      const refused = yield* Effect.flip(store.sync(stocks(["A\u00e9"]), range))
      assert.strictEqual(refused._tag, "StoreError")
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )

  it.effect("refuses a range that names no days", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      const error = yield* Effect.flip(store.sync(stocks(["AAPL"]), { from: "2023-13-01", to: "soon" }))
      assert.include(error.message, "names no days")
      const backwards = yield* Effect.flip(store.sync(stocks(["AAPL"]), { from: range.to, to: range.from }))
      assert.include(backwards.message, "the first one first")
    }).pipe(Effect.provide(service(supply()))),
  )
})

describe("rows that the service corrects", () => {
  const corrected = (from: string, change: (bar: WireBar) => ReadonlyArray<WireBar>) => {
    const own = supply({ bars: () => daily })
    return { own, correct: () => (own.bars = () => daily.flatMap((bar) => (bar.t >= at(from) ? change(bar) : [bar]))) }
  }

  it.effect("are replaced when asked for again, and the summary says which", () => {
    const { correct, own } = corrected("2022-12-30", (old) => (old.t === at("2023-01-02") ? [] : [bar(old.t, 1000)]))
    return Effect.gen(function* () {
      const { machine, store } = yield* start()
      yield* store.sync(stocks(["AAPL"]), range)
      correct()
      assert.strictEqual(yield* requestsOf(store.sync(stocks(["AAPL"]), range)), 0)
      const refresh = { from: "2022-12-25", to: "2023-01-04" }
      const { changes } = yield* store.sync(stocks(["AAPL"]), range, { refresh })
      const change = { dataset: "bars", ticker: "AAPL", added: 0 }
      assert.deepStrictEqual(changes, [
        { ...change, period: "2022", removed: 0, changed: 2, first: at("2022-12-30"), last: at("2022-12-31") },
        { ...change, period: "2023", removed: 1, changed: 3, first: at("2023-01-01"), last: at("2023-01-04") },
      ])
      assert.deepStrictEqual(
        kept(machine),
        days(range.from, range.to).filter((day) => day !== at("2023-01-02")),
      )
      assert.deepStrictEqual((yield* store.sync(stocks(["AAPL"]), range, { refresh })).changes, [])
    }).pipe(Effect.provide(service(own)))
  })

  it.effect("a file whose rows are all gone goes too", () => {
    const { correct, own } = corrected("2023-01-01", () => [])
    return Effect.gen(function* () {
      const { machine, store } = yield* start()
      yield* store.sync(stocks(["AAPL"]), range)
      correct()
      const { changes } = yield* store.sync(stocks(["AAPL"]), range, { refresh: range })
      assert.deepStrictEqual(
        changes.map(({ period, removed }) => [period, removed]),
        [["2023", 41]],
      )
      assert.deepStrictEqual(kept(machine), days(range.from, "2022-12-31"))
    }).pipe(Effect.provide(service(own)))
  })

  for (const [where, from] of [
    ["after the last one that was left", "2022-12-29"],
    ["in a period that had no rows left", "2022-11-01"],
  ] as const)
    it.effect(`are told where they come back ${where}, and time that was not known is no correction`, () => {
      const own = supply({ bars: () => daily })
      const to = "2022-12-30"
      const lost = days(from, to)
      return Effect.gen(function* () {
        const { machine, store } = yield* start()
        const known = { from: range.from, to }
        yield* store.sync(stocks(["AAPL"]), known)
        own.bars = () => daily.filter(({ t }) => !lost.includes(t))
        const first = yield* store.sync(stocks(["AAPL"]), known, { refresh: known })
        // An answer without any rows is believed when a second one agrees, a day later.
        if (from === known.from) assert.deepStrictEqual([first.changes, kept(machine)], [[], days(known.from, to)])
        yield* TestClock.adjust("1 day")
        const gone = from === known.from ? yield* store.sync(stocks(["AAPL"]), known) : first
        own.bars = () => daily
        const back = yield* store.sync(stocks(["AAPL"]), range, { refresh: known })
        const change = { dataset: "bars", ticker: "AAPL", period: "2022", changed: 0, first: at(from), last: at(to) }
        assert.deepStrictEqual(gone.changes, [{ ...change, added: 0, removed: lost.length }])
        assert.deepStrictEqual(back.changes, [{ ...change, added: lost.length, removed: 0 }])
        assert.deepStrictEqual(kept(machine), days(range.from, range.to))
      }).pipe(Effect.provide(service(own)))
    })

  it.effect("are asked for by the next sync where they are doubted", () => {
    const { correct, own } = corrected("2023-01-01", ({ t }) => [bar(t, 500)])
    return Effect.gen(function* () {
      const { store } = yield* start()
      yield* store.sync(stocks(["AAPL"]), range)
      correct()
      yield* store.doubt(stocks(["AAPL"]), { from: "2023-01-10", to: "2023-01-11" })
      assert.deepStrictEqual(yield* store.missing(stocks(["AAPL"]), range), [
        { dataset: "bars", ticker: "AAPL", from: at("2023-01-10"), to: at("2023-01-12") },
      ])
      const { changes } = yield* store.sync(stocks(["AAPL"]), range)
      assert.deepStrictEqual(
        changes.map(({ changed }) => changed),
        [2],
      )
      assert.deepStrictEqual(yield* store.missing(stocks(["AAPL"]), range), [])
    }).pipe(Effect.provide(service(own)))
  })
})

describe("the files of a universe", () => {
  it.effect("are those that the manifests name, with their rows", () =>
    Effect.gen(function* () {
      const { machine, store } = yield* start()
      const universe = stocks(["AAPL", "NONE"])
      assert.deepStrictEqual(yield* store.files(universe), [])
      yield* store.sync(universe, range)
      const sent = (yield* requested).length
      const files = yield* store.files(universe)
      assert.deepStrictEqual(
        files.map(({ dataset, period, rows, ticker }) => `${ticker} ${dataset} ${period} ${rows}`),
        ["AAPL splits all 1", "AAPL bars 2022 61", "AAPL bars 2023 41"],
      )
      assert.deepStrictEqual(
        yield* store.files(universe, { datasets: ["bars"] }),
        files.filter(({ dataset }) => dataset === "bars"),
      )
      for (const { bytes, file } of files) {
        assert.strictEqual(new TextEncoder().encode(machine.contents("/store").get(file)).length, bytes)
      }
      assert.strictEqual((yield* requested).length, sent)
    }).pipe(
      Effect.provide(
        service(
          supply({
            bars: (ticker) => (ticker === "AAPL" ? daily : []),
            splits: (ticker) =>
              ticker === "AAPL" ? [{ ticker, execution_date: "2020-08-31", split_from: 1, split_to: 4 }] : [],
          }),
        ),
      ),
    ),
  )
})

describe("what is missing", () => {
  it.effect("has the last days, which each sync asks for again, unless only settled time is wanted", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      const universe = stocks(["AAPL"])
      const upToNow = { from: "2024-01-01", to: "2030-12-31" }
      assert.isAbove((yield* store.missing(universe, upToNow, { settled: true })).length, 0)
      yield* store.sync(universe, upToNow)
      assert.isAbove((yield* store.missing(universe, upToNow)).length, 0)
      assert.deepStrictEqual(yield* store.missing(universe, upToNow, { settled: true }), [])
    }).pipe(Effect.provide(service(supply()))),
  )
})

describe("splits and dividends", () => {
  const split = (date: string, to: number) => ({ ticker: "AAPL", execution_date: date, split_from: 1, split_to: to })
  const askedLists = Effect.map(requested, (urls) => urls.filter((url) => !url.startsWith("/v2")).length)

  it.effect(
    "are asked for whole once a day, also for a settled range: a later split changes its adjusted prices",
    () => {
      const own = supply({ bars: () => daily, splits: () => [split("2020-08-31", 4)] })
      return Effect.gen(function* () {
        const { machine, store } = yield* start(noonOf("2024-06-14"))
        const open = { from: "2024-06-01", to: "2024-12-31" }
        const lists = requestsOfLists(store.sync(stocks(["AAPL"]), open))
        assert.strictEqual(yield* lists, 3, "a first empty list is asked for again")
        assert.strictEqual(yield* lists, 0)
        own.splits = () => [split("2020-08-31", 4), split("2024-06-15", 10)]
        yield* TestClock.setTime(noonOf("2024-06-15"))
        const { changes } = yield* store.sync(stocks(["AAPL"]), open)
        assert.deepStrictEqual(
          changes.map(({ added, dataset, period }) => [dataset, period, added]),
          [["splits", "all", 1]],
        )
        const [name, text] = [...machine.contents("/store")].find(([name]) => /^splits.*jsonl$/.test(name))!
        assert.match(name, /^splits\/ticker=AAPL\/all\.[0-9a-f]{8}\.jsonl$/)
        assert.include(text, "2024-06-15")
        yield* TestClock.setTime(noonOf("2024-09-01"))
        const settled = { from: "2024-06-01", to: "2024-06-12" }
        own.splits = () => [split("2020-08-31", 4), split("2024-06-15", 10), split("2024-08-30", 2)]
        assert.deepStrictEqual(yield* store.missing(stocks(["AAPL"]), settled, { settled: true }), [])
        assert.strictEqual(yield* requestsOfLists(store.sync(stocks(["AAPL"]), settled)), 2)
        assert.strictEqual(yield* requestsOfLists(store.sync(stocks(["AAPL"]), settled)), 0)
        const later = [...machine.contents("/store")].find(([name]) => /^splits.*jsonl$/.test(name))!
        assert.include(later[1], "2024-08-30")
      }).pipe(Effect.provide(service(own)))
    },
  )

  it.effect("of many tickers are asked for together, and kept apart", () => {
    const tickers = Array.from({ length: 52 }, (_, index) => `T${index}`)
    const own = supply({
      splits: (ticker) => (ticker === "T7" ? [{ ...split("2020-08-31", 4), ticker }] : []),
      dividends: (ticker) =>
        [1, 2].map((month) => ({ ticker, ex_dividend_date: `2020-0${month}-01`, cash_amount: month })),
    })
    return Effect.gen(function* () {
      const { machine, store } = yield* start()
      const universe = stocks(tickers)
      assert.strictEqual((yield* store.preview(universe, range)).requests, 52 + 4)
      yield* store.sync(universe, range)
      const first = (yield* requested).filter((url) => !url.startsWith("/v2") && !url.includes("skip="))
      assert.strictEqual(first.length, 5, "one of the lists was empty, and asked for again")
      const files = [...machine.contents("/store")].filter(([name]) => name.endsWith(".jsonl"))
      assert.strictEqual(files.length, 53)
      const [, text] = files.find(([name]) => name.startsWith("dividends/ticker=T41/"))!
      assert.strictEqual(text.split("T41").length, 4)
      assert.strictEqual(yield* requestsOf(store.sync(universe, range)), 0)
      // The file is the one of a ticker that was asked for alone.
      const alone = yield* start()
      yield* alone.store.sync(stocks(["T41"]), range)
      const same = [...alone.machine.contents("/store")].find(([name]) => name.startsWith("dividends/ticker=T41/all"))
      assert.deepStrictEqual(
        same,
        files.find(([name]) => name.startsWith("dividends/ticker=T41/")),
      )
    }).pipe(Effect.provide(service(own)))
  })

  it.effect("are fetched, told and missing without bars where they alone are wanted", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      const universe = stocks(["AAPL", "MSFT"])
      const lists = { datasets: ["splits", "dividends"] } as const
      const missing = (datasets?: ReadonlyArray<"bars" | "splits" | "dividends">) =>
        Effect.map(store.missing(universe, range, { datasets }), (all) => all.map(({ dataset }) => dataset))
      assert.deepInclude(yield* store.preview(universe, range, lists), { requests: 2, rows: 0 })
      assert.lengthOf(yield* missing(lists.datasets), 4)
      assert.strictEqual(yield* requestsOf(store.sync(universe, range, lists)), 4)
      assert.deepStrictEqual(yield* missing(lists.datasets), [])
      assert.deepStrictEqual(yield* missing(), ["bars", "bars"])
      yield* store.sync(universe, range)
      assert.lengthOf(yield* askedBars, 2)
      assert.lengthOf(
        (yield* requested).filter((url) => !url.startsWith("/v2/aggs/")),
        4,
      )
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )

  it.effect("are asked for where only today is wanted", () =>
    Effect.gen(function* () {
      const { store } = yield* start(noonOf("2024-06-14"))
      const today = { from: "2024-06-14", to: "2024-06-14" }
      assert.strictEqual(yield* requestsOfLists(store.sync(stocks(["AAPL"]), today)), 4)
      assert.strictEqual(yield* requestsOfLists(store.sync(stocks(["AAPL"]), today)), 0)
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )

  const requestsOfLists = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const before = yield* askedLists
      yield* effect
      return (yield* askedLists) - before
    })
})
