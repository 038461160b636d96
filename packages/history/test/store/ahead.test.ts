import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Fiber, Stream } from "effect"
import { ahead } from "../../src/internal/store/read/ahead.js"

const inputs = Array.from({ length: 12 }, (_, input) => input)

/** Streams that count how many of them are open, and which have begun. */
const counted = () => {
  const count = { open: 0, most: 0, begun: 0 }
  const of = (input: number) =>
    Stream.acquireRelease(
      Effect.sync(() => {
        count.begun++
        count.most = Math.max(count.most, ++count.open)
      }),
      () => Effect.sync(() => count.open--),
    ).pipe(
      Stream.flatMap(() => Stream.rechunk(Stream.range(10 * input, 10 * input + 4), 1)),
      Stream.tap(() => Effect.yieldNow()),
    )
  return { count, of }
}

describe("streams that begin ahead", () => {
  it.effect("keep the order of their inputs, and are few at a time", () =>
    Effect.gen(function* () {
      const { count, of } = counted()
      const values = yield* Stream.runCollect(ahead(inputs, of))
      assert.deepStrictEqual(
        Chunk.toReadonlyArray(values),
        inputs.flatMap((input) => [0, 1, 2, 3, 4].map((value) => 10 * input + value)),
      )
      assert.strictEqual(count.begun, 12)
      assert.strictEqual(count.open, 0)
      // One is with the consumer, two are after it, and one before it may be about to close.
      assert.isAtMost(count.most, 4)
    }),
  )

  it.effect("fail after the values before the failure", () =>
    Effect.gen(function* () {
      const seen: Array<number> = []
      const exit = yield* ahead(inputs, (input) =>
        input < 2 ? Stream.make(input) : Stream.fail(`of input ${input}`),
      ).pipe(
        Stream.runForEach((value) => Effect.sync(() => seen.push(value))),
        Effect.exit,
      )
      assert.deepStrictEqual(exit, Exit.fail("of input 2"))
      assert.deepStrictEqual(seen, [0, 1])
    }),
  )

  it.effect("end when their consumer is interrupted, at any step, or wants no more", () =>
    Effect.gen(function* () {
      for (let steps = 0; steps < 40; steps++) {
        const { count, of } = counted()
        const fiber = yield* Effect.fork(Stream.runDrain(ahead(inputs, of)))
        yield* Effect.repeatN(Effect.yieldNow(), steps)
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(count.open, 0)
      }
      const { count, of } = counted()
      yield* Stream.runDrain(Stream.take(ahead(inputs, of), 1))
      assert.strictEqual(count.open, 0)
      assert.isAtMost(count.begun, 3)
    }),
  )
})
