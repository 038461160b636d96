/**
 * Answers and questions of time and their near misses: right answers that may begin earlier than
 * our own windows, and wrong ones of lists.
 */
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import { Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"

const answering = (answer: object | string) =>
  Stocks.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test", retry: Retry.none })),
    Layer.provideMerge(
      ScriptedTransport.layer(() =>
        typeof answer === "string" ? ScriptedTransport.text(answer) : ScriptedTransport.json(answer),
      ),
    ),
  )

const asking = <A, E>(call: (stocks: Stocks.Service) => Effect.Effect<A, E>, answer: object | string = {}) =>
  Effect.provide(Effect.flatMap(Stocks, call), answering(answer))
const failing = <A, E extends { readonly message: string }>(...call: Parameters<typeof asking<A, E>>) =>
  Effect.map(Effect.flip(asking(...call)), ({ message }) => message)

const split = (execution_date: string) => ({
  id: `E${execution_date}`,
  ticker: "AAPL",
  execution_date,
  split_from: 1,
  split_to: 2,
})

describe("rows of a list", () => {
  it.effect("outside the dates of its filters are invalid", () =>
    Effect.gen(function* () {
      for (const [operator, wrong] of [
        ["", "2024-01-03"],
        [".gt", "2024-01-02"],
        [".gte", "2024-01-01"],
        [".lt", "2024-01-02"],
        [".lte", "2024-01-03"],
      ] as const) {
        const message = yield* failing((stocks) => stocks.splits({ [`execution_date${operator}`]: "2024-01-02" }), {
          status: "OK",
          results: [split(wrong)],
        })
        assert.include(message, "results[0].execution_date should be within the requested time")
      }
      const ends = { "execution_date.gte": "2024-01-02", "execution_date.lte": "2024-01-04" } as const
      const rows = ["2024-01-02", "2024-01-04"].map(split)
      assert.lengthOf((yield* asking((stocks) => stocks.splits(ends), { status: "OK", results: rows })).results, 2)
    }),
  )

  it.effect("with date-times are compared with a day as it may be in any zone of the markets", () =>
    Effect.gen(function* () {
      const news = (published_utc: string) =>
        asking((stocks) => stocks.news({ "published_utc.gte": "2024-06-04", "published_utc.lte": "2024-06-04" }), {
          status: "OK",
          results: [{ id: "1", published_utc, title: "", author: "", article_url: "", publisher: { name: "" } }],
        })
      for (const time of ["2024-06-04T00:00:00Z", "2024-06-05T03:59:59Z"])
        assert.lengthOf((yield* news(time)).results, 1, time)
      for (const time of ["2024-06-03T23:59:59Z", "2024-06-06T00:00:00Z"])
        assert.include((yield* Effect.flip(news(time))).message, "within the requested time", time)
    }),
  )
})

it.effect("counts beyond a double are absent, not infinite", () =>
  Effect.gen(function* () {
    const request = {
      stocksTicker: "AAPL",
      multiplier: 1,
      timespan: "day",
      from: "2024-01-02",
      to: "2024-01-02",
    } as const
    const page = yield* asking((stocks) => stocks.bars(request), '{"status":"OK","count":1e400,"resultsCount":-1e400}')
    assert.deepStrictEqual(page, { status: "OK", results: [] })
  }),
)

describe("a question", () => {
  it.effect("whose date-times are turned round is refused", () =>
    Effect.gen(function* () {
      for (const [from, to] of [
        ["2025-06-10T00:00:00Z", "2025-06-02T00:00:00Z"],
        ["2025-06-10", "2025-06-02T00:00:00Z"],
        ["2025-06-10T00:00:00Z", "2025-06-02"],
      ] as const) {
        const message = yield* failing((stocks) => stocks.news({ "published_utc.gte": from, "published_utc.lte": to }))
        assert.include(message, '"published_utc.gte" must be no later than "published_utc.lte"')
      }
      const day = { "published_utc.gte": "2025-06-10T12:00:00Z", "published_utc.lte": "2025-06-10" } as const
      assert.lengthOf((yield* asking((stocks) => stocks.news(day), { status: "OK" })).results, 0)
    }),
  )

  it.effect("with an option whose value means nothing is refused", () =>
    Effect.gen(function* () {
      const request = {
        stocksTicker: "AAPL",
        multiplier: 1,
        timespan: "day",
        from: "2024-01-02",
        to: "2024-01-02",
      } as const
      for (const [options, expected] of [
        [{ onInvalidRow: "skp" }, '"onInvalidRow" must be "fail" or "skip", but got "skp"'],
        [{ deadline: "5 secs" }, '"deadline" must be a duration such as "30 seconds", but got "5 secs"'],
      ] as const) {
        assert.include(yield* failing((stocks) => stocks.bars(request, options as object)), expected)
        assert.include(
          yield* failing((stocks) => Stream.runDrain(stocks.bars.columns(request, options as object))),
          expected,
        )
      }
    }),
  )
})

describe("an indicator's values", () => {
  const answered = (asked: Partial<Stocks.SmaRequest>, timestamp: string) =>
    asking((stocks) => stocks.sma({ stockTicker: "AAPL", timespan: "minute", ...asked }), {
      status: "OK",
      results: { values: [{ timestamp: Date.parse(timestamp), value: 1 }] },
    })

  it.effect("of a day are those of the day of its market", () =>
    Effect.gen(function* () {
      const day = { timestamp: "2025-01-02" }
      // The evening in New York, when it is another day in UTC.
      for (const right of ["2025-01-02T05:00:00Z", "2025-01-03T00:59:00Z"]) {
        assert.lengthOf((yield* answered(day, right)).results, 1)
      }
      for (const wrong of ["2025-01-02T04:59:00Z", "2025-01-03T05:00:00Z"]) {
        const { message } = yield* Effect.flip(answered(day, wrong))
        assert.include(message, "within the requested time")
      }
    }),
  )
})
