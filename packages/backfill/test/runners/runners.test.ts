/** Runners of one database, in this process. */
import { Backfill } from "@candela/backfill"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import * as Cluster from "../../src/internal/engine/cluster.js"
import { lockOfTables } from "../../src/internal/database/tables.js"
import * as Support from "../support.js"
import * as Runners from "./support.js"
import { all, assertFilesOfSync, coordinated, known, planned } from "./trial.js"

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
          const tries = sql<{ readonly start: string }>`SELECT query_start::text AS start FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE ${"%pg_try_advisory_lock%"}`
          const starts = new Set<string>()
          // A second attempt tells that the first one has led to nothing.
          yield* Effect.repeat(
            Effect.delay(Effect.zip(tries, tables), "10 millis").pipe(
              Effect.tap(([rows]) => rows.forEach(({ start }) => starts.add(start))),
            ),
            { until: ([, made]) => starts.size > 1 || made.length > 0 },
          )
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
