import { Backfill } from "@candela/backfill"
import { NotFound } from "@candela/core/MarketDataError"
import { StoreError } from "@candela/history"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { verdict } from "../src/internal/fetch/failures.js"
import { type Behaviour, requests, service } from "./service.js"
import * as Support from "./support.js"

const universe = Support.hours(["AAPL", "NOPE", "WRONG"])
const range = { from: "2024-03-10", to: "2024-04-20" }

/** A plan over a service that behaves so, in a folder of its own. */
const over = (
  own: Partial<Behaviour>,
  // oxlint-disable-next-line typescript/no-explicit-any -- all that a test needs is provided below
  test: (plan: string, behaviour: Behaviour) => Effect.Effect<void, unknown, any>,
) =>
  Effect.gen(function* () {
    const behaviour: Behaviour = { known: ["AAPL", "WRONG"], broken: [], refuses: false, ...own }
    const folder = yield* Support.folder
    yield* Effect.flatMap(Support.planned({ universe, range, attempts: 2 }), (plan) => test(plan, behaviour)).pipe(
      Effect.provide(Support.within(folder)),
      Effect.provide(service(behaviour)),
    )
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)) as Effect.Effect<void, unknown>

const options = { rest: "10 millis", poll: "20 millis" } as const

describe("failures of jobs", () => {
  it.live("are set aside after their last attempt, listed, and tried again on request", () =>
    over({ broken: ["WRONG"] }, (plan, behaviour) =>
      Effect.gen(function* () {
        const status = yield* Backfill.run(plan, options)
        // An unknown ticker has no rows, and is done.
        assert.deepStrictEqual(status.jobs, { planned: 6, done: 2, empty: 2, waiting: 0, failed: 2, skipped: 0 })
        const failures = yield* Backfill.failures(plan)
        assert.deepStrictEqual(
          failures.map(({ attempts, error, isSetAside, period, ticker }) => [
            ticker,
            period,
            attempts,
            error,
            isSetAside,
          ]),
          ["2024-03", "2024-04"].map((period) => ["WRONG", period, 2, "DecodeError", true]),
        )
        const sent = yield* requests
        yield* Backfill.run(plan, options)
        assert.strictEqual(yield* requests, sent)

        behaviour.broken = []
        assert.strictEqual(yield* Backfill.retry(plan, { periods: ["2024-04"] }), 1)
        // The other month of the ticker is still set aside, with its error.
        assert.deepStrictEqual(
          (yield* Backfill.failures(plan)).map(({ attempts, period }) => [period, attempts]),
          [["2024-03", 2]],
        )
        assert.strictEqual((yield* Backfill.run(plan, options)).jobs.failed, 1)
        assert.strictEqual(yield* Backfill.retry(plan), 1)
        assert.deepInclude((yield* Backfill.run(plan, options)).jobs, { done: 4, empty: 2, failed: 0 })
        assert.deepStrictEqual(yield* Backfill.failures(plan), [])
      }),
    ),
  )

  it.live("are left out on request", () =>
    over({ broken: ["WRONG"] }, (plan) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* Backfill.skip(plan, { tickers: ["WRONG"] }), 2)
        assert.deepInclude((yield* Backfill.run(plan, options)).jobs, { done: 2, empty: 2, failed: 0, skipped: 2 })
        const refused = yield* Effect.flip(Backfill.skip(plan, { periods: ["2019-01"] }))
        assert.strictEqual(refused.message, `plan ${plan}: it has no period 2019-01: they are 2024-03 to 2024-04`)
      }),
    ),
  )

  it.live("stop everything when the key is refused, and lose nothing", () =>
    over({ refuses: true }, (plan, behaviour) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Backfill.run(plan, { ...options, concurrency: 1 }))
        assert.strictEqual(error.reason, "stopped")
        assert.include(error.message, "the service refused the key")
        assert.notInclude(error.message, "a-key-of-a-test")
        assert.strictEqual(yield* requests, 1)
        assert.deepInclude(yield* Backfill.status(plan), { state: "stopped" })
        behaviour.refuses = false
        assert.deepInclude((yield* Backfill.run(plan, options)).jobs, { done: 4, empty: 2, waiting: 0 })
      }),
    ),
  )

  it("a ticker that is not found is that of bars alone", () => {
    const of = (endpoint: string) => verdict(new NotFound({ endpoint, detail: "" }))
    assert.deepStrictEqual(["stocks.bars", "stocks.splits", "stocks.dividends"].map(of), ["empty", "again", "again"])
  })

  it("stop everything when the store refuses this process, and not when a file of it does", () => {
    const of = (reason: StoreError["reason"]) => verdict(new StoreError({ reason, path: "s3://bucket", detail: "" }))
    assert.deepStrictEqual([of("access"), of("library")], ["stop", "stop"])
    assert.deepStrictEqual([of("read"), of("write"), of("file"), of("lock")], ["again", "again", "again", "again"])
  })
})

describe("a plan", () => {
  it.live("waits while it is paused, and ends when it is cancelled", () =>
    over({}, (plan) =>
      Effect.gen(function* () {
        yield* Backfill.pause(plan)
        // The coordinator has looked three times: what it sent would have begun.
        const looks = yield* Effect.makeLatch()
        let seen = 0
        const onProgress = () => (++seen < 3 ? Effect.void : looks.open)
        const run = yield* Effect.fork(Backfill.run(plan, { ...options, onProgress }))
        yield* looks.await
        assert.strictEqual(yield* requests, 0)
        yield* Backfill.cancel(plan)
        assert.strictEqual((yield* Effect.flip(Fiber.join(run))).reason, "cancelled")
        assert.strictEqual((yield* Effect.flip(Backfill.run(plan, options))).reason, "cancelled")
        yield* Backfill.resume(plan)
        assert.deepInclude(yield* Backfill.run(plan, options), { state: "done" })
      }),
    ),
  )

  it.live("that the database does not have is refused", () =>
    over({}, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Backfill.run("nothing"))
        assert.strictEqual(error.message, "plan nothing: this database has no such plan: make it first")
      }),
    ),
  )
})
