/** Runners of one database, in this process: what one takes over, and what stops all. */
import { Backfill } from "@candela/backfill"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import { service } from "../service.js"
import * as Runners from "./support.js"
import { all, assertFilesOfSync, coordinated, known, planned, tickers } from "./trial.js"

describe.skipIf(Runners.missing !== undefined)(`runners on PostgreSQL ${Runners.missing ?? ""}`, () => {
  layer(Layer.merge(Runners.Server.layer, NodeContext.layer), { excludeTestServices: true })((it) => {
    it.scoped("in a run, coordinator and runner are one process", () =>
      Effect.gen(function* () {
        const place = yield* Runners.place
        const plan = yield* planned(place)
        const status = yield* Backfill.run(plan).pipe(Effect.provide(Runners.process(place)), Effect.provide(known()))
        assert.deepInclude(status.jobs, all)
        yield* assertFilesOfSync(place)
      }),
    )

    it.scoped("take over what one that ends has begun, and what one that is gone has locked", () =>
      Effect.gen(function* () {
        const place = yield* Runners.place
        const plan = yield* planned(place)
        // It never gets an answer.
        const stuck = yield* Scope.make()
        yield* Layer.buildWithScope(
          Runners.runner(place).pipe(Layer.provide(service({ known: [], broken: [], refuses: false, hangs: true }))),
          stuck,
        )
        const coordinator = yield* Effect.fork(coordinated(plan, place))
        yield* Effect.gen(function* () {
          const begun = Effect.map(Backfill.status(plan), ({ runners }) => runners[0]?.running ?? 0)
          while ((yield* begun) < 8) yield* Effect.sleep("50 millis")
        }).pipe(Effect.provide(Runners.database(place)))
        yield* Scope.close(stuck, Exit.void)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { jobs, runners } = yield* Backfill.status(plan)
          assert.deepInclude(jobs, { waiting: 16, failed: 0 })
          assert.lengthOf(runners, 0)
          // A runner that was killed: its locks expire in a second.
          yield* sql`INSERT INTO cluster_locks SELECT 'default:' || n, 'gone:0', now() - interval '9 seconds' FROM generate_series(1, 300) AS n`
        }).pipe(Effect.provide(Runners.database(place)))
        yield* Layer.build(Runners.runner(place).pipe(Layer.provide(known())))
        assert.deepInclude((yield* Fiber.join(coordinator)).jobs, all)
        yield* assertFilesOfSync(place)
      }),
    )

    it.scoped("all stop when the key of one is refused, and go on with a valid one", () =>
      Effect.gen(function* () {
        const place = yield* Runners.place
        const plan = yield* planned(place)
        const behaviour = { known: tickers, broken: [], refuses: true }
        yield* Effect.replicateEffect(Layer.build(Runners.runner(place).pipe(Layer.provide(service(behaviour)))), 2)
        const error = yield* Effect.flip(coordinated(plan, place))
        assert.strictEqual(error.reason, "stopped")
        behaviour.refuses = false
        assert.deepInclude((yield* coordinated(plan, place)).jobs, all)
      }),
    )
  })
})
