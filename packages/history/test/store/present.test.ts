/** Clocks that differ, lists that grow, and what is odd in written bars. */
import { dayMillis, midnight } from "@candela/market/TimeZone"
import * as Calendar from "@candela/market/Calendar"
import { assert, describe, it } from "@effect/vitest"
import { Stocks } from "@candela/stocks"
import { Chunk, Effect, Logger, Stream, TestClock } from "effect"
import * as Manifest from "../../src/internal/store/layout/manifest.js"
import { Machine } from "./memory.js"
import { bar, open, requestsOf, service, stocks, supply, type WireBar } from "./support.js"

const at = (date: string) => midnight("America/New_York", date)
const noonOf = (date: string) => at(date) + dayMillis / 2
const history = Calendar.sessions("2024-05-01", "2024-07-31").map(({ midnight }) => bar(midnight, 100))
const range = { from: "2024-05-01", to: "2024-07-19" }
const universe = stocks(["AAPL", "MSFT"])
const silent = Effect.provide(Logger.remove(Logger.defaultLogger))

/** Log texts of an effect. */
const logged = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const texts: Array<string> = []
    const logger = Logger.make(({ message }) => texts.push([message].flat().join(" ")))
    const value = yield* Effect.provide(effect, Logger.replace(Logger.defaultLogger, logger))
    return { texts, value }
  })

/** A service that has the bars up to its present. `ahead`: by how many days this machine's clock is ahead. */
const world = (hidden: boolean) => {
  const state = { ahead: 0 }
  const present = { now: noonOf("2024-06-14") }
  const own = supply({
    bars: () => history.filter(({ t }) => t <= present.now),
    market: () => ["AAPL", "MSFT"],
    time: () => (hidden ? undefined : present.now),
  })
  return {
    own,
    /** Sets the service's day, and this machine's clock. */
    on: (date: string, ahead: number) => {
      state.ahead = ahead
      present.now = noonOf(date)
      return TestClock.setTime(present.now + ahead * dayMillis)
    },
  }
}

const count = (store: Effect.Effect.Success<ReturnType<typeof open>>) =>
  Effect.map(Stream.runCollect(store.read(universe, range)), Chunk.size)

const expected = 2 * Calendar.sessions(range.from, range.to).length

describe("a clock", () => {
  for (const hidden of [false, true])
    for (const [name, ahead] of [
      ["ahead", 30],
      ["back", -30],
    ] as const)
      it.effect(`that is ${name} by a month loses no row; the service ${hidden ? "hides" : "tells"} its time`, () => {
        const { on, own } = world(hidden)
        return Effect.gen(function* () {
          const machine = new Machine()
          yield* on("2024-06-14", ahead)
          const wrong = yield* open(machine.fileSystem)
          const first = yield* logged(wrong.sync(universe, range))
          if (!hidden) assert.strictEqual(Math.round(first.value.clockAhead! / dayMillis), ahead)
          assert.deepStrictEqual(
            first.texts.filter((text) => text.includes("clock")).map((text) => /is (\d+ days \w+)/.exec(text)![1]),
            hidden ? [] : [`30 days ${ahead > 0 ? "ahead" : "behind"}`],
          )
          yield* on("2024-07-31", 0)
          const right = yield* open(machine.fileSystem)
          yield* right.sync(universe, range)
          assert.strictEqual(yield* count(right), expected)
        }).pipe(silent, Effect.provide(service(own)))
      })

  it.effect("that differs where nothing changes is not told", () => {
    const { on, own } = world(false)
    return Effect.gen(function* () {
      yield* on("2024-06-14", 300)
      const store = yield* open(new Machine().fileSystem)
      const { texts, value } = yield* logged(store.sync(universe, { from: "2024-05-01", to: "2024-06-07" }))
      assert.deepStrictEqual([texts, value.clockAhead], [[], undefined])
    }).pipe(Effect.provide(service(own)))
  })

  it.effect("that was ahead before: settled time in the future is cut, told, and asked for when it comes", () => {
    const { on, own } = world(false)
    return Effect.gen(function* () {
      const machine = new Machine()
      yield* on("2024-06-14", 0)
      const store = yield* open(machine.fileSystem)
      yield* store.sync(universe, range)
      // As a version without this protection left it.
      for (const [name, content] of machine.files) {
        if (!name.endsWith("manifest.json") || !name.includes("/bars/")) continue
        const manifest = Manifest.parse(new TextDecoder().decode(content.bytes))
        assert.isTrue(manifest._tag === "Right")
        if (manifest._tag === "Left") continue
        const intervals = [[at(range.from), at("2024-07-13")] as const]
        content.bytes = new TextEncoder().encode(Manifest.print({ ...manifest.right, intervals }))
      }
      const { texts, value } = yield* logged(store.sync(universe, range))
      assert.deepStrictEqual(
        value.cuts.map(({ ticker, to }) => [ticker, to]),
        [
          ["AAPL", at("2024-07-13")],
          ["MSFT", at("2024-07-13")],
        ],
      )
      assert.lengthOf(
        texts.filter((text) => text.includes("in the future")),
        1,
      )
      assert.deepStrictEqual((yield* silent(store.sync(universe, range))).cuts, [])
      yield* on("2024-07-31", 0)
      yield* store.sync(universe, range)
      assert.strictEqual(yield* count(store), expected)
    }).pipe(Effect.provide(service(own)))
  })

  it.effect("of a service that is hidden settles nothing after the newest bar of any ticker", () => {
    const { on, own } = world(true)
    return Effect.gen(function* () {
      yield* on("2024-06-14", 30)
      const store = yield* open(new Machine().fileSystem)
      yield* silent(store.sync(universe, range))
      const missing = yield* store.missing(universe, range, { datasets: ["bars"], settled: true })
      assert.deepStrictEqual([...new Set(missing.map(({ from }) => from))], [at("2024-06-17")])
    }).pipe(Effect.provide(service(own)))
  })
})

describe("a clock that differs from the service's", () => {
  for (const ahead of [30, -30])
    it.effect(`sends nothing for a settled range that is synced again on the same day: by ${ahead} days`, () => {
      const { on, own } = world(false)
      return Effect.gen(function* () {
        yield* on("2024-07-31", ahead)
        const store = yield* open(new Machine().fileSystem)
        const settled = { from: "2024-05-01", to: "2024-06-14" }
        yield* store.sync(universe, settled)
        assert.strictEqual(yield* requestsOf(store.sync(universe, settled)), 0)
        yield* on("2024-08-01", ahead)
        assert.strictEqual(yield* requestsOf(store.sync(universe, settled)), 2)
      }).pipe(silent, Effect.provide(service(own)))
    })

  it.effect("by being set back cuts nothing, and says nothing of a clock that was ahead", () => {
    const { on, own } = world(false)
    return Effect.gen(function* () {
      yield* on("2024-07-31", 0)
      const store = yield* open(new Machine().fileSystem)
      yield* store.sync(universe, range)
      yield* on("2024-07-31", -30)
      const { texts, value } = yield* logged(store.sync(universe, range))
      assert.deepStrictEqual(value.cuts, [])
      assert.deepStrictEqual(
        texts.filter((text) => text.includes("in the future")),
        [],
      )
      yield* on("2024-07-31", 0)
      assert.strictEqual(yield* count(store), expected)
    }).pipe(silent, Effect.provide(service(own)))
  })

  for (const ahead of [-3, 30])
    it.effect(`does not make two answers of one day agree, nor two of two days wait: by ${ahead} days`, () => {
      const { on, own } = world(false)
      const lost = "2024-06-05"
      const bars = own.bars
      own.bars = (ticker) => bars(ticker).filter(({ t }) => t !== at(lost))
      return Effect.gen(function* () {
        const whole = { from: "2024-05-01", to: "2024-06-12" }
        yield* on("2024-06-20", ahead)
        const store = yield* open(new Machine().fileSystem)
        assert.lengthOf((yield* store.sync(universe, whole)).doubtful, 2)
        yield* on("2024-06-20", 0)
        assert.lengthOf((yield* store.sync(universe, whole)).doubtful, 2)
        yield* on("2024-06-21", 0)
        assert.lengthOf((yield* store.sync(universe, whole)).doubtful, 0)
      }).pipe(silent, Effect.provide(service(own)))
    })

  it.effect("that was ahead without a service that tells its time makes no doubt wait for it", () => {
    const { on, own } = world(true)
    const lost = "2024-06-05"
    const bars = own.bars
    own.bars = (ticker) => bars(ticker).filter(({ t }) => t !== at(lost))
    return Effect.gen(function* () {
      const whole = { from: "2024-05-01", to: "2024-06-12" }
      const store = yield* open(new Machine().fileSystem)
      const doubtfulOn = (date: string, ahead: number) =>
        Effect.zipRight(
          on(date, ahead),
          Effect.map(store.sync(universe, whole), ({ doubtful }) => doubtful.length),
        )
      const found = [yield* doubtfulOn("2024-06-20", 30), yield* doubtfulOn("2024-06-20", 0)]
      assert.deepStrictEqual([...found, yield* doubtfulOn("2024-06-21", 0)], [2, 2, 0])
    }).pipe(silent, Effect.provide(service(own)))
  })

  for (const ahead of [2, -2])
    it.effect(`keeps a list of today under the service's day: by ${ahead} days`, () => {
      const { on, own } = world(false)
      own.ratios = () => [{ ticker: "AAPL", date: "2024-07-31", price: 100 }]
      return Effect.gen(function* () {
        const store = yield* open(new Machine().fileSystem)
        const keep = store.keep(Stocks.endpoints.ratios, {})
        yield* on("2024-07-31", ahead)
        const wrong = yield* keep
        const again = yield* keep
        yield* on("2024-07-31", 0)
        const right = yield* keep
        assert.deepStrictEqual(
          [wrong, again, right].map(({ day, fetched, rows }) => [day, fetched, rows]),
          [
            ["2024-07-31", true, 1],
            ["2024-07-31", false, 1],
            ["2024-07-31", false, 1],
          ],
        )
      }).pipe(silent, Effect.provide(service(own)))
    })
})

describe("splits and dividends", () => {
  const split = { ticker: "AAPL", execution_date: "2024-06-20", split_from: 1, split_to: 10 }

  it.effect("know up to when they are known, and reading later bars by them warns", () => {
    const own = supply({ bars: () => history, splits: (ticker) => (ticker === "AAPL" ? [split] : []) })
    const bars = { datasets: ["bars"] } as const
    return Effect.gen(function* () {
      yield* TestClock.setTime(noonOf("2024-06-14"))
      const store = yield* open(new Machine().fileSystem)
      assert.strictEqual(yield* store.knownAt(universe), undefined)
      yield* silent(store.sync(universe, { from: range.from, to: "2024-06-12" }))
      assert.strictEqual(yield* store.knownAt(universe), "2024-06-14")
      yield* TestClock.setTime(noonOf("2024-06-25"))
      yield* silent(store.sync(universe, { from: range.from, to: "2024-06-21" }, bars))
      const read = (to: string) =>
        Effect.map(
          logged(Stream.runDrain(store.read(universe, { from: range.from, to }, { adjust: "splits", gaps: "allow" }))),
          ({ texts }) => texts,
        )
      assert.deepStrictEqual(yield* read("2024-06-14"), [])
      const [text, ...others] = yield* read("2024-06-21")
      assert.lengthOf(others, 0)
      assert.include(text, "Splits and dividends of AAPL (and of 1 other ticker) are known up to 2024-06-14")
      yield* silent(store.sync(universe, { from: range.from, to: "2024-06-21" }))
      assert.strictEqual(yield* store.knownAt(universe), "2024-06-25")
      assert.deepStrictEqual(yield* read("2024-06-21"), [])
    }).pipe(Effect.provide(service(own)))
  })

  it.effect("of a store of an earlier version are asked for again", () => {
    const own = supply({ bars: () => history })
    return Effect.gen(function* () {
      yield* TestClock.setTime(noonOf("2024-06-14"))
      const machine = new Machine()
      const store = yield* open(machine.fileSystem)
      const settled = { from: range.from, to: "2024-06-07" }
      yield* store.sync(universe, settled)
      for (const [name, content] of machine.files) {
        if (!name.endsWith("manifest.json")) continue
        const manifest = Manifest.parse(new TextDecoder().decode(content.bytes))
        if (manifest._tag === "Left") continue
        const { knownAt: _, ...old } = manifest.right
        content.bytes = new TextEncoder().encode(Manifest.print(old))
      }
      assert.strictEqual(yield* requestsOf(store.sync(universe, settled)), 2)
      assert.strictEqual(yield* requestsOf(store.sync(universe, settled)), 0)
    }).pipe(Effect.provide(service(own)))
  })
})

describe("what is odd in written bars", () => {
  const minutes = (day: string, price: (minute: number) => number, volume = 1): ReadonlyArray<WireBar> =>
    Array.from({ length: 30 }, (_, minute) => ({
      ...bar(at(day) + 36_000_000 + minute * 60_000, price(minute)),
      v: volume,
    }))

  it.effect("is told, by ticker and day, and refused nowhere", () => {
    const moving = (minute: number) => 100 + minute / 100
    const bars: Readonly<Record<string, ReadonlyArray<WireBar>>> = {
      SOUND: [...minutes("2024-06-03", moving), ...minutes("2024-06-04", moving)],
      SPLIT: [...minutes("2024-06-03", moving), ...minutes("2024-06-04", (minute) => moving(minute) / 10)],
      JUMP: [...minutes("2024-06-03", moving), ...minutes("2024-06-04", (minute) => moving(minute) / 10)],
      STILL: [...minutes("2024-06-03", moving), ...minutes("2024-06-04", () => 100)],
      IDLE: [...minutes("2024-06-03", moving, 0), ...minutes("2024-06-04", moving)],
    }
    const split = { ticker: "SPLIT", execution_date: "2024-06-04", split_from: 1, split_to: 10 }
    const own = supply({
      bars: (ticker) => bars[ticker]!,
      splits: (ticker) => (ticker === "SPLIT" ? [split] : []),
    })
    return Effect.gen(function* () {
      yield* TestClock.setTime(noonOf("2024-06-14"))
      const store = yield* open(new Machine().fileSystem)
      const days = { from: "2024-06-03", to: "2024-06-04" }
      const { doubts, rows, tickers } = yield* store.sync(stocks(Object.keys(bars), "minute"), days)
      assert.deepStrictEqual(doubts, [
        { ticker: "IDLE", reason: "volume", days: ["2024-06-03"] },
        { ticker: "JUMP", reason: "jump", days: ["2024-06-04"] },
        { ticker: "STILL", reason: "still", days: ["2024-06-04"] },
      ])
      assert.strictEqual(rows, 300)
      assert.deepStrictEqual(tickers[0], { ticker: "SOUND", rows: 60, last: "2024-06-04" })
    }).pipe(Effect.provide(service(own)))
  })
})
