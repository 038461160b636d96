/** Runners that end while their database does not answer. */
import * as NodeContext from "@effect/platform-node/NodeContext"
import { SqlClient } from "@effect/sql"
import { SqlError } from "@effect/sql/SqlError"
import type { Connection } from "@effect/sql/SqlConnection"
import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import * as Cluster from "../../src/internal/engine/cluster.js"
import * as Runners from "./support.js"

/**
 * A database whose first reserved connection does not answer such a statement, and which reserves
 * no other from then on.
 */
const failing = (pattern: RegExp, onSilent: Effect.Effect<unknown>) =>
  Effect.map(SqlClient.SqlClient, (sql): SqlClient.SqlClient => {
    let isSilent = false
    const silence = Effect.suspend(() => {
      isSilent = true
      return Effect.zipRight(onSilent, Effect.never)
    })
    const over = <A extends object>(target: A, own: Partial<A>): A =>
      new Proxy(target, {
        get: (_, property, receiver) =>
          Reflect.get(property in own ? own : target, property, property in own ? own : receiver) as unknown,
      })
    const reserve = Effect.suspend(() =>
      isSilent
        ? Effect.fail(new SqlError({ cause: undefined, message: "no connection is to be had" }))
        : Effect.map(sql.reserve, (connection) =>
            over<Connection>(connection, {
              executeRaw: (statement, values) =>
                pattern.test(statement) ? silence : connection.executeRaw(statement, values),
            }),
          ),
    )
    const own: SqlClient.SqlClient = over(sql, { reserve, withoutTransforms: () => own })
    return own
  })

describe.skipIf(Runners.missing !== undefined)(`runners on PostgreSQL ${Runners.missing ?? ""}`, () => {
  layer(Layer.merge(Runners.Server.layer, NodeContext.layer), { excludeTestServices: true })((it) => {
    it.scoped("end where the connection of their locks is lost, and no other is to be had", () =>
      Effect.gen(function* () {
        const place = yield* Runners.place
        const renewing = yield* Deferred.make<void>()
        const database = Layer.effect(
          SqlClient.SqlClient,
          failing(/^UPDATE "?cluster_runners/, Deferred.succeed(renewing, undefined)),
        ).pipe(Layer.provide(Runners.database(place)))
        yield* Effect.provide(Cluster.tables, Runners.database(place))
        const runner = yield* Effect.forkDaemon(Layer.launch(Layer.provide(Cluster.runner("host/1"), database)))
        yield* Deferred.await(renewing)
        yield* Fiber.interruptFork(runner)
        const end = yield* Effect.timeoutOption(Fiber.await(runner), "20 seconds")
        assert.strictEqual(end._tag, "Some", "the runner does not end")
      }),
    )
  })
})
