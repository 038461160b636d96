import { NotFound } from "@candela/core/MarketDataError"
import * as Many from "@candela/history/Many"
import { type TickerFailed } from "@candela/history/ManyError"
import { Stocks, type Bar } from "@candela/stocks"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Either, FastCheck as fc, Stream } from "effect"
import { concatenated, histories, merged, requestsOf, seeded, serving, tickerAt } from "./support.js"

const order = fc.constantFrom("requests" as const, "time" as const)
const options = fc.record({ order, concurrency: fc.integer({ min: 1, max: 5 }) })
const service = fc.record({
  size: fc.integer({ min: 1, max: 9 }),
  pace: fc.array(fc.nat(12), { minLength: 1, maxLength: 5 }),
})

const expected = (order: "requests" | "time", histories: ReadonlyArray<ReadonlyArray<number>>) =>
  order === "time" ? merged(histories) : concatenated(histories)

const rowsOf = <A, E, R>(stream: Stream.Stream<A, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

describe("many tickers", () => {
  it.effect.prop(
    "are the concatenation in the order of the requests, and its stable sort by time, at any concurrency",
    { histories, options, service },
    ({ histories, options, service }) => {
      const { layer, log } = serving(histories, service)
      return Effect.gen(function* () {
        const stocks = yield* Stocks
        const rows = yield* rowsOf(Many.stream(stocks.bars, requestsOf(histories), options))
        assert.deepStrictEqual(rows, expected(options.order, histories))
        assert.isAtMost(log.most, options.concurrency)
        assert.deepStrictEqual([log.running, log.open], [0, 0])
      }).pipe(Effect.provide(layer))
    },
    seeded(120),
  )

  it.effect.prop(
    "are the same as columns",
    { histories, options, service },
    ({ histories, options, service }) =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        const chunks = yield* rowsOf(Many.columns(stocks.bars, requestsOf(histories), options))
        assert.deepStrictEqual(
          chunks.flatMap((chunk) => [...chunk.toRows()]),
          expected(options.order, histories),
        )
        for (const { columns, length, ticker } of chunks) {
          assert.isAbove(length, 0)
          assert.strictEqual(columns.ticker.length, length)
          if (options.order === "time") assert.isUndefined(ticker)
          else assert.isTrue(columns.ticker.every((one) => one === ticker))
        }
      }).pipe(Effect.provide(serving(histories, service).layer)),
    seeded(60),
  )

  it.effect.prop(
    "are sorted downwards where the requests are",
    { histories },
    ({ histories }) => {
      const downwards = histories.map((times) => [...times].reverse())
      return Effect.gen(function* () {
        const stocks = yield* Stocks
        const requests = requestsOf(histories).map((request) => ({ ...request, sort: "desc" as const }))
        const rows = yield* rowsOf(Many.stream(stocks.bars, requests, { order: "time" }))
        const all = [...concatenated(downwards)].sort((one, other) => other.timestamp - one.timestamp)
        assert.deepStrictEqual(rows, all)
      }).pipe(Effect.provide(serving(downwards).layer))
    },
    seeded(30),
  )

  it.effect.prop(
    "go on without a ticker that fails, whose rows up to then are given, and tell of it at the end",
    { histories, options, service, failing: fc.uniqueArray(fc.nat(6), { maxLength: 3 }) },
    ({ failing, histories, options, service }) => {
      const failed = failing.filter((index) => index < histories.length).sort()
      const errors = Object.fromEntries(
        failed.map((index) => [tickerAt(index), new NotFound({ endpoint: "stocks.bars", detail: `of ${index}` })]),
      )
      const { layer, log } = serving(histories, { ...service, errors })
      return Effect.gen(function* () {
        const stocks = yield* Stocks
        const told: Array<ReadonlyArray<TickerFailed>> = []
        const onFailure = (failures: ReadonlyArray<TickerFailed>) => Effect.sync(() => void told.push(failures))
        const rows = yield* rowsOf(Many.stream(stocks.bars, requestsOf(histories), { ...options, onFailure }))
        assert.deepStrictEqual(rows, expected(options.order, histories))
        assert.deepStrictEqual(
          told.flat().map(({ error, ticker }) => [ticker, error]),
          failed.map((index) => [tickerAt(index), errors[tickerAt(index)]!]),
        )
        assert.strictEqual(told.length, failed.length > 0 ? 1 : 0)
        assert.deepStrictEqual([log.running, log.open], [0, 0])
      }).pipe(Effect.provide(layer))
    },
    seeded(60),
  )

  it.effect.prop(
    "fail with the ticker whose rows are due, after the rows before them, at any concurrency",
    { histories, options, service, failing: fc.nat(6) },
    ({ failing, histories, options, service }) => {
      const errors = { [tickerAt(failing)]: new NotFound({ endpoint: "stocks.bars", detail: "" }) }
      const { layer, log } = serving(histories, { ...service, errors })
      return Effect.gen(function* () {
        const stocks = yield* Stocks
        const rows: Array<Many.Row<Bar>> = []
        const result = yield* Many.stream(stocks.bars, requestsOf(histories), options).pipe(
          Stream.runForEach((row) => Effect.sync(() => void rows.push(row))),
          Effect.either,
        )
        assert.deepStrictEqual([log.running, log.open], [0, 0])
        const all = expected(options.order, histories)
        if (failing >= histories.length) {
          assert.isTrue(Either.isRight(result))
          assert.deepStrictEqual(rows, all)
          return
        }
        assert.deepInclude(Either.getLeft(result), { _tag: "Some" })
        const error = Either.flip(result).pipe(Either.getOrThrow) as TickerFailed
        assert.deepInclude(error, { _tag: "TickerFailed", ticker: tickerAt(failing), endpoint: "stocks.bars" })
        assert.include(error.message, `${tickerAt(failing)}: stocks.bars: not found`)
        // All rows up to the last one of the ticker: what follows by time may not come before its missing rows.
        const last = all.findLastIndex(({ ticker }) => ticker === tickerAt(failing))
        const before = all.findIndex(({ ticker }) => Number(ticker.slice(1)) > failing)
        const given = last >= 0 ? last + 1 : options.order === "time" ? 0 : before < 0 ? all.length : before
        assert.deepStrictEqual(rows, all.slice(0, given))
      }).pipe(Effect.provide(layer))
    },
    seeded(80),
  )
})
