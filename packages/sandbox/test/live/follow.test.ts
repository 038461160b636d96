/** The live channel of the client against that of the sandbox, in one process and on the test's clock. @module */
import { MarketData } from "@candela/core"
import type { Event } from "@candela/core/Live"
import { LiveConnection } from "@candela/core/LiveConnection"
import type { FollowedBar } from "@candela/market/live/LiveBar"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { StocksLive } from "@candela/stocks/Live"
import { assert, it } from "@effect/vitest"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"

const opening = Date.parse("2025-06-27T13:30:00Z")

const Services = Layer.mergeAll(StocksLive.layer, Stocks.layer).pipe(
  Layer.provide([
    LiveConnection.layer({ url: "ws://sandbox", apiKey: "sandbox" }),
    MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox" }),
  ]),
  Layer.provide(Sandbox.liveLayer({ live: { speed: 1, from: opening } })),
)

const live = <A, E>(effect: Effect.Effect<A, E, Stocks | StocksLive>) =>
  Effect.zipRight(TestClock.setTime(opening), Effect.provide(effect, Services))

/**
 * Lets the clock run. A request of its own gives the answers to those of the stream the time that they take: another
 * one each time, since the sandbox remembers results.
 */
const minutes = (count: number) =>
  Effect.flatMap(Stocks, (stocks) =>
    Effect.forEach(
      Array.from({ length: 2 * count }, (_, index) => 10 + index),
      (limit) =>
        Effect.zipRight(
          TestClock.adjust("30 seconds"),
          stocks.bars({ ...minuteBars, from: "2025-06-26", to: "2025-06-26", limit }),
        ),
    ),
  )

const minuteBars = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute" } as const

const common = ({
  close,
  high,
  low,
  open,
  timestamp,
  volume,
  vwap,
}: Omit<FollowedBar, "ticker" | "vwap"> & { readonly vwap?: number | undefined }) => [
  ...[timestamp, open, high, low, close, volume],
  vwap,
]

it.effect("streams the minutes of a session as they end", () =>
  live(
    Effect.gen(function* () {
      const { minuteBars: bars } = yield* StocksLive
      const stocks = yield* Stocks
      const fiber = yield* Effect.fork(Stream.runCollect(Stream.take(bars(["AAPL"]), 5)))
      yield* minutes(8)
      const rows = new Map(Chunk.toReadonlyArray(yield* Fiber.join(fiber)).map((row) => [row.timestamp, row]))
      const { results } = yield* stocks.bars({ ...minuteBars, from: new Date(opening), to: "2025-06-27" })
      const wanted = results.filter(({ timestamp }) => rows.has(timestamp))
      assert.isAtLeast(wanted.length, 4)
      assert.deepStrictEqual(
        wanted.map(({ timestamp }) => rows.get(timestamp)!.open),
        wanted.map(({ open }) => open),
      )
    }),
  ),
)

/** The rows that events leave behind. */
const settled = (events: ReadonlyArray<Event<FollowedBar>>) => {
  const rows = new Map<number, FollowedBar>()
  for (const event of events) {
    if (event._tag === "Rows") {
      for (const row of event.rows) {
        assert.isFalse(rows.has(row.timestamp), "a row is told twice")
        rows.set(row.timestamp, row)
      }
    } else if (event._tag === "Revised") rows.set(event.row.timestamp, event.row)
  }
  return [...rows.values()]
}

it.effect("goes over from the history to the live rows: what was told equals the history afterwards", () =>
  live(
    Effect.gen(function* () {
      const { minuteBars: bars } = yield* StocksLive
      const stocks = yield* Stocks
      const events: Array<Event<FollowedBar>> = []
      const fiber = yield* Effect.fork(
        Stream.runForEach(bars.follow({ ticker: "AAPL", from: "2025-06-26" }), (event) =>
          Effect.sync(() => events.push(event)),
        ),
      )
      yield* minutes(25)
      yield* Fiber.interrupt(fiber)
      const rows = settled(events)
      const { results } = yield* stocks.bars({ ...minuteBars, from: "2025-06-26", to: "2025-06-27", limit: 50_000 })
      assert.isAbove(rows.at(-1)!.timestamp, opening + 20 * 60_000)
      const until = results.filter(({ timestamp }) => timestamp <= rows.at(-1)!.timestamp)
      assert.deepStrictEqual(rows.map(common), until.map(common))
      assert.deepStrictEqual(
        events.filter((event) => event._tag === "Gap").map(({ filled, reason }) => ({ filled, reason })),
        [{ reason: "start", filled: true }],
      )
    }),
  ),
)
