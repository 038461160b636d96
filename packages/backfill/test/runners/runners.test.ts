/** Runners of one database, in this process. */
import { Backfill } from "@candela/backfill"
import { Store } from "@candela/history"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import * as Cluster from "../../src/internal/cluster.js"
import { lockOfTables } from "../../src/internal/tables.js"
import { service } from "../service.js"
import * as Support from "../support.js"
import * as Runners from "./support.js"

const tickers = Array.from({ length: 8 }, (_, index) => `T${index}`)
const universe = Support.hours(tickers)
const range = { from: "2024-03-10", to: "2024-04-20" }
const all = { planned: 16, waiting: 0, failed: 0, skipped: 0 }
const known = () => service({ known: tickers, broken: [], refuses: false })

const planned = (place: Runners.Place) =>
  Support.planned({ universe, range, pageOf: 1 }).pipe(Effect.provide(Runners.process(place)))

const coordinated = (plan: string, place: Runners.Place) =>
  Backfill.coordinate(plan, { poll: "100 millis" }).pipe(Effect.provide(Runners.database(place)))

/** The files of the store, once they are gathered, are those of a sync. */
const assertFilesOfSync = (place: Runners.Place) =>
  Effect.gen(function* () {
    const store = `${place.folder}/store`
    yield* Effect.flatMap(Store, (store) => store.compact).pipe(Effect.provide(Store.layer(store, { writers: "many" })))
    yield* Effect.flatMap(Store, (store) => store.sync(universe, range)).pipe(
      Effect.provide(Store.layer(`${place.folder}/direct`)),
      Effect.provide(known()),
    )
    const [made, direct] = yield* Effect.all([Support.contents(store), Support.contents(`${place.folder}/direct`)])
    assert.isAbove(direct.length, 16)
    const named = new Map(direct)
    assert.deepStrictEqual(
      made.filter(([name]) => named.has(name)),
      direct,
    )
  })

describe.skipIf(Runners.missing !== undefined)(`runners on PostgreSQL ${Runners.missing ?? ""}`, () => {
  layer(Layer.merge(Runners.Server.layer, NodeContext.layer), { excludeTestServices: true })((it) => {
    it.scoped("that begin at once on an empty database share the work of two coordinators", () =>
      Effect.gen(function* () {
        const place = yield* Runners.place
        const runners = Effect.replicateEffect(Layer.build(Runners.runner(place).pipe(Layer.provide(known()))), 2, {
          concurrency: "unbounded",
        })
        // The tables of plans and of the engine are made by all of them at the same time.
        const [plan] = yield* Effect.all([planned(place), runners], { concurrency: "unbounded" })
        const both = yield* Effect.all([coordinated(plan, place), coordinated(plan, place)], {
          concurrency: "unbounded",
        })
        for (const { jobs, state } of both) {
          assert.strictEqual(state, "done")
          assert.deepInclude(jobs, all)
        }
        yield* assertFilesOfSync(place)
        const left = yield* Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`SELECT 1 FROM cluster_messages UNION ALL SELECT 1 FROM cluster_replies`,
        ).pipe(Effect.provide(Runners.database(place)))
        assert.lengthOf(left, 0)
      }),
    )

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

    it.scoped("have the same options whatever the environment says", () =>
      Effect.gen(function* () {
        const place = yield* Runners.place
        yield* Effect.acquireRelease(
          Effect.sync(() => void (process.env["SHARDS_PER_GROUP"] = "3")),
          () => Effect.sync(() => delete process.env["SHARDS_PER_GROUP"]),
        )
        yield* Layer.build(Runners.runner(place).pipe(Layer.provide(known())))
        // All that a runner wants it locks at once.
        const locked = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT shard_id FROM cluster_locks`).pipe(
          Effect.delay("50 millis"),
          Effect.repeat({ until: (rows) => rows.length > 0 }),
        )
        assert.lengthOf(yield* Effect.provide(locked, Runners.database(place)), 300)
      }),
    )

    it.scoped("find tables that are made by one process at a time", () =>
      Effect.gen(function* () {
        const place = yield* Runners.place
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const tables = sql`SELECT 1 FROM pg_tables WHERE tablename LIKE 'cluster_%'`
          const other = yield* sql.reserve
          yield* other.executeRaw(`SELECT pg_advisory_lock(${lockOfTables})`, [])
          const making = yield* Effect.fork(Cluster.tables)
          yield* Effect.sleep("300 millis")
          assert.lengthOf(yield* tables, 0)
          yield* other.executeRaw(`SELECT pg_advisory_unlock(${lockOfTables})`, [])
          yield* Fiber.join(making)
          assert.isAtLeast((yield* tables).length, 4)
          // The lock is free again.
          yield* Cluster.tables
        }).pipe(Effect.provide(Runners.database(place)))
      }),
    )

    it.scoped("are PostgreSQL's alone", () =>
      Effect.gen(function* () {
        const folder = yield* Support.folder
        const error = yield* Backfill.coordinate("any").pipe(Effect.provide(Support.within(folder)), Effect.flip)
        assert.include(error.message, "several processes need a PostgreSQL: provide Database.postgres")
      }),
    )
  })
})
