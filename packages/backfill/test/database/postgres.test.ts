import * as Database from "@candela/backfill/Database"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { SqlClient } from "@effect/sql"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Runners from "../runners/support.js"

const password = "a-secret-of-a-test"

/** What a connection fails with. */
const refused = (options: Database.PostgresOptions) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(Database.postgres(options)))), (error) => {
    assert.strictEqual(error.reason, "database")
    assert.notInclude(JSON.stringify(error) + error.message, password)
    return error.message
  })

describe("a PostgreSQL that cannot be used", () => {
  it.live("is told with its place and what to do, and never with the password", () =>
    Effect.gen(function* () {
      // Nothing listens on port 1.
      assert.strictEqual(
        yield* refused({ url: Redacted.make(`postgresql://candela:${password}@127.0.0.1:1/candela`) }),
        "PostgreSQL at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1; nothing listens there: start the server, or correct host and port",
      )
      assert.include(
        yield* refused({ host: "127.0.0.1", port: 1, username: "candela", password: Redacted.make(password) }),
        "PostgreSQL at 127.0.0.1, port 1 cannot be used: connect ECONNREFUSED",
      )
      assert.include(
        yield* refused({ host: "/nowhere/at/all", username: "candela", database: "candela" }),
        "PostgreSQL at /nowhere/at/all, port 5432 cannot be used: connect ENOENT /nowhere/at/all/.s.PGSQL.5432; there is no socket in this folder",
      )
      assert.strictEqual(
        yield* refused({ url: Redacted.make(`candela:${password}@somewhere`) }),
        "the URL of PostgreSQL cannot be read: it has the form postgresql://user:password@host:5432/database",
      )
    }),
  )
})

describe.skipIf(Runners.missing !== undefined)(`a PostgreSQL ${Runners.missing ?? ""}`, () => {
  layer(Layer.merge(Runners.Server.layer, NodeContext.layer), { excludeTestServices: true })((it) => {
    it.scoped("is reached by a URL, or by the folder of its socket", () =>
      Effect.gen(function* () {
        const { host, user } = yield* Runners.Server
        const url = Redacted.make(`postgresql://${user}:${password}@/postgres?host=${encodeURIComponent(host)}`)
        for (const options of [{ host, username: user, database: "postgres" }, { url }]) {
          const rows = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT current_user::text AS name`).pipe(
            Effect.provide(Database.postgres(options)),
          )
          assert.deepStrictEqual(rows, [{ name: user }])
        }
        assert.include(
          yield* refused({ host, username: user, database: "nothing" }),
          'database "nothing" does not exist; the database does not exist: make it with createdb',
        )
      }),
    )
  })
})
