import { Cache } from "@candela/core/Cache"
import { MarketData } from "@candela/core/MarketData"
import * as Preview from "@candela/core/Preview"
import * as Request from "@candela/core/Request"
import { Forex } from "@candela/forex"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Either, FastCheck as fc, Layer, Stream, TestClock } from "effect"
import { runs } from "@candela/support/seeded"

/** The service on a transport that answers by a script. */
const connected = (answer: (exchange: ScriptedTransport.Exchange) => ScriptedTransport.Behaviour) =>
  Forex.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provideMerge(ScriptedTransport.layer(answer)),
  )

/** The same, with a cache in between. */
const cached = (answer: (exchange: ScriptedTransport.Exchange) => ScriptedTransport.Behaviour) =>
  Forex.layer.pipe(
    Layer.provide(Cache.layer({ partition: "test", empty: "30 days" })),
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provideMerge(ScriptedTransport.layer(answer)),
  )

/** Midnight of the day that the quotes lie around. */
const midnight = BigInt(Date.parse("2024-03-06")) * 1_000_000n
const dayNanos = 86_400_000_000_000n

/** A service that has quotes at these instants, in ascending order. A date is the whole day. */
const serve =
  (timestamps: ReadonlyArray<bigint>) =>
  ({ url: { searchParams: query }, url }: ScriptedTransport.Exchange): ScriptedTransport.Behaviour => {
    const bound = (name: string, end: "first" | "last", open: bigint) => {
      const text = query.get(name)
      if (text === null) return open
      if (!text.includes("-", 1)) return BigInt(text)
      const first = BigInt(Date.parse(text)) * 1_000_000n
      return end === "first" ? first : first + dayNanos - 1n
    }
    const [least, greatest] = [-(2n ** 70n), 2n ** 70n]
    const found = timestamps.filter(
      (at) =>
        at >= bound("timestamp", "first", least) &&
        at <= bound("timestamp", "last", greatest) &&
        at >= bound("timestamp.gte", "first", least) &&
        at > bound("timestamp.gt", "last", least) &&
        at <= bound("timestamp.lte", "last", greatest) &&
        at < bound("timestamp.lt", "first", greatest),
    )
    if (query.get("order") !== "asc") found.reverse()
    const skip = Number(query.get("skip") ?? 0)
    const limit = Number(query.get("limit"))
    const next = new URL(url)
    next.searchParams.set("skip", String(skip + limit))
    const results = found.slice(skip, skip + limit).map((at) => `{"participant_timestamp":${at},"bid_price":1}`)
    return ScriptedTransport.text(
      `{"status":"OK","results":[${results.join()}]${skip + limit < found.length ? `,"next_url":"${next.href}"` : ""}}`,
    )
  }

const day = fc.integer({ min: 3, max: 9 }).map((day) => `2024-03-0${day}`)
/** Instants days apart, close together, and on the nanoseconds around midnights. */
const instant = fc.oneof(
  fc.bigInt({ min: midnight - 2n * dayNanos, max: midnight + 3n * dayNanos }),
  fc.bigInt({ min: midnight - 40n, max: midnight + 40n }),
  fc
    .tuple(fc.integer({ min: -2, max: 3 }), fc.bigInt({ min: -1n, max: 1n }))
    .map(([day, step]) => midnight + BigInt(day) * dayNanos + step),
)
const bound = fc.oneof(instant, day)
const lower = fc.oneof(fc.record({ "timestamp.gt": bound }), fc.record({ "timestamp.gte": bound }))
const upper = fc.oneof(fc.record({ "timestamp.lt": bound }), fc.record({ "timestamp.lte": bound }))
const both = fc.tuple(lower, upper).map(([from, to]) => ({ ...from, ...to }))
const filters = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ timestamp: day }) },
  { weight: 1, arbitrary: lower },
  { weight: 1, arbitrary: upper },
  { weight: 4, arbitrary: both },
)

/** A range that ends before it begins is refused. */
const isSelecting = (request: Forex.QuotesRequest) => Either.isRight(Request.parse(Forex.endpoints.quotes, request))

const asked = fc
  .tuple(filters, fc.constantFrom({}, { order: "asc" as const }, { order: "desc" as const }))
  .map(([filters, order]): Forex.QuotesRequest => ({ fxTicker: "C:EURUSD", ...filters, ...order }))
  .filter(isSelecting)

const options = fc.record({
  concurrency: fc.integer({ min: 2, max: 5 }),
  shards: fc.integer({ min: 2, max: 12 }),
  pageSize: fc.integer({ min: 1, max: 60 }),
})

const now = Date.parse("2024-03-08T20:00:00Z")

/** The nanoseconds on both sides of where the request is cut. */
const aroundCuts = (request: Forex.QuotesRequest, shards: number): ReadonlyArray<bigint> => {
  const values = { ...request, order: request.order ?? "desc" } as never
  const { recordsFrom, timeRange } = Forex.endpoints.quotes
  const parts = timeRange.cut(values, shards, { from: Date.parse(recordsFrom!), to: now })
  return parts.flatMap((part) =>
    [part["timestamp.gte"], part["timestamp.lte"]].flatMap((edge) =>
      typeof edge === "bigint" ? [edge - 1n, edge, edge + 1n] : [],
    ),
  )
}

describe("quotes in shards", () => {
  it.effect.prop(
    "are those of the sequential stream: none is lost or repeated where two shards meet, in either order",
    { asked, options, instants: fc.array(instant, { minLength: 20, maxLength: 150 }) },
    ({ asked, instants, options: { pageSize, ...shards } }) => {
      const timestamps = [...new Set([...instants, ...aroundCuts(asked, shards.shards)])]
      const ascending = timestamps.sort((one, other) => (one < other ? -1 : 1))
      return Effect.gen(function* () {
        yield* TestClock.setTime(now)
        const forex = yield* Forex
        const sequential = Chunk.toReadonlyArray(yield* Stream.runCollect(forex.quotes.stream(asked, { pageSize })))
        const options = { pageSize, ...shards }
        const sharded = Chunk.toReadonlyArray(yield* Stream.runCollect(forex.quotes.stream(asked, options)))
        assert.deepStrictEqual(sharded, sequential)
        const columns = Chunk.toReadonlyArray(yield* Stream.runCollect(forex.quotes.columns(asked, options)))
        assert.deepStrictEqual(
          columns.flatMap((chunk) => chunk.toRows()),
          sequential,
        )
      }).pipe(Effect.provide(connected(serve(ascending))))
    },
    { fastCheck: { seed: 20_250_630, numRuns: runs(30) } },
  )

  it.effect("of a whole day run side by side, and the preview counts them", () => {
    const timestamps = Array.from({ length: 500 }, (_, index) => midnight + (BigInt(index) * dayNanos) / 500n)
    return Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const forex = yield* Forex
      const request = { fxTicker: "C:EURUSD", timestamp: "2024-03-06", order: "asc" } as const
      const preview = yield* Preview.of(Forex.endpoints.quotes, request, { concurrency: 4 })
      // Five quotes a second of 24 hours: 432,000 at most, on 9 pages, in 11 shards with room to
      // spare. Each shard is rounded up.
      assert.deepInclude(preview, { shards: 11, requests: 11 })
      assert.closeTo(preview.rows, 432_000, 11)
      assert.closeTo(preview.expectedRows, 86_400, 11)
      const rows = Chunk.toReadonlyArray(yield* Stream.runCollect(forex.quotes.stream(request, { concurrency: 4 })))
      assert.deepStrictEqual(
        rows.map((row) => row.participant_timestamp),
        timestamps,
      )
      const exchanges = yield* ScriptedTransport.exchanges
      assert.lengthOf(exchanges, 11)
      // Nothing but one lower and one upper bound: no service is asked for a day and a part of it.
      for (const { url } of exchanges) {
        assert.sameMembers([...url.searchParams.keys()], ["order", "limit", "timestamp.gte", "timestamp.lte"])
      }
      const shares = rows.map((row) => preview.progress(row.participant_timestamp))
      assert.isTrue(shares.every((share, index) => index === 0 || share > shares[index - 1]!))
      assert.isAbove(shares.at(-1)!, 0.997)
    }).pipe(Effect.provide(connected(serve(timestamps))))
  })
})

describe("quotes through a cache", () => {
  const ordered = fc
    .tuple(both, fc.constantFrom("asc" as const, "desc" as const))
    .map(([filters, order]): Forex.QuotesRequest => ({ fxTicker: "C:EURUSD", ...filters, order }))
    .filter(isSelecting)

  it.effect.prop(
    "are those without it, today and later, and are requested once",
    {
      asked: ordered,
      instants: fc.array(instant, { minLength: 20, maxLength: 150 }),
      pageSize: fc.integer({ min: 5, max: 60 }),
    },
    ({ asked, instants, pageSize }) => {
      const ascending = [...new Set(instants)].sort((one, other) => (one < other ? -1 : 1))
      const read = Effect.gen(function* () {
        const forex = yield* Forex
        const quotes = yield* Stream.runCollect(forex.quotes.stream(asked, { pageSize }))
        return { quotes: [...quotes], sent: (yield* ScriptedTransport.exchanges).length }
      })
      return Effect.gen(function* () {
        const through = Layer.provide(
          cached(serve(ascending)),
          yield* Effect.map(Layer.build(KeyValueStore.layerMemory), Layer.succeedContext),
        )
        const days = [now - 4 * 86_400_000, now, now + 5 * 86_400_000, now + 6 * 86_400_000]
        const sent: Array<number> = []
        for (const time of days) {
          yield* TestClock.setTime(time)
          const found = yield* Effect.provide(read, through)
          const without = yield* Effect.provide(read, connected(serve(ascending)))
          assert.deepStrictEqual(found.quotes, without.quotes)
          sent.push(found.sent)
        }
        // All of it has settled by the third time.
        assert.strictEqual(sent[3], 0)
      }).pipe(Effect.scoped)
    },
    { fastCheck: { seed: 20_250_630, numRuns: runs(30) } },
  )
})
