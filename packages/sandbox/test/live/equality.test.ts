/** The rows of the live channel are those of requests. */
import { Crypto } from "@candela/crypto/Crypto"
import { MarketData } from "@candela/core/MarketData"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream, TestClock } from "effect"
import { prepared, subscribed, type Told } from "./support.js"

const from = Date.parse("2025-06-30T15:00:00-04:00")

/** A sandbox in process: requests and live channel on one clock. */
const world = (live: Sandbox.LiveOptions, options: Sandbox.Options = {}) =>
  Layer.mergeAll(Stocks.layer, Crypto.layer).pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox" })),
    Layer.provideMerge(Sandbox.liveLayer({ ...options, live })),
  )

type BarEvent = Readonly<Record<"s" | "o" | "h" | "l" | "c" | "v" | "vw" | "z", number>>

/** Bars of a ticker from the start on: those of the minutes before may get late trades. */
const barsOf = (told: ReadonlyArray<Told>, code: string, ticker: string) =>
  told.filter(
    ({ ev, pair, s, sym }) => ev === code && (sym ?? pair) === ticker && (s as number) >= from,
  ) as ReadonlyArray<unknown> as ReadonlyArray<BarEvent>

const pick = ({ c, h, l, o, s, v, vw }: BarEvent) => ({
  timestamp: s,
  open: o,
  high: h,
  low: l,
  close: c,
  volume: v,
  vwap: vw,
})

/** Last event of each window. */
const lastOf = (bars: ReadonlyArray<BarEvent>) =>
  [...new Map(bars.map((bar) => [bar.s, pick(bar)])).values()].sort((one, other) => one.timestamp - other.timestamp)

/** Bars of requests without what the live channel lacks. */
const minutesOf = (ticker: string, from: number, to: number) =>
  Effect.gen(function* () {
    const range = { multiplier: 1, timespan: "minute", from: new Date(from), to: new Date(to) } as const
    const bars = ticker.startsWith("X:")
      ? (yield* Crypto).bars.stream({ cryptoTicker: ticker, ...range })
      : (yield* Stocks).bars.stream({ stocksTicker: ticker, ...range })
    return Chunk.toReadonlyArray(yield* Stream.runCollect(bars)).map(
      ({ close, high, low, open, timestamp, volume, vwap }) => ({
        ...{ timestamp, open, high, low, close, volume, vwap: vwap! },
      }),
    )
  })

/** The rows of seconds within a minute, combined. */
const combined = (bars: ReadonlyArray<BarEvent>) => ({
  open: bars[0]!.o,
  high: Math.max(...bars.map(({ h }) => h)),
  low: Math.min(...bars.map(({ l }) => l)),
  close: bars.at(-1)!.c,
  volume: bars.reduce((sum, { v }) => sum + v * 1e8, 0) / 1e8,
})

describe("an hour of the live channel", () => {
  for (const [path, name, ticker] of [
    ["/stocks", "AM.AAPL", "AAPL"],
    ["/crypto", "XA.BTC-USD", "X:BTCUSD"],
  ] as const) {
    it.effect(`has the bars of requests at each instant, and at the end those with all late trades: ${ticker}`, () =>
      Effect.gen(function* () {
        const client = yield* subscribed(path, name)
        const [code, wire] = name.split(".") as [string, string]
        yield* prepared
        let revised = 0
        for (let instant = 0; instant < 11; instant++) {
          yield* TestClock.adjust(instant === 0 ? "61 seconds" : "5 minutes")
          const bars = barsOf(client.frames.flat(), code, wire)
          const last = lastOf(bars)
          revised += bars.length - last.length
          assert.deepStrictEqual(last, yield* minutesOf(ticker, from, last.at(-1)!.timestamp), `${instant}`)
        }
        assert.isAbove(revised, 50)
      }).pipe(Effect.provide(world({ from, late: 0.5 }))),
    )
  }

  it.effect("has seconds that combine to the minute, and trades that are those of requests", () =>
    Effect.gen(function* () {
      const client = yield* subscribed("/stocks", "AM.KO,A.KO,T.KO")
      yield* prepared
      yield* TestClock.adjust("300 millis")
      const told = client.frames.flat()
      const minutes = lastOf(barsOf(told, "AM", "KO"))
      const seconds = barsOf(told, "A", "KO")
      assert.isAbove(minutes.length, 3)
      for (const { timestamp, vwap: _, ...bar } of minutes.slice(0, -1)) {
        const own = seconds.filter(({ s }) => s >= timestamp && s < timestamp + 60_000)
        assert.deepStrictEqual(combined(own), bar)
      }
      const until = minutes.at(-1)!.timestamp
      const trades = yield* Stream.runCollect(
        (yield* Stocks).trades.stream({
          stockTicker: "KO",
          "timestamp.gte": BigInt(from) * 1_000_000n,
          "timestamp.lt": BigInt(until) * 1_000_000n,
          order: "asc",
        }),
      )
      assert.deepStrictEqual(
        told.filter(({ ev, t }) => ev === "T" && (t as number) < until).map(({ i, p, q, t, x }) => [i, p, q, t, x]),
        Chunk.toReadonlyArray(trades).map((trade) => [
          ...[trade.id, trade.price, trade.sequence_number],
          ...[Number(trade.sip_timestamp / 1_000_000n), trade.exchange],
        ]),
      )
    }).pipe(Effect.provide(world({ from, late: 0.5, speed: 1_000 }))),
  )

  it.effect("is ahead of requests by their lag", () =>
    Effect.gen(function* () {
      const client = yield* subscribed("/stocks", "AM.AAPL")
      yield* prepared
      yield* TestClock.adjust("5 minutes")
      const bars = lastOf(barsOf(client.frames.flat(), "AM", "AAPL"))
      assert.deepStrictEqual(yield* minutesOf("AAPL", from, bars.at(-1)!.timestamp), bars.slice(0, -2))
    }).pipe(Effect.provide(world({ from, late: 0, lag: "2 minutes" }))),
  )

  it.effect("has the crypto trades of the day", () =>
    Effect.gen(function* () {
      const client = yield* subscribed("/crypto", "XT.SOL-USD")
      yield* prepared
      yield* TestClock.adjust("1 minute")
      const told = client.frames.flat().filter(({ ev }) => ev === "XT")
      const { results: trades } = yield* (yield* Crypto).historicTrades({
        from: "SOL",
        to: "USD",
        date: "2025-06-30",
        offset: from - 1,
        limit: 10_000,
      })
      assert.isAbove(told.length, 20)
      assert.deepStrictEqual(
        told.map(({ c, i, p, s, t, x }) => [c, String(i), p, s, t, x]),
        trades.map((trade) => [trade.conditions, trade.id, trade.price, trade.size, trade.timestamp, trade.exchange]),
      )
    }).pipe(Effect.provide(world({ from, speed: 60 }))),
  )
})
