/** What a stream on top of a store tells. `fortnight.all.test.ts` has two weeks of it. */
import { Follow, Store, StoreError, Universe } from "@candela/history"
import { midnight } from "@candela/market/TimeZone"
import { IndicesLive } from "@candela/indices/Live"
import { Stocks } from "@candela/stocks"
import { StocksLive } from "@candela/stocks/Live"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { Machine } from "../store/memory.js"
import { open, service, supply } from "../store/support.js"
import { assertFollows, channel, hour, zone } from "./sessions.js"
import { steppedClock } from "./steppedClock.js"

/** A store that cannot be read, and no service. */
const refusing = Layer.mergeAll(
  channel().layer,
  Layer.succeed(Store, {
    missing: () => new StoreError({ reason: "access", path: "/store", detail: "permission denied" }),
  } as unknown as Store.Service),
  service(supply()),
)

it.live("goes on after each kill, and equals the history row for row", () =>
  assertFollows({ sessions: 3, kills: 3, cuts: 2 }, 1),
)

it.live("streams trades on top of a store of trades", () =>
  Effect.gen(function* () {
    const { clock, now } = steppedClock(midnight(zone, "2024-06-07"))
    const store = yield* open(new Machine().fileSystem)
    // Two trades in one millisecond, and one on the day that has not settled.
    const trades = [13.5, 13.5, 14, 60].map((hours, index) => ({
      sip_timestamp: BigInt(midnight(zone, "2024-06-04") + hours * hour) * 1_000_000n + BigInt(index),
      price: 100 + index,
      sequence_number: index,
    }))
    const Services = Layer.mergeAll(
      channel().layer,
      Layer.succeed(Store, store),
      service(supply({ trades: () => trades, time: now })),
    )
    const program = Effect.gen(function* () {
      const range = { from: "2024-06-04", to: "2024-06-05" }
      yield* store.sync(Universe.ticks(Stocks.endpoints.trades, { tickers: ["AAPL"] }), range)
      const events = Follow.topic(StocksLive.topics.trades, { ticker: "AAPL", from: range.from })
      return yield* Stream.runHead(events)
    })
    const told = Option.getOrThrow(yield* Effect.provide(program, Services).pipe(Effect.withClock(clock)))
    assert.deepStrictEqual(
      told._tag === "Rows" && told.rows.map(({ price, sequence_number, ticker }) => [ticker, price, sequence_number]),
      [0, 1, 2].map((index) => ["AAPL", 100 + index, index]),
    )
  }),
)

it.effect("refuses a topic whose rows no store holds", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(
      Stream.runDrain(Follow.topic(IndicesLive.topics.minuteBars, { ticker: "I:SPX", from: "2024-06-03" })),
    )
    assert.strictEqual(error._tag, "InvalidRequest")
    assert.include(error.message, '"topic" must be one of the bars, trades or quotes that a store holds')
  }).pipe(Effect.provide(refusing)),
)

it.effect("refuses options that are none, and tells why the store cannot be read", () =>
  Effect.gen(function* () {
    const errorOf = (options: object) =>
      Effect.flip(
        Stream.runDrain(Follow.topic(StocksLive.topics.minuteBars, { ticker: "AAPL", from: "2024-06-03", ...options })),
      )
    assert.include((yield* errorOf({ until: 1 })).message, '"until" must be omitted')
    assert.include((yield* errorOf({ every: -1 })).message, '"every" must be a duration')
    assert.strictEqual((yield* errorOf({}))._tag, "StoreError")
  }).pipe(Effect.provide(refusing)),
)
