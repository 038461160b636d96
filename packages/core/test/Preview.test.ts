import { InvalidRequest } from "@candela/core/MarketDataError"
import * as Preview from "@candela/core/Preview"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Either, FastCheck as fc, Fiber, Stream, TestClock } from "effect"
import { readings, Weather } from "./endpoints.js"
import { eventually } from "./eventually.js"
import { serve } from "./readingsServer.js"
import { seeded } from "./seeded.js"
import { asked, times, weather } from "./weather.js"

const range = (from: number, to: number, limit?: number) => ({ station: "S", from, to, limit })

describe("Preview.of", () => {
  it("tells the requests, the shards and the rows of a stream", () => {
    assert.deepStrictEqual(
      Preview.of(readings, range(0, 99_999)),
      Either.right({ requests: 2, shards: 1, rows: 100_000 }),
    )
    assert.deepStrictEqual(
      Preview.of(readings, range(0, 100_000)),
      Either.right({ requests: 3, shards: 1, rows: 100_001 }),
    )
    assert.deepStrictEqual(Preview.of(readings, range(5, 5)), Either.right({ requests: 1, shards: 1, rows: 1 }))
    assert.deepStrictEqual(Preview.of(readings, range(0, 99, 30)), Either.right({ requests: 4, shards: 1, rows: 100 }))
  })

  it("tells them of shards too: each makes a request at least", () => {
    const of = (options: Parameters<typeof Preview.of>[2]) => Preview.of(readings, range(0, 99, 30), options)
    assert.deepStrictEqual(of({ shards: 10 }), Either.right({ requests: 10, shards: 10, rows: 100 }))
    // 50 rows a shard are two pages of 30.
    assert.deepStrictEqual(of({ shards: 2 }), Either.right({ requests: 4, shards: 2, rows: 100 }))
    assert.deepStrictEqual(of({ concurrency: 2 }), Either.right({ requests: 5, shards: 5, rows: 100 }))
    assert.deepStrictEqual(of({ concurrency: 8 }), Either.right({ requests: 8, shards: 8, rows: 100 }))
  })

  it("tells of a range that ends before it begins that one request will find nothing", () => {
    assert.deepStrictEqual(Preview.of(readings, range(9, 0)), Either.right({ requests: 1, shards: 1, rows: 0 }))
  })

  it("never makes more shards than their URLs are worth, however small the pages", () => {
    const { requests, rows, shards } = Either.getOrThrow(Preview.of(readings, range(0, 999_999, 1), { concurrency: 4 }))
    assert.isAtMost(shards, 4096)
    assert.deepInclude({ requests, rows }, { requests: 1_000_000, rows: 1_000_000 })
  })

  it("refuses what the stream would refuse", () => {
    const wrong: ReadonlyArray<readonly [Either.Either<Preview.Preview, InvalidRequest>, parameter: string]> = [
      [Preview.of(readings, range(0, 9, 50_001)), "limit"],
      [Preview.of(readings, { station: "S", from: "2024-02-30", to: 9 }), "from"],
      [Preview.of(readings, { ...range(0, 9), "date.gte": "2024-01-01" } as never), "date.gte"],
      [Preview.of(readings, range(0, 9), { concurrency: 0 }), "concurrency"],
      [Preview.of(readings, range(0, 9), { prefetch: Number.NaN }), "prefetch"],
      [Preview.of(readings, range(0, 9), { shards: -1 }), "shards"],
    ]
    for (const [preview, parameter] of wrong) {
      const error = Either.getOrThrow(Either.flip(preview))
      assert.instanceOf(error, InvalidRequest)
      assert.include(error, { endpoint: "test.readings", parameter })
    }
  })

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
      const request = range(0, rows - 1, limit)
      const options = { concurrency, shards }
      const preview = Either.getOrThrow(Preview.of(readings, request, options))
      return Effect.gen(function* () {
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
            if (last < from!) return ScriptedTransport.text("{}")
            const url = new URL(exchange.url)
            url.pathname = url.pathname.replace(/\d+$/, String(last))
            return serve()({ ...exchange, url })
          }),
        ),
      )
    },
    { fastCheck: { ...seeded.fastCheck, numRuns: 40 } },
  )
})

describe("Preview.duration", () => {
  it("is none for as many requests as may leave at once", () => {
    const rate = { limit: 5, interval: "1 minute" }
    const duration = (requests: number) =>
      Duration.toSeconds(Preview.duration({ requests, shards: 1, rows: 0 }, { ...rate, interval: "1 minute" }))
    assert.deepStrictEqual([0, 1, 5, 6, 10, 305].map(duration), [0, 0, 0, 12, 60, 3600])
  })

  it.effect.prop(
    "is the time that the requests really take where answers come at once",
    {
      requests: fc.integer({ min: 1, max: 7 }),
      limit: fc.integer({ min: 1, max: 4 }),
      interval: fc.constantFrom(1000, 6000, 60_000),
      concurrency: fc.integer({ min: 1, max: 3 }),
    },
    ({ concurrency, interval, limit, requests }) => {
      const request = range(0, 2 * requests - 1, 2)
      const options = { concurrency, shards: requests }
      const rateLimit = { limit, interval }
      const preview = Either.getOrThrow(Preview.of(readings, request, options))
      assert.strictEqual(preview.requests, requests)
      return Effect.gen(function* () {
        const method = (yield* Weather).readings
        const stream = yield* Effect.fork(Stream.runDrain(method.stream(request, options)))
        // One step of the clock lets one more request leave.
        for (let made = Math.min(limit, requests); made <= requests; made++) {
          yield* eventually(Effect.map(asked, ({ length }) => length >= made))
          if (made < requests) yield* TestClock.adjust(Math.ceil(interval / limit))
        }
        yield* Fiber.join(stream)
        const last = Math.max(...(yield* times))
        assert.strictEqual(last, Duration.toMillis(Preview.duration(preview, rateLimit)))
        assert.strictEqual(yield* Clock.currentTimeMillis, last)
      }).pipe(Effect.provide(weather(serve(), { rateLimit })))
    },
    { fastCheck: { ...seeded.fastCheck, numRuns: 12 } },
  )
})
