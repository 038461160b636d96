/** Calls through a cache and checkpoints whose stores sometimes hang. */
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { Cache } from "@candela/core/Cache"
import { Checkpoints } from "@candela/core/Checkpoints"
import { MarketData } from "@candela/core/MarketData"
import { Stocks } from "@candela/stocks/Stocks"
import { Clock, Effect, Exit, Fiber, Layer, Option, Random, Stream } from "effect"
import * as Clients from "../Clients.js"
import type { Figure, Scale } from "../Figure.js"
import * as Minutes from "../Minutes.js"
import * as SandboxProcess from "../SandboxProcess.js"

const calls: Readonly<Record<Scale["name"], number>> = { test: 6, short: 30, long: 600 }

const deadline = 2000
/** Tolerance of the deadline on a busy machine, milliseconds. */
const grace = 1500

/**
 * Never ends. Unlike `Effect.never` it does not keep the process alive: what a store is still to
 * write when the figure ends goes on in the background.
 */
const hung: Effect.Effect<never> = Effect.async(() => {})

/** A store in memory, some of whose operations never end. */
const hanging = (random: Random.Random, chance: number) => {
  const values = new Map<string, string>()
  const orHang = <A>(operation: () => A) =>
    Effect.flatMap(random.next, (drawn) => (drawn < chance ? hung : Effect.sync(operation)))
  return KeyValueStore.makeStringOnly({
    get: (name) => orHang(() => Option.fromNullable(values.get(name))),
    set: (name, value) => orHang(() => void values.set(name, value)),
    remove: (name) => orHang(() => void values.delete(name)),
    clear: hung,
    size: hung,
  })
}

export const hangingStore: Figure = {
  name: "hanging-store",
  what: "streams through a cache and checkpoints whose stores hang, with deadlines and interruptions",
  bound: `all end: by their rows, by a typed error within ${deadline + grace} ms of a deadline of ${deadline} ms, or by interruption within ${grace} ms; wrong rows 0`,
  run: ({ name, seed }) =>
    Effect.gen(function* () {
      const sandbox = yield* SandboxProcess.start()
      const slice = yield* Minutes.read(sandbox)
      const random = Random.make(`${seed} hanging-store`)
      const violations: Array<string> = []
      let [whole, failed, interrupted] = [0, 0, 0]

      const call = (number: number) =>
        Effect.gen(function* () {
          const store = Layer.succeed(KeyValueStore.KeyValueStore, hanging(random, yield* random.nextRange(0, 0.02)))
          const context = yield* Layer.build(
            Stocks.layer.pipe(
              Layer.provideMerge(Checkpoints.layer),
              Layer.provide(Cache.layer()),
              Layer.provide(MarketData.layer({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })),
              Layer.provide(Clients.node),
              Layer.provide(store),
            ),
          )
          const { request, rows } = slice(number, 200)
          const start = yield* Clock.currentTimeMillis
          const streaming = Effect.flatMap(Stocks, ({ bars }) =>
            Stream.runCollect(
              bars.stream({ ...request, adjusted: false }, { pageSize: 50, checkpoint: "stream", deadline }),
            ),
          )
          const fiber = yield* Effect.fork(Effect.provide(streaming, context))
          const isInterrupted = yield* random.nextBoolean
          if (isInterrupted) {
            yield* Effect.sleep(yield* random.nextIntBetween(0, deadline))
            yield* Fiber.interruptFork(fiber)
          }
          const from = yield* Clock.currentTimeMillis
          const limit = isInterrupted ? grace : deadline + grace
          const exit = yield* Effect.timeoutOption(Fiber.await(fiber), limit)
          if (Option.isNone(exit)) {
            const now = yield* Clock.currentTimeMillis
            violations.push(
              `seed ${seed}, call ${number}: did not end ${now - from} ms later, ${now - start} ms from its start`,
            )
          } else if (Exit.isSuccess(exit.value)) {
            if (exit.value.value.length === rows.length) whole += 1
            else violations.push(`seed ${seed}, call ${number}: ${exit.value.value.length} of ${rows.length} rows`)
          } else if (Exit.isInterrupted(exit.value)) interrupted += 1
          else failed += 1
        }).pipe(
          Effect.scoped,
          Effect.timeoutFail({ duration: "30 seconds", onTimeout: () => "its layer did not close" }),
        )
      yield* Effect.forEach(Array(calls[name]).keys(), call, { concurrency: 10, discard: true })
      return {
        measured: `${calls[name]} streams: ${whole} whole, ${failed} failed in time, ${interrupted} interrupted, ${violations.length} faults`,
        violations,
      }
    }),
}
