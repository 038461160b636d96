import * as Many from "@candela/history/Many"
import { Stocks } from "@candela/stocks"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Fiber, Stream } from "effect"
import { impatient, steps } from "@candela/support/impatient"
import { concatenated, histories, merged, requestsOf, seeded, serving } from "./support.js"
import { runs, sampled } from "@candela/support/seeded"

const patience = fc.record({ yields: fc.integer({ min: 0, max: 60 }), turns: fc.integer({ min: 0, max: 3 }) })

const few = [
  [1, 2, 5],
  [1, 3],
  [2, 4, 6, 8],
]

describe("a stream of many tickers", () => {
  it.effect.prop(
    "gives every row once when pulls are interrupted and repeated",
    {
      histories,
      order: fc.constantFrom("requests" as const, "time" as const),
      concurrency: fc.integer({ min: 1, max: 4 }),
      size: fc.integer({ min: 1, max: 5 }),
      pace: fc.array(fc.nat(8), { minLength: 1, maxLength: 4 }),
      patience: fc.array(patience, { minLength: 1, maxLength: 12 }),
      // Fibers of so few operations at a time can be interrupted between any two.
      operations: fc.constantFrom(11, 12, 13, 17, 23, 100, 2048),
    },
    ({ concurrency, histories, operations, order, pace, patience, size }) => {
      const { layer, log } = serving(histories, { size, pace })
      return Effect.gen(function* () {
        const stocks = yield* Stocks
        const waits = Array.from({ length: 24 }, (_, index) => steps(patience[index % patience.length]!))
        const stream = Many.stream(stocks.bars, requestsOf(histories), { order, concurrency })
        const { elements, failure } = yield* impatient(stream, waits)
        assert.deepInclude(failure, { _tag: "None" })
        assert.deepStrictEqual(elements, order === "time" ? merged(histories) : concatenated(histories))
        assert.deepStrictEqual([log.running, log.open], [0, 0])
      }).pipe(Effect.withMaxOpsBeforeYield(operations), Effect.provide(layer))
    },
    seeded(40),
  )

  it.effect("gives every row once, at whichever step a pull is interrupted", () =>
    Effect.gen(function* () {
      for (const operations of [11, 12, 13].slice(0, runs(3))) {
        const yieldsOfPull = Array.from({ length: 41 }, (_, index) => index)
        for (const yields of sampled(yieldsOfPull, 0)) {
          // One pull ends before the next is interrupted.
          const waits = Array.from({ length: 12 }, (_, index) =>
            steps(index % 2 === 0 ? { yields: 0, turns: 2 } : { yields, turns: 0 }),
          )
          const pulled = Effect.flatMap(Stocks, (stocks) =>
            impatient(Many.stream(stocks.bars, requestsOf(few), { order: "time", concurrency: 2 }), waits),
          )
          const { elements } = yield* pulled.pipe(
            Effect.withMaxOpsBeforeYield(operations),
            Effect.provide(serving(few, { size: 1 }).layer),
          )
          assert.deepStrictEqual(elements, merged(few), `${operations} operations, ${yields} yields`)
        }
      }
    }),
  )

  for (const order of ["requests", "time"] as const) {
    it.effect(`leaves nothing running at whichever step it is interrupted (${order})`, () =>
      Effect.gen(function* () {
        const ends = new Set<string>()
        for (const operations of [11, 12, 13, 2048].slice(-runs(4))) {
          for (let yields = 0; yields <= 150; yields += 4 / runs(4)) {
            const { layer, log } = serving(few, { size: 1, pace: [0, 3, 1] })
            const all = Effect.flatMap(Stocks, (stocks) =>
              Stream.runCollect(Many.stream(stocks.bars, requestsOf(few), { order, concurrency: 2 })),
            )
            yield* Effect.gen(function* () {
              const fiber = yield* Effect.fork(all)
              yield* steps({ yields, turns: 0 })
              const exit = yield* Fiber.interrupt(fiber)
              ends.add(`${exit._tag}${log.chunks.length}`)
              assert.deepStrictEqual([log.running, log.open], [0, 0], `after ${yields} steps`)
              // Nothing goes on afterwards, either.
              const before = log.chunks.length
              yield* steps({ yields: 3, turns: 1 })
              assert.strictEqual(log.chunks.length, before)
            }).pipe(Effect.withMaxOpsBeforeYield(operations), Effect.provide(layer))
          }
        }
        // Before, between and after all requests.
        assert.isTrue(ends.has("Failure0"), [...ends].join())
        assert.isAbove(ends.size, 5, [...ends].join())
      }),
    )
  }

  it.effect("that is interrupted while it waits ends, also where a ticker never answers", () => {
    const { layer, log } = serving(few, { size: 1, pace: [0, 0, 1e9] })
    return Effect.gen(function* () {
      const stocks = yield* Stocks
      const fiber = yield* Effect.fork(Stream.runDrain(Many.stream(stocks.bars, requestsOf(few), { order: "time" })))
      yield* steps({ yields: 100, turns: 3 })
      assert.strictEqual(log.running, 1)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual([log.running, log.open], [0, 0])
    }).pipe(Effect.provide(layer))
  })

  it.effect("fetches no more than the first request for the first row, and merged by time the first page of each", () =>
    Effect.gen(function* () {
      for (const [order, requests] of [
        ["requests", ["T0"]],
        ["time", ["T0", "T1", "T2"]],
      ] as const) {
        const { layer, log } = serving(few, { size: 1, pace: [5] })
        const first = yield* Effect.flatMap(Stocks, (stocks) =>
          Stream.runCollect(Stream.take(Many.stream(stocks.bars, requestsOf(few), { order }), 1)),
        ).pipe(Effect.provide(layer))
        assert.deepInclude(Chunk.unsafeHead(first), { ticker: "T0", timestamp: 1 })
        assert.deepStrictEqual(log.chunks, [...requests])
      }
    }),
  )

  it.effect("fetches no more than so many pages ahead of a consumer that takes its time", () =>
    Effect.gen(function* () {
      const long = Array.from({ length: 5 }, () => Array.from({ length: 40 }, (_, time) => time))
      for (const [order, concurrency, most] of [
        // The page in hand, and those ahead.
        ["requests", 1, 1 + 1],
        ["requests", 4, 1 + 4],
        ["time", 1, 5 + 1],
        ["time", 3, 5 + 3],
      ] as const) {
        const { layer, log } = serving(long, { size: 1 })
        let taken = 0
        yield* Effect.flatMap(Stocks, (stocks) =>
          Many.stream(stocks.bars, requestsOf(long), { order, concurrency }).pipe(
            Stream.runForEachChunk((rows) =>
              Effect.gen(function* () {
                taken += rows.length
                yield* steps({ yields: 20, turns: 1 })
                assert.isAtMost(log.chunks.length - taken, most, `${order} ${concurrency}`)
              }),
            ),
          ),
        ).pipe(Effect.provide(layer))
        assert.strictEqual(taken, 200)
      }
    }),
  )

  it.effect(
    "lets no ticker starve: merged by time, no two of the same density are further apart than the pages ahead",
    () =>
      Effect.gen(function* () {
        const dense = Array.from({ length: 6 }, () => Array.from({ length: 30 }, (_, time) => time))
        for (const concurrency of [1, 3, 6]) {
          const { layer, log } = serving(dense, { size: 3, pace: [4] })
          yield* Effect.flatMap(Stocks, (stocks) =>
            Stream.runDrain(Many.stream(stocks.bars, requestsOf(dense), { order: "time", concurrency })),
          ).pipe(Effect.provide(layer))
          assert.strictEqual(log.chunks.length, 60)
          const counts = new Map<string, number>(dense.map((_, index) => [`T${index}`, 0]))
          for (const ticker of log.chunks) {
            counts.set(ticker, counts.get(ticker)! + 1)
            assert.isAtMost(Math.max(...counts.values()) - Math.min(...counts.values()), 2)
          }
        }
      }),
  )

  it.effect("fetches ahead what is needed first: a page of a ticker with few rows lasts long", () =>
    Effect.gen(function* () {
      const histories = [[0, 30, 60, 90], Array.from({ length: 90 }, (_, time) => time)]
      const { layer, log } = serving(histories, { size: 3, pace: [2] })
      yield* Effect.flatMap(Stocks, (stocks) =>
        Stream.runDrain(Many.stream(stocks.bars, requestsOf(histories), { order: "time", concurrency: 1 })),
      ).pipe(Effect.provide(layer))
      // The first page of one ticker reaches to 60, which is in the 21st page of the other.
      assert.isAtLeast(log.chunks.lastIndexOf("T0"), 20)
      assert.strictEqual(log.chunks.length, 32)
    }),
  )
})
