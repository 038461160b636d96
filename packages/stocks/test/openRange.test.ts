import { MarketData } from "@candela/core/MarketData"
import * as Preview from "@candela/core/Preview"
import * as BarRange from "@candela/market/BarRange"
import { midnight, dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Stream, TestClock } from "effect"
import { runs } from "@candela/support/seeded"

const zone = "America/New_York"
const now = Date.parse("2008-03-05T20:30:00Z")
const recordsFrom = Date.parse(Stocks.endpoints.bars.recordsFrom!)

/** The midnights of the weekdays of a range of dates: when day bars begin. */
const weekdays = (from: string, to: string): ReadonlyArray<number> => {
  const days = Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, index) => dayNumber(from) + index)
  return days
    .filter((day) => ![0, 6].includes(new Date(day * 86_400_000).getUTCDay()))
    .map((day) => midnight(zone, dateOfDay(day)))
}

const records = weekdays("2003-09-10", "2008-03-05")

/** A service that has day bars at these midnights, in ascending order. */
const serve =
  (bars: ReadonlyArray<number>) =>
  ({ url }: ScriptedTransport.Exchange): ScriptedTransport.Behaviour => {
    const bounds = url.pathname.split("/").slice(-2)
    const [from, to] = bounds.map((bound) => (bound.includes("-", 1) ? bound : Number(bound))) as [string, string]
    const asked = BarRange.instants({ from, to, zone })
    const descending = url.searchParams.get("sort") === "desc"
    const limit = Number(url.searchParams.get("limit"))
    const skip = Number(url.searchParams.get("skip") ?? 0)
    // A bar is whole: one that holds `from` is part of the answer.
    const rows = bars.filter((bar) => bar + 86_400_000 > asked.from && bar <= asked.to)
    const page = (descending ? [...rows].reverse() : rows).slice(skip, skip + limit)
    const next = new URL(url)
    next.searchParams.set("skip", String(skip + limit))
    return ScriptedTransport.json({
      status: "OK",
      results: page.map((t) => ({ t, o: 1, h: 1, l: 1, c: 1, v: t / 86_400_000 })),
      ...(skip + limit < rows.length ? { next_url: next.href } : {}),
    })
  }

const service = (bars: ReadonlyArray<number>) =>
  Stocks.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provideMerge(ScriptedTransport.layer(serve(bars))),
  )

const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "day" } as const
const open = { from: "0001-01-01", to: "9999-12-31" }

const requests = Effect.map(ScriptedTransport.exchanges, ({ length }) => length)

/** The timestamps of a stream's rows, and how many requests it made. */
const read = (request: Stocks.BarsRequest, options: Parameters<Stocks.Service["bars"]["stream"]>[1]) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const before = yield* requests
    const rows = yield* Stream.runCollect(stocks.bars.stream(request, options))
    return { rows: Array.from(rows, ({ timestamp }) => timestamp), requests: (yield* requests) - before }
  })

const options = fc.record({
  concurrency: fc.integer({ min: 1, max: 6 }),
  shards: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
})
const settings = { fastCheck: { seed: 20_250_630, numRuns: runs(12) } }

describe("a stream of an open range", () => {
  it.effect("costs as many requests as the span of the records", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const preview = yield* Preview.of(
        Stocks.endpoints.bars,
        { ...day, timespan: "minute", ...open },
        { concurrency: 4 },
      )
      // 960 minutes a weekday, and the last day until 15:30 in New York: 23 pages, in 27 shards with room to spare.
      assert.deepInclude(preview, { rows: (records.length - 1) * 960 + 691, shards: 27, requests: 27 })
      const { requests, rows } = yield* read({ ...day, ...open }, { concurrency: 4 })
      assert.strictEqual(requests, 4)
      assert.deepStrictEqual(rows, records)
    }).pipe(Effect.provide(service(records))),
  )

  it.effect.prop(
    "equals that of the span of the records, row for row and request for request",
    { options, limit: fc.integer({ min: 40, max: 2000 }), sort: fc.constantFrom("asc" as const, "desc" as const) },
    ({ limit, options, sort }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(now)
        const request = { ...day, sort }
        const sized = { ...options, pageSize: limit }
        const wide = yield* read({ ...request, ...open }, sized)
        assert.deepStrictEqual(wide.rows, sort === "asc" ? records : [...records].reverse())
        const narrow = yield* read({ ...request, from: recordsFrom, to: now }, sized)
        assert.deepStrictEqual(wide, narrow)
      }).pipe(Effect.provide(service(records))),
    settings,
  )

  it.effect.prop(
    "gives what lies outside the records too, if the service has it: older bars, and some after a clock that is slow",
    {
      options,
      limit: fc.integer({ min: 40, max: 2000 }),
      sort: fc.constantFrom("asc" as const, "desc" as const),
      clock: fc.constantFrom(0, now, Date.parse("2050-01-01")),
    },
    ({ clock, limit, options, sort }) => {
      const bars = weekdays("2001-01-01", "2008-12-31")
      return Effect.gen(function* () {
        yield* TestClock.setTime(clock)
        const { rows } = yield* read({ ...day, ...open, sort }, { ...options, pageSize: limit })
        assert.deepStrictEqual(rows, sort === "asc" ? bars : [...bars].reverse())
      }).pipe(Effect.provide(service(bars)))
    },
    settings,
  )
})
