import * as Endpoint from "@candela/core/declare/Endpoint"
import * as RateLimit from "@candela/core/RateLimit"
import { InvalidRequest } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import * as Param from "@candela/core/declare/Param"
import * as Preview from "@candela/core/Preview"
import type * as Request from "@candela/core/Request"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, FastCheck as fc, Fiber, Schema, Stream, TestClock } from "effect"
import { readings, Weather } from "@candela/support/endpoints"
import { eventually } from "@candela/support/eventually"
import { serve } from "@candela/support/readingsServer"
import { runs, seeded } from "@candela/support/seeded"
import { asked, times, weather } from "@candela/support/weather"

const range = (from: number, to: number) => ({ station: "S", from, to })

const costOf = (request: Endpoint.Request<typeof readings>, options?: Method.HistoryOptions) =>
  Effect.map(Preview.of(readings, request, options), ({ requests, rows, shards }) => ({ requests, shards, rows }))

describe("Preview.of", () => {
  it.effect("tells the requests, the shards and the rows of a stream", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* costOf(range(0, 99_999)), { requests: 2, shards: 1, rows: 100_000 })
      assert.deepStrictEqual(yield* costOf(range(0, 100_000)), { requests: 3, shards: 1, rows: 100_001 })
      assert.deepStrictEqual(yield* costOf(range(5, 5)), { requests: 1, shards: 1, rows: 1 })
      assert.deepStrictEqual(yield* costOf(range(0, 99), { pageSize: 30 }), { requests: 4, shards: 1, rows: 100 })
    }),
  )

  it.effect("tells them of shards too: each makes a request at least", () =>
    Effect.gen(function* () {
      const of = (options: Method.HistoryOptions) => costOf(range(0, 99), { ...options, pageSize: 30 })
      assert.deepStrictEqual(yield* of({ shards: 10 }), { requests: 10, shards: 10, rows: 100 })
      // 50 rows a shard are two pages of 30.
      assert.deepStrictEqual(yield* of({ shards: 2 }), { requests: 4, shards: 2, rows: 100 })
      assert.deepStrictEqual(yield* of({ concurrency: 2 }), { requests: 5, shards: 5, rows: 100 })
      assert.deepStrictEqual(yield* of({ concurrency: 8 }), { requests: 8, shards: 8, rows: 100 })
    }),
  )

  it.effect("tells of a range that ends before it begins that one request will find nothing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* costOf(range(9, 0)), { requests: 1, shards: 1, rows: 0 })
    }),
  )

  it.effect("never makes more shards than their URLs are worth, however small the pages", () =>
    Effect.gen(function* () {
      const { requests, rows, shards } = yield* costOf(range(0, 999_999), { concurrency: 4, pageSize: 1 })
      assert.isAtMost(shards, 4096)
      assert.deepInclude({ requests, rows }, { requests: 1_000_000, rows: 1_000_000 })
    }),
  )

  it.effect("refuses what the stream would refuse", () =>
    Effect.gen(function* () {
      const wrong: ReadonlyArray<readonly [Effect.Effect<Preview.Preview, Request.Refusal>, parameter: string]> = [
        [Preview.of(readings, range(0, 9), { pageSize: 50_001 }), "pageSize"],
        [Preview.of(readings, { station: "S", from: "2024-02-30", to: 9 }), "from"],
        [Preview.of(readings, { ...range(0, 9), "date.gte": "2024-01-01" } as never), "date.gte"],
        [Preview.of(readings, range(0, 9), { concurrency: 0 }), "concurrency"],
        [Preview.of(readings, range(0, 9), { prefetch: Number.NaN }), "prefetch"],
        [Preview.of(readings, range(0, 9), { shards: -1 }), "shards"],
      ]
      for (const [preview, parameter] of wrong) {
        const error = yield* Effect.flip(preview)
        assert.instanceOf(error, InvalidRequest)
        assert.include(error, { endpoint: "test.readings", parameter })
      }
    }),
  )

  it.effect("tells what is usual beside what is possible, and how far a row is, in milliseconds or nanoseconds", () =>
    Effect.gen(function* () {
      const quotes = Endpoint.history({
        name: "test.quotes",
        path: "/v1/quotes/{from}/{to}",
        params: { from: Param.DateOrMillis, to: Param.DateOrMillis },
        row: Schema.Struct({ at: Schema.Number }),
        timeRange: {
          cut: (values) => [values],
          rows: () => ({ most: 100, expected: 40 }),
          covered: ({ from, to }, _, at) => (at - Number(from)) / (Number(to) - Number(from)),
        },
      })
      const preview = yield* Preview.of(quotes, { from: 0, to: "1970-01-01T00:00:01Z" })
      assert.deepInclude(preview, { rows: 100, expectedRows: 40, requests: 1 })
      assert.deepStrictEqual([0, 500, 1000].map(preview.progress), [0, 0.5, 1])
      assert.deepStrictEqual([0n, 500_000_999n, 1_000_000_000n].map(preview.progress), [0, 0.5, 1])
    }),
  )

  it.effect.prop(
    "equals what a service without gaps is asked, and is never less",
    {
      rows: fc.integer({ min: 1, max: 40 }),
      gap: fc.integer({ min: 0, max: 20 }),
      limit: fc.integer({ min: 1, max: 8 }),
      concurrency: fc.integer({ min: 1, max: 4 }),
      shards: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
    },
    ({ concurrency, gap, limit, rows, shards }) => {
      const request = range(0, rows - 1)
      const options = { concurrency, shards, pageSize: limit }
      return Effect.gen(function* () {
        const preview = yield* Preview.of(readings, request, options)
        const method = (yield* Weather).readings
        const count = yield* Stream.runCount(method.stream(request, options))
        const { length } = yield* asked
        assert.isAtLeast(preview.rows, count)
        assert.isAtLeast(preview.requests, length)
        if (gap === 0) assert.deepInclude(preview, { rows: count, requests: length })
      }).pipe(
        Effect.provide(
          weather((exchange) => {
            // The newest rows are not there yet.
            const [, from, to] = /\/(\d+)\/(\d+)$/.exec(exchange.url.pathname)!.map(Number)
            const last = Math.min(to!, rows - 1 - gap)
            if (last < from!) return ScriptedTransport.json({ status: "OK" })
            const url = new URL(exchange.url)
            url.pathname = url.pathname.replace(/\d+$/, String(last))
            return serve()({ ...exchange, url })
          }),
        ),
      )
    },
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(40) } },
  )
})

describe("Preview.duration", () => {
  it("is none for as many requests as may leave at once", () => {
    const rate = { limit: 5, interval: "1 minute" } as const
    const seconds = (requests: number) => Duration.toSeconds(Preview.duration({ requests }, rate))
    assert.deepStrictEqual([0, 1, 5, 6, 10, 11, 305].map(seconds), [0, 0, 0, 60, 60, 120, 3600])
  })

  it.prop(
    "is the least time in which no window of the interval's length holds more than the limit",
    {
      requests: fc.integer({ min: 1, max: 200 }),
      limit: fc.integer({ min: 1, max: 30 }),
      interval: fc.integer({ min: 1, max: 100_000 }),
    },
    ({ interval, limit, requests }) => {
      const leaves: Array<number> = []
      for (let request = 0; request < requests; request++) {
        // As soon as the request that is `limit` before it has left the window.
        leaves.push(request < limit ? 0 : leaves[request - limit]! + interval)
      }
      assert.strictEqual(Duration.toMillis(Preview.duration({ requests }, { limit, interval })), leaves.at(-1))
    },
    seeded,
  )

  it.effect.prop(
    "is time enough for the requests where answers come at once",
    {
      requests: fc.integer({ min: 1, max: 7 }),
      limit: fc.constantFrom(1, 2, 4),
      interval: fc.constantFrom(1000, 6000, 60_000),
      concurrency: fc.integer({ min: 1, max: 3 }),
    },
    ({ concurrency, interval, limit, requests }) => {
      const request = range(0, 2 * requests - 1)
      const options = { concurrency, shards: requests, pageSize: 2 }
      const window = { limit, interval }
      return Effect.gen(function* () {
        const preview = yield* Preview.of(readings, request, options)
        assert.strictEqual(preview.requests, requests)
        const method = (yield* Weather).readings
        const stream = yield* Effect.fork(Stream.runDrain(method.stream(request, options)))
        for (let made = limit; ; made += limit) {
          yield* eventually(Effect.map(asked, ({ length }) => length >= Math.min(made, requests)))
          if (made >= requests) break
          yield* TestClock.adjust(interval)
        }
        yield* Fiber.join(stream)
        assert.isAtMost(Math.max(...(yield* times)), Duration.toMillis(Preview.duration(preview, window)))
      }).pipe(Effect.provide(weather(serve(), { rateLimit: RateLimit.make(window) })))
    },
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(12) } },
  )
})
