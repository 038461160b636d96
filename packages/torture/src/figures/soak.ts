/** A steady load, and the resources that it leaves behind. */
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Array, Clock, Duration, Effect, Either, Exit, Fiber, Random, Scope, Stream } from "effect"
import * as Clients from "../Clients.js"
import type { Figure, Scale } from "../Figure.js"
import { pull } from "../Impatience.js"
import * as Minutes from "../Minutes.js"
import * as Mode from "../Mode.js"
import * as Remains from "../Remains.js"
import * as SandboxProcess from "../SandboxProcess.js"

interface Load {
  readonly warmUp: Duration.DurationInput
  readonly steady: Duration.DurationInput
}

/** Duration of the load in each round of the warm-up, and after it. */
const durations: Readonly<Record<Scale["name"], Load>> = {
  test: { warmUp: "1 second", steady: "2 seconds" },
  short: { warmUp: "10 seconds", steady: "30 seconds" },
  long: { warmUp: "2 minutes", steady: "28 minutes" },
}

const rows = 1000
const pageSize = 50
const atOnce = 4

/** Minimum number of visits, on however busy a machine. */
const least = 8

/** Maximum growth of the heap, a ratio. */
const most = 0.1

/**
 * The warm-up ends when the heap grows by less than this ratio, or after this many rounds: a leak continues to grow.
 */
const warm = { growth: 0.02, rounds: 5 }

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

const isClosed = (error: MarketDataError) => error._tag === "TransportError" && error.reason === "Closed"

/**
 * A visit of a user: opens layers, reads some streams in different modes, and closes the layers
 * while the last stream runs. Returns violations.
 */
const visit = (
  slice: (number: number, rows: number) => Minutes.Slice,
  settings: Clients.ClientSettings,
  seed: number,
  number: number,
) =>
  Effect.gen(function* () {
    const random = Random.make(`${seed} ${number}`)
    const scope = yield* Scope.make()
    const [user] = Array.drop(yield* Scope.extend(Clients.users(settings, 1), scope), number % 2)
    const stream = (which: number) => {
      const wanted = slice(number, rows)
      return { wanted, all: Mode.rows(user!.stocks, Mode.of(3 * number + which), wanted, pageSize) }
    }
    const toItsEnd = Effect.gen(function* () {
      const { all, wanted } = stream(0)
      const { elements, failure } = yield* pull(all, 5, random)
      const { lost, repeated, wrong } = Minutes.difference(elements, wanted.rows)
      return failure === undefined && lost + repeated + wrong === 0
    })
    const closedEarly = Effect.map(
      Stream.runCount(Stream.take(stream(1).all, yield* random.nextIntBetween(1, rows))),
      (count) => count > 0,
    )
    const interrupted = Effect.gen(function* () {
      const fiber = yield* Effect.fork(Stream.runDrain(stream(2).all))
      yield* Effect.sleep(yield* random.nextIntBetween(0, 50))
      yield* Fiber.interrupt(fiber)
      return true
    })
    const right = yield* Effect.all([toItsEnd, closedEarly, interrupted], { concurrency: "unbounded" })
    const late = yield* Effect.fork(Stream.runDrain(stream(3).all))
    yield* Effect.sleep(yield* random.nextIntBetween(0, 50))
    yield* Scope.close(scope, Exit.void)
    const end = yield* Effect.either(Fiber.join(late))
    const where = `seed ${seed}, visit ${number} (${user!.client})`
    return [
      ...(right.every((one) => one) ? [] : [`${where}: a stream lost, repeated or changed rows`]),
      ...(Either.isRight(end) || isClosed(end.left)
        ? []
        : [`${where}: a stream whose layer closed ended with ${end.left}`]),
    ]
  })

export const soak: Figure = {
  name: "soak",
  what: "soak: what is held after streams that were read, interrupted and closed, and layers that were opened and closed",
  bound: "after warm-up, heap after a forced collection within 10 percent; sockets and fibers as at the start",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const sandbox = yield* SandboxProcess.start()
      const slice = yield* Minutes.read(sandbox)
      const { during, look } = yield* Remains.watch
      let visits = 0
      const violations: Array<string> = []

      const load = (duration: Duration.DurationInput) =>
        Effect.gen(function* () {
          const enough = visits + least
          const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(duration)
          const visiting = Effect.gen(function* () {
            violations.push(...(yield* visit(slice, sandbox, seed, visits++)))
            return yield* Clock.currentTimeMillis
          })
          yield* during(
            Effect.replicateEffect(
              Effect.repeat(visiting, { until: (now) => now >= end && visits >= enough }),
              atOnce,
              {
                concurrency: "unbounded",
              },
            ),
          )
        })

      const before = yield* look
      let begin = before
      for (let round = 0; round < warm.rounds; round++) {
        const earlier = begin
        yield* load(durations[name].warmUp)
        begin = yield* look
        yield* say(`${visits} visits, ${megabytes(begin.heap)}`)
        if (begin.heap < earlier.heap * (1 + warm.growth)) break
      }
      yield* load(durations[name].steady)
      const after = yield* look
      const growth = after.heap / begin.heap - 1
      const held = [
        ...(after.sockets > before.sockets ? [`${after.sockets} sockets, and ${before.sockets} at the start`] : []),
        ...(after.fibers > before.fibers ? [`${after.fibers} fibers, and ${before.fibers} at the start`] : []),
        ...(growth > most ? [`the heap grew by ${(growth * 100).toFixed(1)} percent`] : []),
      ]
      return {
        measured:
          `${visits} visits of 4 streams: heap ${megabytes(begin.heap)} after warm-up, ${megabytes(after.heap)} at the end (${(growth * 100).toFixed(1)} percent); ` +
          `sockets ${before.sockets} and ${after.sockets}, fibers ${before.fibers} and ${after.fibers}`,
        violations: [...violations, ...held.map((line) => `seed ${seed}: ${line}`)],
      }
    }),
}
