import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Option, TestClock, Fiber } from "effect"
import { runs, seeded } from "@candela/support/seeded"
import { type Bound, Queue } from "../../src/internal/live/queue.js"
import type { Signal } from "../../src/internal/live/signal.js"

interface Row {
  readonly ticker: string
  readonly at: number
}
const topic = { name: "stocks.trades", time: ({ at }: Row) => at }
const queueOf = (policy: Partial<Bound>) => new Queue<Row>(topic, { rows: 4, overflow: "fail", every: 0, ...policy })
const offer = (queue: Queue<Row>, at: number, ticker = "A") => queue.offer({ ticker, at }, ticker)

/** Takes so many signals. */
const take = (queue: Queue<Row>, count: number) =>
  Effect.map(Effect.replicateEffect(queue.take, count), (chunks) => chunks.flatMap((chunk) => [...chunk]))
const rowsOf = (signals: ReadonlyArray<Signal<Row>>) =>
  signals.flatMap((signal) => (signal._tag === "Rows" ? signal.rows.map(({ at }) => at) : []))
const lost = { _tag: "Lost", reason: "cut", at: 0 } as const
const subscribed = { _tag: "Subscribed", at: 0 } as const

describe("the buffer of a stream", () => {
  it.effect("gives rows in chunks of at most 1,024", () =>
    Effect.gen(function* () {
      const queue = queueOf({ rows: 5_000 })
      for (let at = 0; at < 2_500; at++) offer(queue, at)
      const signals = yield* take(queue, 3)
      assert.deepStrictEqual(
        signals.map((signal) => (signal._tag === "Rows" ? signal.rows.length : 0)),
        [1024, 1024, 452],
      )
      assert.deepStrictEqual(
        rowsOf(signals),
        Array.from({ length: 2_500 }, (_, at) => at),
      )
      assert.strictEqual(queue.size, 0)
    }),
  )

  it.effect("fails a stream whose buffer is full, after the rows that wait", () =>
    Effect.gen(function* () {
      const queue = queueOf({})
      for (let at = 0; at < 6; at++) offer(queue, at)
      assert.deepStrictEqual(rowsOf(yield* take(queue, 1)), [0, 1, 2, 3])
      const error = Option.getOrThrow(yield* Effect.flip(queue.take))
      assert.strictEqual(
        error.message,
        "The consumer of stocks.trades is slower than the channel: 4 rows wait. Subscribe fewer tickers, do less for each row, raise buffer.rows, or let the stream drop or conflate rows (buffer.overflow).",
      )
    }),
  )

  it.effect.prop(
    "drops the oldest rows on request, and tells which",
    [
      fc.array(fc.constantFrom("row", "row", "row", "take", "lost"), { maxLength: 80 }),
      fc.integer({ min: 1, max: 200 }),
    ],
    ([steps, rows]) =>
      Effect.gen(function* () {
        const queue = queueOf({ rows, overflow: "dropOldest" })
        const signals: Array<Signal<Row>> = []
        let at = 0
        for (const step of [...steps, "row"]) {
          if (step === "row") offer(queue, at++, `T${at % 3}`)
          else if (step === "take") signals.push(...(yield* take(queue, queue.size > 0 ? 1 : 0)))
          else {
            queue.push(lost)
            queue.push(subscribed)
          }
          assert.isAtMost(queue.size, rows)
        }
        while (queue.size > 0) signals.push(...(yield* take(queue, 1)))
        // Each row comes, or is between the times of the drop that stands in its place.
        let next = 0
        for (const signal of signals) {
          if (signal._tag === "Dropped") {
            assert.strictEqual(signal.from, next)
            assert.strictEqual(signal.to - signal.from + 1, signal.rows)
            next += signal.rows
          } else if (signal._tag === "Rows") {
            for (const row of signal.rows) assert.strictEqual(row.at, next++)
          }
        }
        assert.strictEqual(next, at)
      }),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(300) } },
  )

  it.effect("conflates to the last row of each ticker, so many times a second", () =>
    Effect.gen(function* () {
      const queue = queueOf({ overflow: "conflate", every: 250 })
      for (let at = 0; at < 100; at++) offer(queue, at, `T${at % 3}`)
      assert.strictEqual(queue.size, 3)
      assert.deepStrictEqual(rowsOf(yield* take(queue, 1)), [99, 97, 98])
      offer(queue, 100)
      const next = yield* Effect.fork(take(queue, 1))
      yield* TestClock.adjust("249 millis")
      offer(queue, 101)
      assert.isNull(next.unsafePoll())
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(rowsOf(yield* Fiber.join(next)), [101])
    }),
  )

  it.effect("does not grow by losses that nobody reads of", () =>
    Effect.gen(function* () {
      for (const overflow of ["fail", "conflate"] as const) {
        const queue = queueOf({ overflow, rows: 10_000 })
        queue.push(subscribed)
        for (let at = 0; at < 1_000; at++) {
          if (overflow === "conflate") offer(queue, at)
          queue.push(lost)
          queue.push(subscribed)
        }
        const signals = yield* take(queue, overflow === "fail" ? 3 : 4)
        assert.deepStrictEqual(
          signals.map(({ _tag }) => _tag),
          overflow === "fail" ? ["Subscribed", "Lost", "Subscribed"] : ["Subscribed", "Rows", "Lost", "Subscribed"],
        )
      }
    }),
  )
})
