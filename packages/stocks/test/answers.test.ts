/**
 * Answers of bars and of the market's day against their questions: what they repeat, and their
 * rows; and questions that cannot be meant.
 */
import { Cache } from "@candela/core/Cache"
import { DecodeError, InvalidRequest } from "@candela/core/MarketDataError"
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import * as Telemetry from "@candela/core/Telemetry"
import { Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Either, Layer, Logger, Metric, Stream } from "effect"

const answering = (answer: object | string, options: Partial<MarketData.Options> = {}) =>
  Stocks.layer.pipe(
    Layer.provide(
      MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test", retry: Retry.none, ...options }),
    ),
    Layer.provideMerge(
      ScriptedTransport.layer(() =>
        typeof answer === "string" ? ScriptedTransport.text(answer) : ScriptedTransport.json(answer),
      ),
    ),
  )

const start = Date.parse("2024-03-05T14:30:00Z")
const minute = 60_000
const bar = (index: number, close = index) => ({ v: 10, o: 1, h: 2, l: 1, c: close, t: start + index * minute })

const request = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "minute",
  from: "2024-03-05",
  to: "2024-03-05",
} as const
type Skip = { readonly onInvalidRow?: "skip" }

/**
 * Timestamps of the bars in each form, the rows told as invalid, and the number of repeated ones;
 * or the error. All forms agree.
 */
const bars = (rows: ReadonlyArray<object>, options: Skip = {}, more: object = {}) =>
  Effect.gen(function* () {
    const document = { status: "OK", ticker: "AAPL", adjusted: true, ...more, results: rows }
    const read = Effect.gen(function* () {
      const stocks = yield* Stocks
      return yield* Effect.all([
        Effect.either(
          Effect.map(stocks.bars(request, options), ({ invalid = [], repeated = 0, results }) => ({
            closes: results.map(({ close }) => close),
            invalid,
            repeated,
          })),
        ),
        Effect.either(
          Effect.map(Stream.runCollect(stocks.bars.columns(request, options)), (chunks) => {
            const { columns, invalid = [], repeated = 0 } = Chunk.unsafeHead(chunks)
            return { closes: [...columns.close], invalid, repeated }
          }),
        ),
        Effect.either(
          Effect.map(Stream.runCollect(stocks.bars.pages(request, options)), (pages) => {
            const { invalid = [], repeated = 0, results } = Chunk.unsafeHead(pages)
            return { closes: results.map(({ close }) => close), invalid, repeated }
          }),
        ),
      ])
    })
    const [page, columns, pages] = yield* Effect.provide(read, answering(document))
    assert.deepStrictEqual(columns, page)
    assert.deepStrictEqual(pages, page)
    const plain = yield* Effect.provide(read, answering(document, { codeGeneration: false }))
    assert.deepStrictEqual(plain[1], page)
    return page
  })

const refused = (...call: Parameters<typeof bars>) =>
  Effect.map(bars(...call), (result) => {
    const error = Either.getOrThrow(Either.flip(result))
    assert.instanceOf(error, DecodeError)
    return error
  })

describe("an answer of bars", () => {
  it.effect("for another ticker, or adjusted in another way, is refused", () =>
    Effect.gen(function* () {
      const ticker = yield* refused([bar(0)], {}, { ticker: "MSFT" })
      assert.include(ticker, { path: "ticker", actual: '"MSFT"', expected: '"AAPL", as requested' })
      const adjusted = yield* refused([bar(0)], { onInvalidRow: "skip" }, { adjusted: false })
      assert.include(adjusted, { path: "adjusted", actual: "false", expected: "true, as requested" })
    }),
  )

  it.effect("that are listed twice are given once, and told", () =>
    Effect.gen(function* () {
      const day = [bar(0), bar(1), bar(2)]
      for (const rows of [[...day, ...day], day.flatMap((row) => [row, row])]) {
        assert.deepStrictEqual(yield* bars(rows), Either.right({ closes: [0, 1, 2], invalid: [], repeated: 3 }))
      }
    }),
  )

  it.effect("has another row of the same bar, a row out of order and one of another day as invalid rows", () =>
    Effect.gen(function* () {
      const other = yield* refused([bar(0), bar(1), bar(1, 7)])
      assert.include(other, { row: 2, ticker: "AAPL", path: "results[2]" })
      assert.include(other.message, "should be the only row with its timestamp, which row 1 has, too")
      const early = yield* refused([bar(1), bar(0), bar(2)])
      assert.include(
        early.message,
        `row 1 (AAPL): results[1] should be after ${bar(1).t}, the timestamp of the row before`,
      )
      const year = yield* refused([bar(0), { ...bar(1), t: Date.parse("2025-03-05T14:31:00Z") }])
      assert.include(year.message, "row 1 (AAPL): results[1] should be within the requested time")
      const rows = [bar(0), bar(0, 7), bar(2), bar(1), bar(-24 * 60), bar(3), bar(24 * 60), bar(3)]
      const skipped = Either.getOrThrow(yield* bars(rows, { onInvalidRow: "skip" }))
      assert.deepStrictEqual(skipped.closes, [0, 2, 3])
      assert.deepStrictEqual(
        skipped.invalid.map(({ row }) => row),
        [1, 3, 4, 6],
      )
      assert.strictEqual(skipped.repeated, 1)
    }),
  )

  it.effect("with instants in another unit says which one fits; a number beyond a double is refused", () =>
    Effect.gen(function* () {
      const nanos = yield* refused([{ ...bar(0), t: bar(0).t * 1e6 }])
      assert.include(nanos, { path: "results[0].t" })
      assert.include(
        nanos.expected,
        "the years 1900 to 2200 in epoch milliseconds (as epoch nanoseconds it is 2024-03-05T14:30:00.000Z)",
      )
      const seconds = yield* refused([{ ...bar(0), t: bar(0).t / 1000 }])
      assert.include(seconds.expected, "(as epoch seconds it is 2024-03-05T14:30:00.000Z)")
      const infinite = answering(`{"status":"OK","results":[${JSON.stringify(bar(0)).replace('"v":10', '"v":1e400')}]}`)
      for (const call of [
        Effect.flatMap(Stocks, (stocks) => stocks.bars(request)),
        Effect.flatMap(Stocks, (stocks) => Stream.runDrain(stocks.bars.columns(request))),
      ]) {
        const error = yield* Effect.flip(Effect.provide(call, infinite))
        assert.include(error, { _tag: "DecodeError", path: "results[0].v", actual: "Infinity" })
      }
    }),
  )

  it.effect("that repeats rows is counted, and told once", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      const before = yield* Metric.value(Telemetry.of(Telemetry.repeatedRows, Stocks.endpoints.bars))
      yield* Effect.gen(function* () {
        const stocks = yield* Stocks
        yield* stocks.bars(request)
        yield* stocks.bars(request)
      }).pipe(
        Effect.provide(answering({ status: "OK", results: [bar(0), bar(0)] })),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      )
      const after = yield* Metric.value(Telemetry.of(Telemetry.repeatedRows, Stocks.endpoints.bars))
      assert.strictEqual(after.count - before.count, 2)
      assert.deepStrictEqual(
        lines.filter((line) => line.includes("repeat")),
        [
          "stocks.bars: the service sent 1 row that repeats another of the same page; each counts once. Others are counted and not logged.",
        ],
      )
    }),
  )
})

it.effect("an answer that repeats rows is not kept by a cache, which would give them all", () =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    for (const _ of [1, 2]) assert.lengthOf((yield* stocks.bars(request)).results, 1)
    assert.lengthOf(yield* ScriptedTransport.exchanges, 2)
  }).pipe(
    Effect.provide(
      Stocks.layer.pipe(
        Layer.provide(Cache.layer({ timeToLive: { "stocks.bars": "1 day" } })),
        Layer.provide([
          MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" }),
          KeyValueStore.layerMemory,
        ]),
        Layer.provideMerge(
          ScriptedTransport.layer(() => ScriptedTransport.json({ status: "OK", results: [bar(0), bar(0)] })),
        ),
      ),
    ),
  ),
)

describe("other answers", () => {
  const asking = <A, E>(call: (stocks: Stocks.Service) => Effect.Effect<A, E>, answer: object) =>
    Effect.either(Effect.provide(Effect.flatMap(Stocks, call), answering(answer)))
  const failing = <A, E extends { readonly message: string }>(...call: Parameters<typeof asking<A, E>>) =>
    Effect.map(asking(...call), (result) => Either.getOrThrow(Either.flip(result)).message)

  it.effect("are refused where they repeat another ticker, date or adjustment", () =>
    Effect.gen(function* () {
      const day = { status: "OK", symbol: "AAPL", from: "2024-03-05", open: 1, high: 1, low: 1, close: 1 }
      const openClose = (stocks: Stocks.Service) => stocks.openClose({ stocksTicker: "AAPL", date: "2024-03-05" })
      assert.isTrue(Either.isRight(yield* asking(openClose, day)))
      assert.include(yield* failing(openClose, { ...day, symbol: "MSFT" }), 'symbol should be "AAPL", as requested')
      assert.include(
        yield* failing(openClose, { ...day, from: "2023-03-05" }),
        'from should be "2024-03-05", as requested',
      )
      const previous = (stocks: Stocks.Service) => stocks.previousDayBar({ stocksTicker: "AAPL" })
      assert.include(
        yield* failing(previous, { status: "OK", results: [{ ...bar(0), T: "MSFT" }] }),
        'should be "AAPL"',
      )
      assert.include(
        yield* failing(previous, { status: "OK", adjusted: false }),
        "adjusted should be true, as requested",
      )
      const snapshot = (stocks: Stocks.Service) => stocks.snapshot({ stocksTicker: "AAPL" })
      assert.include(
        yield* failing(snapshot, { status: "OK", ticker: { ticker: "MSFT" } }),
        'ticker.ticker should be "AAPL"',
      )
      const splits = (stocks: Stocks.Service) => stocks.splits({ ticker: "AAPL" })
      const split = { id: "E1", ticker: "MSFT", execution_date: "2024-03-05", split_from: 1, split_to: 2 }
      assert.include(
        yield* failing(splits, { status: "OK", results: [split] }),
        'ticker should be "AAPL", as requested',
      )
    }),
  )

  it.effect("tell tickers apart by their case: BCPC and BCpC are two companies", () =>
    Effect.gen(function* () {
      const ask = (stocks: Stocks.Service) => stocks.bars({ ...request, stocksTicker: "BCPC" })
      assert.include(yield* failing(ask, { status: "OK", ticker: "BCpC" }), 'ticker should be "BCPC", as requested')
    }),
  )

  it.effect("of the market's day have a ticker once, within the day", () =>
    Effect.gen(function* () {
      const row = (T: string, c = 1) => ({ ...bar(0, c), T, t: Date.parse("2024-03-05T21:00:00Z") })
      const day = (stocks: Stocks.Service) => stocks.dailyMarketSummary({ date: "2024-03-05" })
      const page = Either.getOrThrow(yield* asking(day, { status: "OK", results: [row("B"), row("A"), row("B")] }))
      assert.deepStrictEqual([page.results.map(({ ticker }) => ticker), page.repeated], [["B", "A"], 1])
      const other = yield* failing(day, { status: "OK", results: [row("B"), row("B", 2)] })
      assert.include(other, "should be the only row with its ticker, which row 0 has, too")
      const earlier = yield* failing(day, { status: "OK", results: [{ ...row("B"), t: row("B").t - 86_400_000 }] })
      assert.include(earlier, "should be within the requested time")
    }),
  )
})

describe("a question", () => {
  const fault = (input: object) =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const error = yield* Effect.flip(stocks.bars({ ...request, ...input }))
      assert.instanceOf(error, InvalidRequest)
      assert.lengthOf(yield* ScriptedTransport.exchanges, 0)
      return error.fault
    }).pipe(Effect.provide(answering({ status: "OK" })))

  it.effect("with a number before the first record says what was probably meant", () =>
    Effect.gen(function* () {
      for (const [from, form] of [
        [20_250_623, 'did you mean "2025-06-23"?'],
        ["20250623", 'did you mean "2025-06-23"?'],
        [202_506, 'did you mean "2025-06-01"?'],
        [2025, 'did you mean "2025-01-01"?'],
        [1_750_651_200, "did you mean 1750651200000, since it looks like epoch seconds?"],
        ["1750651200", "did you mean 1750651200000, since it looks like epoch seconds?"],
        [1_750_651_200_000_000, "did you mean 1750651200000, since it looks like epoch microseconds?"],
        ["1748836800000", "epoch milliseconds as a number (did you mean 1748836800000?)"],
        [0, "epoch milliseconds of at least 2003-09-10, the first records"],
        [-1, "epoch milliseconds of at least 2003-09-10, the first records"],
      ] as const) {
        assert.include(yield* fault({ from }), form)
      }
    }),
  )

  it.effect("whose range ends before it begins is refused", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* fault({ from: "2024-03-06" }),
        '"from" must be no later than "to" ("2024-03-05"), or nothing is selected, but got "2024-03-06".',
      )
      assert.include(yield* fault({ from: Date.parse("2024-03-06T12:00:00Z") }), '"from" must be no later than "to"')
      const stocks = yield* Stocks
      const filters = stocks.dividends({ "ex_dividend_date.gte": "2024-02-01", "ex_dividend_date.lte": "2024-01-01" })
      assert.include(
        (yield* Effect.flip(filters)).message,
        '"ex_dividend_date.gte" must be no later than "ex_dividend_date.lte"',
      )
      assert.lengthOf(yield* ScriptedTransport.exchanges, 0)
    }).pipe(Effect.provide(answering({ status: "OK" }))),
  )

  it.effect("with a misspelt parameter or option says which one was meant", () =>
    Effect.gen(function* () {
      assert.include(yield* fault({ adjustd: true }), '"adjustd" must be omitted. Did you mean "adjusted"?')
      const stocks = yield* Stocks
      const { message } = yield* Effect.flip(stocks.dividends({ tiker: "AAPL" } as object))
      assert.include(message, 'Did you mean "ticker"? The parameters are ticker,')
      assert.include(message, "limit, sort, and filters on them such as .gte and .any_of.")
      assert.notInclude(message, "ticker.lt")
      const misspelt = { pagesize: 10 } as object
      const calls = [
        stocks.bars(request, misspelt),
        Stream.runDrain(stocks.bars.stream(request, misspelt)),
        Stream.runDrain(stocks.bars.pages(request, misspelt)),
        Stream.runDrain(stocks.bars.columns(request, misspelt)),
      ]
      for (const [index, call] of calls.entries()) {
        const { message } = yield* Effect.flip(call)
        assert.include(message, '"pagesize" must be omitted')
        if (index > 0) assert.include(message, 'Did you mean "pageSize"?')
      }
      // An index is no option.
      yield* Effect.forEach(
        [request],
        stocks.bars as (request: object, index: number) => Effect.Effect<unknown, unknown>,
      )
    }).pipe(Effect.provide(answering({ status: "OK" }))),
  )
})
