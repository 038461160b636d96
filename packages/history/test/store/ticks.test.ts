import type { StockTrade } from "@candela/stocks"
import { Universe } from "@candela/history"
import { dateOf, midnight } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks"
import { isAll, stride } from "@candela/support/seeded"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Fiber, Stream, TestClock } from "effect"
import { Machine } from "./memory.js"
import { bar, days, open, requested, requestsOf, service, stocks, supply, type WireTrade } from "./support.js"

const zone = "America/New_York"
const at = (date: string) => midnight(zone, date)
const now = at("2024-06-14") + 12 * 3_600_000
const sessions = (from: string, to: string) =>
  days(from, to).filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))

/** Trades of a day from its opening on: several share an instant, and many a millisecond. */
const ofDay = (day: number, length: number): ReadonlyArray<WireTrade> => {
  let nanos = BigInt(day + 9.5 * 3_600_000) * 1_000_000n
  return Array.from({ length }, (_, index) => {
    nanos += [0n, 1n, 0n, 300_000n, 999_999n, 12_345_678n][index % 6]!
    return {
      sip_timestamp: nanos,
      price: 100 + (index % 17) / 100,
      ...(index % 3 === 0 ? {} : { conditions: index % 3 === 1 ? [12, 37] : [] }),
      sequence_number: 1 + index,
    }
  })
}

const universe = Universe.ticks(Stocks.endpoints.trades, { tickers: ["AAPL"] })
const week = { from: "2024-06-03", to: "2024-06-07" }

const trades = sessions("2024-06-03", "2024-06-13").flatMap((day) => ofDay(day, 330))

const rowsOf = (from: string, to: string, all: ReadonlyArray<WireTrade> = trades) =>
  all
    .filter(({ sip_timestamp: time }) => {
      const day = dateOf(zone, Number(time / 1_000_000n))
      return day >= from && day <= to
    })
    .map((trade) => ({ ...trade, ticker: "AAPL" }))

const read = (store: Effect.Effect.Success<ReturnType<typeof open>>, range = week) =>
  Effect.map(Stream.runCollect(store.read(universe, range)), (rows) =>
    Chunk.toReadonlyArray(rows as Chunk.Chunk<StockTrade & { readonly ticker: string }>),
  )

/** An answer without rows. */
const silence = ScriptedTransport.json({ status: "OK", results: [] })

describe("trades in a store", () => {
  it.effect("are those of the service, in files of a part of a day", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const machine = new Machine()
      const store = yield* open(machine.fileSystem)
      const progress: Array<number> = []
      const { files, rows, tickers } = yield* store.sync(universe, week, {
        onProgress: ({ done }) => Effect.sync(() => progress.push(done)),
      })
      assert.strictEqual(rows, 5 * 330)
      assert.deepStrictEqual(tickers, [{ ticker: "AAPL", rows: 5 * 330, last: "2024-06-07" }])
      assert.deepStrictEqual(yield* read(store), rowsOf("2024-06-03", "2024-06-07") as never)
      const stored = yield* store.files(universe)
      assert.strictEqual(stored.length, files)
      assert.deepStrictEqual(
        stored.slice(0, 4).map(({ dataset, period }) => [dataset, period]),
        ["2024-06-03", "2024-06-03.001", "2024-06-03.002", "2024-06-03.003"].map((name) => ["stocks.trades", name]),
      )
      assert.isTrue(stored.every(({ rows }) => rows <= 100))
      assert.deepStrictEqual((yield* store.verify()).damages, [])
      assert.strictEqual(progress.at(-1), 1)
      assert.strictEqual(progress.length, files)
      // A day, and an instant within one.
      const [day] = rowsOf("2024-06-04", "2024-06-04").slice(-200)
      const from = Number(day!.sip_timestamp / 1_000_000n)
      const part = yield* read(store, { from, to: from + 20 } as never)
      assert.deepStrictEqual(
        part,
        rowsOf("2024-06-04", "2024-06-04").filter(({ sip_timestamp: time }) => {
          const milli = Number(time / 1_000_000n)
          return milli >= from && milli <= from + 20
        }) as never,
      )
    }).pipe(Effect.provide(service(supply({ trades: () => trades })))),
  )

  it.effect("sends nothing for settled days, and changes nothing of those asked for again", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const machine = new Machine()
      const store = yield* open(machine.fileSystem)
      yield* store.sync(universe, week)
      assert.strictEqual(yield* requestsOf(store.sync(universe, week)), 0)
      const before = machine.contents("/store")
      const { changes, files } = yield* store.sync(universe, week, { refresh: week })
      assert.deepStrictEqual({ changes, files }, { changes: [], files: 0 })
      assert.deepStrictEqual(machine.contents("/store"), before)
      // Today and yesterday are asked for again.
      const days = { from: "2024-06-12", to: "2024-06-14" }
      yield* store.sync(universe, days)
      const missing = yield* store.missing(universe, days)
      assert.deepStrictEqual(
        missing.map(({ from, to }) => [dateOf(zone, from), dateOf(zone, to)]),
        [["2024-06-13", "2024-06-15"]],
      )
      assert.isAbove((yield* store.preview(universe, days)).requests, 0)
    }).pipe(Effect.provide(service(supply({ trades: () => trades })))),
  )

  it.effect("have the corrections of a past day, and the summary says which", () => {
    let own: ReadonlyArray<WireTrade> = trades
    return Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const machine = new Machine()
      const store = yield* open(machine.fileSystem)
      yield* store.sync(universe, week)
      const first = ofDay(at("2024-06-05"), 330)
      const of = (index: number) => first[index]!.sip_timestamp
      own = trades.flatMap((trade) => {
        if (trade.sip_timestamp === of(40)) return trade.sequence_number === 41 ? [] : [trade]
        if (trade.sip_timestamp === of(250)) return [{ ...trade, price: 1 }]
        return [trade]
      })
      const { changes } = yield* store.sync(universe, week, { refresh: { from: "2024-06-05", to: "2024-06-05" } })
      const changed = own.filter(({ price }) => price === 1).length
      assert.deepStrictEqual(changes, [
        {
          ...{ dataset: "stocks.trades", ticker: "AAPL", period: "2024-06-05" },
          ...{ added: 0, removed: 1, changed },
          ...{ first: Number(of(40) / 1_000_000n), last: Number(of(250) / 1_000_000n) },
        },
      ])
      assert.deepStrictEqual(yield* read(store), rowsOf("2024-06-03", "2024-06-07", own) as never)
      assert.deepStrictEqual((yield* store.verify()).damages, [])
      assert.deepStrictEqual(yield* store.compact, { files: 0, bytes: 0 })
    }).pipe(Effect.provide(service(supply({ trades: () => own }))))
  })

  it.effect("are the same files, wherever it was killed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const sync = (machine: Machine) =>
        Effect.flatMap(open(machine.fileSystem), (store) =>
          store.sync(universe, { from: "2024-06-04", to: "2024-06-05" }),
        )
      const undisturbed = new Machine()
      yield* sync(undisturbed)
      const [total, expected] = [undisturbed.changes, undisturbed.contents("/store")]
      assert.isAbove(total, 20)
      for (let change = 1; change <= total; change += stride(8)) {
        for (const halfDone of isAll ? [false, true] : [change % 2 === 0]) {
          const machine = new Machine()
          machine.failAt = change
          machine.halfDone = halfDone
          yield* Effect.exit(sync(machine))
          machine.start()
          const store = yield* open(machine.fileSystem)
          assert.deepStrictEqual((yield* store.verify()).damages, [], `change ${change}`)
          // A day is there as a whole, or not at all.
          const seen = yield* Stream.runCollect(
            store.read(universe, { from: "2024-06-04", to: "2024-06-05" }, { gaps: "allow" }),
          )
          assert.include([0, 330, 660], seen.length, `change ${change}`)
          yield* sync(machine)
          assert.deepStrictEqual(machine.contents("/store"), expected, `change ${change} of ${total}`)
        }
      }
    }).pipe(Effect.provide(service(supply({ trades: () => trades })))),
  )

  it.effect("go on after the last part of a day, and ask for no row before it again", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const machine = new Machine()
      const day = { from: "2024-06-04", to: "2024-06-04" }
      const store = yield* open(machine.fileSystem)
      let parts = 0
      yield* Effect.exit(
        store.sync(universe, day, { onProgress: () => (++parts === 2 ? Effect.interrupt : Effect.void) }),
      )
      const before = (yield* requested).length
      const resumed = yield* store.sync(universe, day)
      const [first] = (yield* requested).slice(before)
      const from = BigInt(new URL(`http://a${first!}`).searchParams.get("timestamp.gte")!)
      const stored = yield* store.files(universe)
      assert.strictEqual(resumed.rows, 330 - stored[0]!.rows - stored[1]!.rows)
      const rest = rowsOf("2024-06-04", "2024-06-04").filter(({ sip_timestamp: time }) => time >= from)
      assert.strictEqual(rest.length, resumed.rows)
      assert.deepStrictEqual(yield* read(store, day), rowsOf("2024-06-04", "2024-06-04") as never)
    }).pipe(Effect.provide(service(supply({ trades: () => trades })))),
  )

  const begun = (
    then: (machine: Machine, supplied: { own: ReadonlyArray<WireTrade> }) => Effect.Effect<void, unknown, never>,
  ) => {
    const supplied = { own: trades }
    const day = { from: "2024-06-13", to: "2024-06-13" }
    return Effect.gen(function* () {
      // The day of the trades has not settled.
      yield* TestClock.setTime(now)
      const machine = new Machine()
      const store = yield* open(machine.fileSystem)
      let parts = 0
      yield* Effect.exit(
        store.sync(universe, day, { onProgress: () => (++parts === 2 ? Effect.interrupt : Effect.void) }),
      )
      yield* then(machine, supplied)
      yield* store.sync(universe, day)
      assert.deepStrictEqual(yield* read(store, day), rowsOf(day.from, day.to, supplied.own) as never)
      assert.deepStrictEqual(yield* store.compact, { files: 0, bytes: 0 })
    }).pipe(Effect.provide(service(supply({ trades: () => supplied.own }))))
  }
  const corrected = trades.map((trade) => (trade.sequence_number < 50 ? { ...trade, price: 7 } : trade))

  it.effect("a day is fetched again from its start once it has settled", () =>
    begun((_, supplied) =>
      Effect.suspend(() => {
        supplied.own = corrected
        return TestClock.adjust("3 days")
      }),
    ),
  )

  it.effect("a day is fetched again from its start if a part is damaged", () =>
    begun((machine) =>
      Effect.sync(() => {
        const [name] = [...machine.files.keys()].filter((name) => name.endsWith(".jsonl"))
        const { bytes } = machine.files.get(name!)!
        bytes[bytes.length - 5]! ^= 1
      }),
    ),
  )

  it.effect("a day is fetched again from its start if nothing follows", () => {
    let isSilent = false
    const day = { from: "2024-06-12", to: "2024-06-12" }
    return Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const machine = new Machine()
      const store = yield* open(machine.fileSystem)
      let parts = 0
      yield* Effect.exit(
        store.sync(universe, day, { onProgress: () => (++parts === 2 ? Effect.interrupt : Effect.void) }),
      )
      isSilent = true
      yield* store.sync(universe, day)
      assert.deepStrictEqual(yield* read(store, day), rowsOf(day.from, day.to) as never)
    }).pipe(
      Effect.provide(
        service(
          supply({
            // Silent for what comes after the parts.
            trades: () => trades,
          }),
          ({ url }) => {
            const from = url.searchParams.get("timestamp.gte")
            const isLater = from !== null && BigInt(from) > BigInt(at("2024-06-12")) * 1_000_000n
            return isSilent && isLater ? silence : undefined
          },
        ),
      ),
    )
  })

  it.effect("of several writers at once are whole", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const machine = new Machine()
      const range = { from: "2024-06-04", to: "2024-06-05" }
      const fibers = yield* Effect.forEach([1, 2, 3], () =>
        Effect.flatMap(open(machine.fileSystem, "/store", { writers: "many" }), (store) =>
          Effect.fork(store.sync(universe, range)),
        ),
      )
      yield* Effect.forEach(fibers, Fiber.join)
      const store = yield* open(machine.fileSystem, "/store", { writers: "many" })
      assert.deepStrictEqual(yield* read(store, range), rowsOf(range.from, range.to) as never)
      assert.deepStrictEqual((yield* store.verify()).damages, [])
    }).pipe(Effect.provide(service(supply({ trades: () => trades })))),
  )
})

describe("days without trades", () => {
  const lost = at("2024-06-05")
  const others = trades.filter(({ sip_timestamp: time }) => dateOf(zone, Number(time / 1_000_000n)) !== "2024-06-05")
  const range = { from: "2024-06-03", to: "2024-06-13" }

  it.effect("of a ticker that trades on those around are doubtful, until a second answer agrees", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const machine = new Machine()
      const store = yield* open(machine.fileSystem)
      const { doubtful } = yield* store.sync(universe, range)
      assert.deepStrictEqual(
        doubtful.map(({ dataset, days }) => ({ dataset, days })),
        [{ dataset: "stocks.trades", days: ["2024-06-05"] }],
      )
      const error = yield* Effect.flip(Stream.runDrain(store.read(universe, week)))
      assert.strictEqual(error._tag, "MissingError")
      yield* TestClock.adjust("2 days")
      const { doubts } = yield* store.sync(universe, range)
      assert.deepStrictEqual(doubts, [{ ticker: "AAPL", reason: "absent", days: ["2024-06-05"] }])
      assert.strictEqual((yield* read(store)).length, 4 * 330)
    }).pipe(Effect.provide(service(supply({ trades: () => others })))),
  )

  it.effect("are doubtful if there are bars of them, of a ticker that trades seldom, too", () => {
    const seldom = trades.filter(({ sip_timestamp: time }) =>
      ["2024-06-03", "2024-06-11"].includes(dateOf(zone, Number(time / 1_000_000n))),
    )
    return Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const store = yield* open(new Machine().fileSystem)
      assert.deepStrictEqual((yield* store.sync(universe, range)).doubtful, [])
      const other = yield* open(new Machine().fileSystem)
      yield* other.sync(stocks(["AAPL"]), range)
      const { doubtful } = yield* other.sync(universe, range)
      assert.deepStrictEqual(
        doubtful.flatMap(({ days }) => days),
        ["2024-06-05"],
      )
    }).pipe(
      Effect.provide(
        service(
          supply({
            trades: () => seldom,
            bars: () => [at("2024-06-03"), lost, at("2024-06-11")].map((day) => bar(day)),
          }),
        ),
      ),
    )
  })
})
