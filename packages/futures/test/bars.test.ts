import { MarketData, Mock, Request } from "@candela/core"
import { Futures, FuturesBar, Resolution } from "@candela/futures"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it, layer } from "@effect/vitest"
import { Chunk, DateTime, Effect, Either, FastCheck, Layer, Schema, Stream } from "effect"
import { runs } from "../../core/test/support/seeded.js"

const { bars } = Futures.endpoints

const urlOf = (request: Futures.BarsRequest) => Either.getOrThrow(Request.url(bars, { ...request }))

describe("a request for bars", () => {
  it("is written with every parameter", () => {
    const url = new URL(
      urlOf({
        ticker: "ESU5",
        resolution: "5min",
        window_start: "2025-06-02",
        "window_start.gt": 1_748_901_599_999_999_999n,
        "window_start.gte": new Date("2025-06-02T22:00:00Z"),
        "window_start.lt": DateTime.unsafeMake("2025-06-04T22:00:00Z"),
        "window_start.lte": "2025-06-03T22:00:00.000000001Z",
        limit: 7,
        sort: "window_start.asc",
      }),
      "http://service.test",
    )
    assert.strictEqual(url.pathname, "/futures/v1/aggs/ESU5")
    assert.deepStrictEqual(Object.fromEntries(url.searchParams), {
      resolution: "5min",
      window_start: "2025-06-02",
      "window_start.gt": "1748901599999999999",
      "window_start.gte": "1748901600000000000",
      "window_start.lt": "1749074400000000000",
      "window_start.lte": "1748988000000000001",
      limit: "7",
      sort: "window_start.asc",
    })
  })

  it("leaves the defaults to the service", () => {
    assert.strictEqual(urlOf({ ticker: "GCQ5" }), "/futures/v1/aggs/GCQ5")
    const { limit, resolution, sort } = Either.getOrThrow(Request.decode(bars, { ticker: "GCQ5" }))
    assert.deepStrictEqual(
      { limit, resolution, sort },
      {
        limit: 1000,
        resolution: { multiplier: 1, unit: "session" },
        sort: [{ column: "window_start", direction: "desc" }],
      },
    )
  })

  it("of a resolution that the service does not make is refused, and told what to use instead", () => {
    for (const [resolution, instead] of [
      ["60min", "59min (beyond that 1hour)"],
      ["60sec", "59sec (beyond that 1min)"],
      ["24hour", "23hour (beyond that 1session)"],
      ["5session", "4session (beyond that 1week)"],
      ["4week", "3week (beyond that 1month)"],
      ["12month", "11month (beyond that 1year)"],
      ["4quarter", "3quarter (beyond that 1year)"],
      ["5year", "4year"],
    ] as const) {
      const refused = Either.getOrThrow(Either.flip(Request.url(bars, { ticker: "ESU5", resolution })))
      assert.strictEqual(refused._tag, "BadResolution")
      assert.notProperty(refused, "status")
      assert.include(refused.message, `but got "${resolution}"`)
      assert.include(refused.message, instead)
    }
  })

  it("takes every resolution up to the largest of its unit, and no other text", () => {
    const most = { sec: 59, min: 59, hour: 23, session: 4, week: 3, month: 11, quarter: 3, year: 4 }
    FastCheck.assert(
      FastCheck.property(
        FastCheck.oneof(
          FastCheck.integer({ min: -1, max: 99 }).map(String),
          FastCheck.constantFrom("", "05", "1.5", "1e1"),
        ),
        FastCheck.oneof(
          FastCheck.constantFrom(...Resolution.units),
          FastCheck.constantFrom("", "minute", "mins", "MIN", " min", "day"),
        ),
        (count, unit) => {
          const isKnown = /^[1-9]\d?$/.test(count) && Number(count) <= (most[unit as Resolution.Unit] ?? 0)
          const known = Resolution.parse(`${count}${unit}`)
          assert.strictEqual(known !== undefined, isKnown)
          if (known !== undefined) assert.strictEqual(Resolution.format(known), `${count}${unit}`)
          const url = Request.url(bars, { ticker: "ESU5", resolution: `${count}${unit}` })
          assert.strictEqual(Either.isRight(url), isKnown)
        },
      ),
      { seed: 23, numRuns: runs(2000) },
    )
  })

  it("of no ticker or a blank one is refused", () => {
    for (const ticker of ["", " ", "ESU5 ", undefined]) {
      assert.strictEqual(Either.getOrThrow(Either.flip(Request.url(bars, { ticker })))._tag, "InvalidRequest")
    }
  })
})

const document = {
  results: [
    {
      ticker: "ESU5",
      open: 6025.25,
      high: 6_050,
      low: 6.0005e3,
      close: 6031.75,
      volume: 1.2e5,
      transactions: 34_567,
      dollar_volume: 723_456_789.25,
      window_start: "NANOS",
      session_end_date: "2025-06-03",
      settlement_price: 6030.5,
      exchange: "XCME",
    },
    {
      ticker: "ESU5",
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      volume: 1,
      transactions: 1,
      dollar_volume: 1,
      window_start: 1_748_901_600_000,
      session_end_date: "2025-06-03",
      settlement_price: null,
    },
  ],
  status: "OK",
  next_url: null,
}

describe("a page of bars", () => {
  const bytes = new TextEncoder().encode(JSON.stringify(document).replace('"NANOS"', "1748901600123456789"))

  it("is read as the service writes it: exact nanoseconds, whole numbers in any form, unknown fields left out", () => {
    const [first, second] = Either.getOrThrow(bars.decoder.rows(bytes)).rows
    assert.deepStrictEqual(first, {
      ticker: "ESU5",
      open: 6025.25,
      high: 6050,
      low: 6000.5,
      close: 6031.75,
      volume: 120_000,
      transactions: 34_567,
      dollar_volume: 723_456_789.25,
      window_start: 1_748_901_600_123_456_789n,
      session_end_date: "2025-06-03",
      settlement_price: 6030.5,
    })
    assert.notProperty(second, "settlement_price")
  })

  it("may be columns", () => {
    const { rows } = Either.getOrThrow(bars.decoder.columns(bytes))
    assert.deepStrictEqual(rows.columns.window_start, BigInt64Array.of(1_748_901_600_123_456_789n, 1_748_901_600_000n))
    assert.deepStrictEqual([...rows.columns.volume], [120_000, 1])
    assert.deepStrictEqual(rows.columns.session_end_date, ["2025-06-03", "2025-06-03"])
    assert.deepStrictEqual([...rows.present.settlement_price], [0b01])
  })
})

describe("an answer of 400", () => {
  const refusal = (body: string) =>
    Effect.flatMap(Futures, (futures) => Effect.flip(futures.bars({ ticker: "ESU5", resolution: "59min" }))).pipe(
      Effect.provide(
        Futures.layer.pipe(
          Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
          Layer.provide(ScriptedTransport.layer([ScriptedTransport.text(body, { status: 400 })])),
        ),
      ),
    )

  it.effect(
    "is BadResolution when it names the resolution or is plain text, otherwise Conflict; a page is not the service's",
    () =>
      Effect.gen(function* () {
        for (const [body, tag] of [
          ['{"status":"ERROR","error":"Bad Request - resolution value is not allowed."}', "BadResolution"],
          ["Bad Request", "BadResolution"],
          ["<html>", "ServiceError"],
          ["", "BadResolution"],
          ['{"status":"ERROR","error":"limit is too large"}', "Conflict"],
        ] as const) {
          const error = yield* refusal(body)
          assert.strictEqual(error._tag, tag, body)
          assert.propertyVal(error, "status", 400)
        }
      }),
  )
})

const bar: FuturesBar = {
  ticker: "ESU5",
  open: 1,
  high: 3,
  low: 1,
  close: 2,
  volume: 10,
  transactions: 4,
  dollar_volume: 20,
  window_start: 1_748_901_600_000_000_000n,
  session_end_date: "2025-06-03",
}

describe("FuturesBar", () => {
  it("tells when its window starts", () => {
    assert.strictEqual(DateTime.formatIso(FuturesBar.dateTime(bar)), "2025-06-02T22:00:00.000Z")
  })

  it("survives JSON, to the nanosecond", () => {
    const text = JSON.stringify(Schema.encodeSync(FuturesBar)({ ...bar, settlement_price: 2 }))
    assert.deepStrictEqual(Schema.decodeUnknownSync(FuturesBar)(JSON.parse(text)), { ...bar, settlement_price: 2 })
  })
})

layer(Mock.layer(Futures, { bars: Mock.paged([bar, { ...bar, volume: 20 }]) }))("a mock", (it) => {
  it.effect("answers every form of the method", () =>
    Effect.gen(function* () {
      const futures = yield* Futures
      const { results } = yield* futures.bars({ ticker: "ESU5" })
      assert.deepStrictEqual(results[0], bar)
      const rows = yield* Stream.runCollect(futures.bars.stream({ ticker: "ESU5" }))
      assert.strictEqual(Chunk.size(rows), 2)
      const columns = yield* Stream.runCollect(futures.bars.columns({ ticker: "ESU5" }))
      assert.deepStrictEqual([...Chunk.unsafeHead(columns).columns.volume], [10, 20])
    }),
  )
})
