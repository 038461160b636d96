import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Supervisor } from "effect"
import { runs, sampled } from "@candela/support/seeded"
import { steps } from "@candela/support/impatient"
import { listen, pass, scenario, service, settle } from "./scripted.js"

/** Fibers of so few operations at a time can be interrupted between any two. */
const operations = [11, 12, 13].slice(0, runs(3))
const waits = [
  ...Array.from({ length: 60 }, (_, yields) => ({ yields, turns: 0 })),
  ...Array.from({ length: 12 }, (_, turns) => ({ yields: 0, turns })),
]

/** Tries a program at each step, and checks that nothing of it is left. */
const atEachStep = (
  place: number,
  program: (live: ReturnType<typeof service>, wait: Effect.Effect<void>) => Effect.Effect<void, unknown>,
) =>
  Effect.gen(function* () {
    for (const most of operations) {
      for (const wait of sampled(waits, place)) {
        const live = service()
        const fibers = yield* Supervisor.track
        yield* program(live, steps(wait)).pipe(Effect.supervised(fibers), Effect.withMaxOpsBeforeYield(most))
        for (const peer of live.peers) assert.strictEqual(peer.readyState, 3, JSON.stringify(wait))
        yield* settle
        assert.deepStrictEqual(
          (yield* fibers.value).filter((fiber) => fiber.unsafePoll() === null),
          [],
        )
      }
    }
  })

describe("interruption at whichever step", () => {
  it.effect("takes a stream away, and another one goes on", () =>
    atEachStep(0, (live, wait) =>
      Effect.scoped(
        scenario(
          live,
          Effect.gen(function* () {
            const { fiber } = yield* listen(["AAPL"])
            yield* wait
            yield* Fiber.interrupt(fiber)
            const other = yield* listen(["MSFT"])
            yield* settle
            assert.deepStrictEqual(other.heard, [{ _tag: "Subscribed", at: 0 }])
            assert.deepStrictEqual([...live.last().pairs], ["T.MSFT"])
          }),
        ),
      ),
    ),
  )

  it.effect("ends a program, with its sockets and fibers", () =>
    atEachStep(1, (live, wait) =>
      Effect.gen(function* () {
        const program = Effect.scoped(
          scenario(
            live,
            Effect.gen(function* () {
              yield* listen(["AAPL"])
              yield* listen("*")
              yield* settle
              live.last().end()
              yield* pass("250 millis")
              yield* Effect.never
            }),
          ),
        )
        const fiber = yield* Effect.fork(program)
        yield* wait
        yield* Fiber.interrupt(fiber)
      }),
    ),
  )
})
