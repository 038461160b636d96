import { Renames, Universe } from "@candela/history"
import { dateOf, midnight } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream, TestClock } from "effect"
import { Machine } from "./memory.js"
import { bar, days, open, service, supply } from "./support.js"

const zone = "America/New_York"

/** Facebook had META from 2022-06-09 on; a fund had it until May 27. */
const tenures = Renames.ofEvents("META", [
  { date: "2012-05-18", ticker_change: { ticker: "FB" } },
  { date: "2022-06-09", ticker_change: { ticker: "META" } },
])
const listings = [...Renames.listings(tenures), { ticker: "META", delisted_utc: "2022-05-27" }]

const sessions = days("2022-05-23", "2022-06-14").filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
const barsOf = (ticker: string) =>
  sessions
    .filter((day) => {
      const date = dateOf(zone, day)
      if (ticker === "FB") return date <= "2022-06-08"
      return ticker === "META" && (date >= "2022-06-09" || date <= "2022-05-27")
    })
    .map((day) => bar(day, ticker === "META" && day < midnight(zone, "2022-05-28") ? 15 : 190))

const tradesOf = (ticker: string) =>
  barsOf(ticker).map(({ c, t }, index) => ({
    ...{ sip_timestamp: BigInt(t + 12 * 3_600_000) * 1_000_000n, price: c, sequence_number: index },
  }))

const range = { from: "2022-05-23", to: "2022-06-14" }

describe("a company in a store", () => {
  it.effect("has its bars and trades under its present ticker, and is not missed after its rename", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight(zone, "2022-07-01"))
      const store = yield* open(new Machine().fileSystem)
      const tickers = Renames.tickers(tenures)
      assert.deepStrictEqual(tickers, ["FB", "META"])
      const bars = Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "day", listings })
      const trades = Universe.ticks(Stocks.endpoints.trades, { tickers, listings })
      const all = [...barsOf("FB"), ...barsOf("META").filter(({ c }) => c === 190)].map(({ t }) => dateOf(zone, t))
      for (const by of ["ticker", "day"] as const) {
        const { doubtful } = yield* store.sync(bars, range, { by })
        assert.deepStrictEqual(doubtful, [])
      }
      assert.deepStrictEqual((yield* store.sync(trades, range)).doubtful, [])
      const ofBars = yield* store.read(bars, range, { order: "time" }).pipe(Renames.follow(tenures), Stream.runCollect)
      assert.deepStrictEqual(
        Chunk.toReadonlyArray(ofBars).map(({ ticker, timestamp }) => [ticker, dateOf(zone, timestamp)]),
        all.map((date) => ["META", date]),
      )
      const ofTrades = yield* store.read(trades, range).pipe(
        Stream.map((trade) => ({ ...trade, timestamp: Number(trade.sip_timestamp / 1_000_000n) })),
        Renames.follow(tenures),
        Stream.runCollect,
      )
      assert.deepStrictEqual(
        Chunk.toReadonlyArray(ofTrades).map(({ ticker, timestamp }) => [ticker, dateOf(zone, timestamp)]),
        all.map((date) => ["META", date]),
      )
      // Without the listings the days after the rename are doubtful, and cannot be read yet.
      const other = yield* open(new Machine().fileSystem)
      const blind = Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "day" })
      const { doubtful } = yield* other.sync(blind, range)
      assert.isTrue(doubtful.some(({ days, ticker }) => ticker === "FB" && days.includes("2022-06-09")))
      const { failures } = yield* other.sync(bars, range)
      assert.deepStrictEqual(failures, [])
      assert.strictEqual(yield* Stream.runCount(other.read(bars, range)), barsOf("FB").length + barsOf("META").length)
    }).pipe(Effect.provide(service(supply({ bars: barsOf, trades: tradesOf, market: () => ["FB", "META"] })))),
  )
})
