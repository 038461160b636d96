import * as Batch from "@candela/core/declare/Batch"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Either, Exit, FastCheck as fc, Fiber } from "effect"
import { eventually } from "@candela/support/eventually"
import { seeded } from "@candela/support/seeded"
import { turn } from "@candela/support/turns"

/** Look-ups of texts, whose answers are their lengths; the requests that were made. */
const lengths = (options: Partial<Batch.Options<number, string>> = {}) => {
  const requests: Array<ReadonlyArray<string>> = []
  const batch = Batch.make<number, string>({
    most: 1_000,
    room: 1_000_000,
    sizeOf: (key) => key.length,
    request: (keys) =>
      Effect.sync(() => {
        requests.push(keys)
        return (key) => (key.startsWith("!") ? Either.left(`no ${key}`) : Either.right(key.length))
      }),
    ...options,
  })
  return Effect.map(batch, (lookUp) => ({ lookUp, requests }))
}

describe("Batch.make", () => {
  it.effect.prop(
    "answers every caller by its own key, with each key in one request, and none larger than it may be",
    {
      keys: fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 40 }),
      most: fc.integer({ min: 1, max: 8 }),
      room: fc.integer({ min: 6, max: 20 }),
    },
    ({ keys, most, room }) =>
      Effect.gen(function* () {
        const { lookUp, requests } = yield* lengths()
        const bounded: Array<ReadonlyArray<string>> = []
        const small = yield* Batch.make<number, string>({
          most,
          room,
          sizeOf: (key) => key.length,
          request: (group) =>
            Effect.sync(() => {
              bounded.push(group)
              return (key) => Either.right(key.length)
            }),
        })
        const answers = yield* Effect.forEach(keys, (key) => Effect.either(lookUp(key)), { concurrency: "unbounded" })
        assert.deepStrictEqual(
          answers,
          keys.map((key) => (key.startsWith("!") ? Either.left(`no ${key}`) : Either.right(key.length))),
        )
        assert.deepStrictEqual(requests, [[...new Set(keys)]])
        yield* Effect.forEach(keys, small, { concurrency: "unbounded" })
        assert.deepStrictEqual(bounded.flat(), [...new Set(keys)])
        for (const group of bounded) {
          assert.isAtMost(group.length, most)
          assert.isAtMost(group.join("").length, room)
        }
      }),
    seeded,
  )

  it.effect("gathers look-ups of fibers that know nothing of each other", () =>
    Effect.gen(function* () {
      const { lookUp, requests } = yield* lengths()
      const one = yield* Effect.fork(Effect.zipRight(Effect.yieldNow(), lookUp("a")))
      const two = yield* Effect.fork(Effect.all([lookUp("bb"), lookUp("a")], { concurrency: 2 }))
      assert.deepStrictEqual([yield* Fiber.join(one), yield* Fiber.join(two)], [1, [2, 1]])
      assert.lengthOf(requests, 1)
    }),
  )

  it.effect("asks anew for a key whose request has left", () =>
    Effect.gen(function* () {
      const { lookUp, requests } = yield* lengths()
      assert.strictEqual(yield* lookUp("a"), 1)
      assert.strictEqual(yield* lookUp("a"), 1)
      assert.deepStrictEqual(requests, [["a"], ["a"]])
    }),
  )

  it.effect("fails all keys of a request that fails or dies, and no others", () =>
    Effect.gen(function* () {
      const lookUp = yield* Batch.make<number, string>({
        most: 2,
        room: 100,
        sizeOf: () => 1,
        request: (keys) => {
          if (keys.includes("thrown")) throw new Error("thrown")
          return keys.includes("bad") ? Effect.fail("refused") : Effect.succeed((key) => Either.right(key.length))
        },
      })
      const exits = yield* Effect.forEach(["bad", "b", "cc", "d", "thrown"], (key) => Effect.exit(lookUp(key)), {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual(exits.slice(0, 4), [
        Exit.fail("refused"),
        Exit.fail("refused"),
        Exit.succeed(2),
        Exit.succeed(1),
      ])
      assert(Exit.isFailure(exits[4]!) && Cause.pretty(exits[4].cause).includes("thrown"))
    }),
  )

  it.effect("goes on when a caller is interrupted, and sends nothing that nobody waits for", () =>
    Effect.gen(function* () {
      const { lookUp, requests } = yield* lengths()
      const gone = yield* Effect.forkAll(["a", "b"].map(lookUp))
      yield* Effect.yieldNow()
      const staying = yield* Effect.fork(lookUp("b"))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(gone)
      assert.strictEqual(yield* Fiber.join(staying), 1)
      assert.deepStrictEqual(requests, [["b"]])

      const all = yield* Effect.forkAll(["c", "d"].map(lookUp))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(all)
      yield* Effect.repeatN(turn, 5)
      assert.lengthOf(requests, 1)
    }),
  )

  it.effect("requests in the runtime in which it was made, not in that of a caller", () =>
    Effect.gen(function* () {
      const lookUp = yield* Effect.withSpan(
        Batch.make<string, never>({
          most: 10,
          room: 100,
          sizeOf: () => 1,
          request: () =>
            Effect.map(
              Effect.orDie(Effect.currentSpan),
              ({ name }) =>
                () =>
                  Either.right(name),
            ),
        }),
        "layer",
      )
      const spans = yield* Effect.all([Effect.withSpan(lookUp("a"), "first"), Effect.withSpan(lookUp("b"), "second")], {
        concurrency: 2,
      })
      assert.deepStrictEqual(spans, ["layer", "layer"])
    }),
  )

  it.effect("interrupts a request when the last of its callers is gone", () =>
    Effect.gen(function* () {
      const left = yield* Deferred.make<void>()
      let interrupted = false
      const lookUp = yield* Batch.make<number, string>({
        most: 10,
        room: 100,
        sizeOf: () => 1,
        request: () =>
          Effect.zipRight(Deferred.succeed(left, undefined), Effect.never).pipe(
            Effect.onInterrupt(() => Effect.sync(() => (interrupted = true))),
          ),
      })
      const first = yield* Effect.fork(lookUp("a"))
      const second = yield* Effect.fork(lookUp("b"))
      yield* Deferred.await(left)
      yield* Fiber.interrupt(first)
      assert.isFalse(interrupted)
      yield* Fiber.interrupt(second)
      yield* eventually(Effect.sync(() => interrupted))
    }),
  )
})
