/** Answers without rows where the calendar, or the ticker's own activity, expects some. */
import { midnight } from "@candela/market/TimeZone"
import * as Calendar from "@candela/market/Calendar"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Logger, Stream, TestClock } from "effect"
import { Stocks } from "@candela/stocks"
import * as Absence from "../../src/internal/store/absence/absence.js"
import { Machine } from "./memory.js"
import { bar, open, requested, requestsOf, service, stocks, supply, type WireBar } from "./support.js"

const at = (date: string) => midnight("America/New_York", date)
const sessions = Calendar.sessions("2024-05-01", "2024-06-28")
const history = sessions.map(({ midnight }) => bar(midnight, 100))
const range = { from: "2024-06-03", to: "2024-06-07" }
const lost = "2024-06-05"
const tickers = Array.from({ length: 12 }, (_, index) => `T${index}`)

const start = (date = "2024-06-20") =>
  Effect.gen(function* () {
    yield* TestClock.setTime(at(date) + 12 * 3_600_000)
    const machine = new Machine()
    return { machine, store: yield* open(machine.fileSystem) }
  })

const silent = Effect.provide(Logger.remove(Logger.defaultLogger))

/** Answers the first requests that match without rows. */
const forgetful = (pattern: RegExp, times: number) => {
  let left = times
  return ({ at, url }: ScriptedTransport.Exchange) =>
    pattern.test(decodeURIComponent(url.pathname + url.search)) && left-- > 0
      ? ScriptedTransport.json(
          { status: "OK", queryCount: 0, results: null },
          { headers: { date: new Date(at).toUTCString() } },
        )
      : undefined
}

const market = supply({ bars: () => history, market: () => tickers })

const daysOf = (store: Effect.Effect.Success<ReturnType<typeof open>>, universe = stocks(tickers)) =>
  Effect.map(Stream.runCollect(store.read(universe, range)), Chunk.size)

describe("a market's day without rows on a session", () => {
  it.effect("is asked for again at once", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      const summary = yield* store.sync(stocks(tickers), range)
      assert.deepStrictEqual([summary.rows, summary.doubtful], [60, []])
      assert.strictEqual(yield* daysOf(store), 60)
    }).pipe(Effect.provide(service(market, forgetful(new RegExp(`grouped.*${lost}`), 1)))),
  )

  for (const day of ["2024-06-03", lost, "2024-06-07"])
    it.effect(`stays doubtful until a second answer, a day later, agrees: ${day}`, () =>
      Effect.gen(function* () {
        const { store } = yield* start()
        const universe = stocks(tickers)
        const first = yield* store.sync(universe, range)
        assert.deepStrictEqual(
          first.doubtful.map(({ dataset, days, ticker }) => [dataset, ticker, ...days]),
          tickers.map((ticker) => ["bars", ticker, day]),
        )
        const missing = yield* store.missing(universe, range)
        assert.deepStrictEqual(
          missing.map(({ doubtfulSince, from }) => [doubtfulSince, from]),
          tickers.map(() => [first.doubtful[0]!.since, at(day)]),
        )
        const error = yield* Effect.flip(daysOf(store))
        assert.deepStrictEqual(error._tag === "MissingError" && error.missing[0].doubtful, [day])
        assert.include(error.message, `The service gave no rows for bars of T0 on ${day},`)
        // The same day: asked again, and as doubtful as before.
        const second = yield* store.sync(universe, range)
        assert.deepStrictEqual(second.doubtful, first.doubtful)
        yield* TestClock.adjust("1 day")
        const third = yield* store.sync(universe, range)
        assert.deepStrictEqual(third.doubtful, [])
        assert.deepStrictEqual(
          third.doubts.filter(({ reason }) => reason === "absent").map(({ days }) => days),
          tickers.map(() => [day]),
        )
        assert.strictEqual(yield* requestsOf(store.sync(universe, range)), 0)
        assert.strictEqual(yield* daysOf(store), 48)
      }).pipe(silent, Effect.provide(service(market, forgetful(new RegExp(`grouped.*${day}`), Infinity)))),
    )

  it.effect("is doubtful for thin tickers, too, whose own activity does not show it", () => {
    const thin = (ticker: string) => history.filter((_, session) => session % 3 !== tickers.indexOf(ticker) % 3)
    return Effect.gen(function* () {
      const { store } = yield* start()
      const { doubtful } = yield* store.sync(stocks(tickers), range)
      assert.deepStrictEqual(
        doubtful.map(({ days, ticker }) => [ticker, ...days]),
        tickers.map((ticker) => [ticker, lost]),
      )
    }).pipe(
      silent,
      Effect.provide(
        service(supply({ bars: thin, market: () => tickers }), forgetful(new RegExp(`grouped.*${lost}`), Infinity)),
      ),
    )
  })

  it.effect("comes with the next sync, and leaves the files of a service without faults", () =>
    Effect.gen(function* () {
      const { machine, store } = yield* start()
      yield* store.sync(stocks(tickers), range)
      assert.strictEqual((yield* store.sync(stocks(tickers), range)).rows, 12)
      const other = yield* start()
      yield* other.store.sync(stocks(tickers), range)
      assert.deepStrictEqual(machine.contents("/store"), other.machine.contents("/store"))
    }).pipe(silent, Effect.provide(service(market, forgetful(new RegExp(`grouped.*${lost}`), 3)))),
  )
})

describe("a gap in the usual activity of a ticker", () => {
  const gone = (days: ReadonlyArray<string>) => history.filter(({ t }) => !days.some((day) => at(day) === t))
  const minutes = (bars: ReadonlyArray<WireBar>) =>
    bars.flatMap(({ t }) => Array.from({ length: 30 }, (_, minute) => bar(t + 36_000_000 + minute * 60_000, 5)))

  for (const timespan of ["day", "minute"] as const)
    it.effect(`is asked for again at once, and is doubtful: bars of a ${timespan}`, () => {
      const own = supply({ bars: () => (timespan === "day" ? gone([lost]) : minutes(gone([lost]))) })
      return Effect.gen(function* () {
        const { store } = yield* start()
        const universe = stocks(["AAPL"], timespan)
        const { doubtful } = yield* store.sync(universe, range)
        assert.deepStrictEqual(doubtful[0]?.days, [lost])
        own.bars = () => (timespan === "day" ? history : minutes(history))
        assert.deepStrictEqual((yield* store.sync(universe, range)).doubtful, [])
        assert.strictEqual(yield* requestsOf(store.sync(universe, range)), 0)
        assert.strictEqual(yield* daysOf(store, universe), timespan === "day" ? 5 : 150)
      }).pipe(silent, Effect.provide(service(own)))
    })

  it.effect(
    "is no doubt for a thin ticker, one that is not listed yet, and one that is no longer: they stay cheap",
    () => {
      const thin = history.filter((_, index) => index % 3 !== 1)
      const bars: Readonly<Record<string, ReadonlyArray<WireBar>>> = {
        THIN: thin,
        NEW: history.filter(({ t }) => t >= at(lost)),
        OLD: history.filter(({ t }) => t < at("2024-05-15")),
      }
      return Effect.gen(function* () {
        const { store } = yield* start()
        const universe = stocks(Object.keys(bars))
        const whole = { from: "2024-05-01", to: "2024-06-17" }
        const { doubtful } = yield* store.sync(universe, whole)
        assert.deepStrictEqual(doubtful, [])
        assert.strictEqual(yield* requestsOf(store.sync(universe, whole)), 0)
      }).pipe(Effect.provide(service(supply({ bars: (ticker) => bars[ticker] ?? [] }))))
    },
  )

  it.effect("a first answer without any rows is asked for again at once", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      assert.strictEqual((yield* store.sync(stocks(["AAPL"]), range)).rows, 5)
    }).pipe(Effect.provide(service(market, forgetful(/ticker\/AAPL/, 1)))),
  )

  it.effect("stored rows stay where the service has none any more, until a second answer agrees", () => {
    const own = supply({ bars: () => history })
    return Effect.gen(function* () {
      const { store } = yield* start()
      const universe = stocks(["AAPL"])
      yield* store.sync(universe, range)
      own.bars = () => []
      const { changes, doubtful } = yield* store.sync(universe, range, { refresh: range })
      assert.deepStrictEqual([changes, doubtful[0]?.days.length], [[], 5])
      assert.strictEqual(yield* daysOf(store, universe), 5)
      yield* TestClock.adjust("1 day")
      const again = yield* store.sync(universe, range)
      assert.deepStrictEqual(
        again.changes.map(({ removed }) => removed),
        [5],
      )
    }).pipe(silent, Effect.provide(service(own)))
  })

  it.effect("what was doubtful at the end of one sync is settled by the rows of the next one", () => {
    const bars = gone(["2024-06-07", "2024-06-10"])
    return Effect.gen(function* () {
      const { machine, store } = yield* start()
      const universe = stocks(["AAPL"])
      yield* store.sync(universe, { from: "2024-05-01", to: "2024-06-07" })
      yield* store.sync(universe, { from: "2024-06-08", to: "2024-06-17" })
      const other = yield* start()
      yield* other.store.sync(universe, { from: "2024-05-01", to: "2024-06-17" })
      assert.deepStrictEqual(machine.contents("/store"), other.machine.contents("/store"))
    }).pipe(silent, Effect.provide(service(supply({ bars: () => bars }))))
  })

  it.effect("of a ticker's first session is doubtful: whether it was listed then, one answer does not tell", () => {
    const own = supply({ bars: () => gone(["2024-06-03"]) })
    return Effect.gen(function* () {
      const { store } = yield* start()
      const universe = stocks(["AAPL"])
      const { doubtful } = yield* store.sync(universe, range)
      assert.deepStrictEqual(doubtful[0]?.days, ["2024-06-03"])
      own.bars = () => history
      assert.deepStrictEqual((yield* store.sync(universe, range)).doubtful, [])
      assert.strictEqual(yield* daysOf(store, universe), 5)
    }).pipe(silent, Effect.provide(service(own)))
  })

  const slotsOf = (active: ReadonlyArray<boolean>) => active.map((_, index) => [index, index + 1] as const)
  const none = { before: [], after: [] }

  it.effect("what was doubtful at the beginning of one sync is settled by an earlier range without rows", () => {
    const bars = history.filter(({ t }) => t >= at(lost))
    return Effect.gen(function* () {
      const { machine, store } = yield* start()
      const universe = stocks(["AAPL"])
      const { doubtful } = yield* store.sync(universe, { from: "2024-06-03", to: "2024-06-17" })
      assert.deepStrictEqual(doubtful[0]?.days, ["2024-06-03", "2024-06-04"])
      yield* store.sync(universe, { from: "2024-05-01", to: "2024-06-02" })
      const other = yield* start()
      yield* other.store.sync(universe, { from: "2024-05-01", to: "2024-06-17" })
      assert.deepStrictEqual(machine.contents("/store"), other.machine.contents("/store"))
    }).pipe(silent, Effect.provide(service(supply({ bars: () => bars }))))
  })

  it.prop(
    "is doubtful only between slots with rows, or at a short end",
    { active: fc.array(fc.boolean(), { maxLength: 60 }) },
    ({ active }) => {
      for (const { isDoubtful, time } of Absence.runs({ slots: slotsOf(active), active }, none)) {
        const [from, to] = time
        if (!isDoubtful) continue
        assert.isTrue(active.slice(Math.max(0, from - Absence.around), from).every(Boolean))
        assert.isTrue((from > 0 && active.includes(true, to)) || to - from <= 5)
        assert.isFalse(active.slice(from, to).includes(true))
      }
    },
  )

  it.prop(
    "judges parts as the whole: what is doubtful in it is undecided so far",
    { gaps: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 6 })), { maxLength: 6 }) },
    ({ gaps }) => {
      const active = gaps.flatMap(([rows, empty]) => [...Array(empty).fill(false), ...Array(rows).fill(true)])
      const doubtful = Absence.runs({ slots: slotsOf(active), active }, none).filter(({ isDoubtful }) => isDoubtful)
      for (let end = 1; end <= active.length; end++) {
        if (!active[end - 1]) continue
        const soFar = active.slice(0, end)
        const undecided = Absence.undecided({ slots: slotsOf(soFar), active: soFar }, [])
        for (const { time } of doubtful) if (time[1] < end) assert.deepInclude(undecided, time)
      }
    },
  )

  it.prop(
    "a watch sees the same slots, however the rows come in pieces",
    { rows: fc.uniqueArray(fc.nat(999), { maxLength: 60 }), size: fc.integer({ min: 1, max: 9 }) },
    ({ rows, size }) => {
      // Slots of 10, with 10 between them.
      const slots = Array.from({ length: 50 }, (_, index) => [index * 20, index * 20 + 10] as const)
      const sorted = [...rows].sort((one, other) => one - other)
      const watch = new Absence.Watch(slots)
      for (let from = 0; from < sorted.length; from += size) {
        const piece = sorted.slice(from, from + size)
        watch.add(piece.length, (index) => piece[index]!)
      }
      const expected = slots.map(([from, to]) => sorted.some((row) => from <= row && row < to))
      assert.deepStrictEqual(watch.until(Infinity).active, expected)
      assert.deepStrictEqual(watch.soFar.active, expected.slice(0, expected.lastIndexOf(true) + 1))
    },
  )
})

describe("an empty list", () => {
  const split = { ticker: "AAPL", execution_date: "2024-01-10", split_from: 1, split_to: 2 }

  it.effect("where there are stored rows is asked for again, and the rows stay until a second answer agrees", () => {
    const own = supply({ bars: () => history, splits: () => [split] })
    return Effect.gen(function* () {
      const { machine, store } = yield* start()
      const universe = stocks(["AAPL"])
      const hasSplits = () => [...machine.contents("/store").keys()].some((name) => /^splits.*jsonl/.test(name))
      yield* store.sync(universe, range)
      own.splits = () => []
      yield* TestClock.adjust("1 day")
      const { doubtful } = yield* store.sync(universe, range)
      assert.deepStrictEqual(
        doubtful.map(({ dataset, days }) => [dataset, days]),
        [["splits", []]],
      )
      assert.isTrue(hasSplits())
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual((yield* store.sync(universe, range)).doubtful, [])
      assert.isFalse(hasSplits())
    }).pipe(silent, Effect.provide(service(own)))
  })

  it.effect("that comes once is no loss", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      assert.strictEqual((yield* store.sync(stocks(["AAPL"]), range)).lists, 1)
    }).pipe(
      Effect.provide(
        service(supply({ bars: () => history, splits: () => [split] }), forgetful(/stocks\/v1\/splits/, 1)),
      ),
    ),
  )
})

describe("a kept list without rows", () => {
  const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: lost, to: lost } as const
  const keep = (day: string) =>
    Effect.gen(function* () {
      const { store } = yield* start()
      const options = { day, name: "AAPL" }
      const first = yield* store.keep(Stocks.endpoints.bars, request, options)
      const sent = (yield* requested).length
      yield* TestClock.adjust("1 day")
      const second = yield* store.keep(Stocks.endpoints.bars, request, options)
      const third = yield* store.keep(Stocks.endpoints.bars, request, options)
      return { sent, doubtful: [first, second, third].map(({ doubtful, fetched }) => [fetched, doubtful]) }
    }).pipe(silent)

  it.effect("of a day on which the market is open is asked for again, until a second answer agrees", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* keep(lost), {
        sent: 2,
        doubtful: [
          [true, true],
          [true, false],
          [false, false],
        ],
      })
    }).pipe(Effect.provide(service(supply()))),
  )

  it.effect("of a Sunday is believed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* keep("2024-06-09")).doubtful, [
        [true, false],
        [false, false],
        [false, false],
      ])
    }).pipe(Effect.provide(service(supply()))),
  )
})
