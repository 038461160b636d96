/** Connections of PostgreSQL that lose what they carry, and databases that are closed. */
import { Database } from "@candela/backfill"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, Scope } from "effect"
import * as Ledger from "../../src/internal/plan/ledger.js"
import * as Tables from "../../src/internal/database/tables.js"
import * as Runners from "../runners/support.js"
import * as Support from "../support.js"
import * as Cable from "./cable.js"

/** A statement of whatever client is provided. */
const sql = <A>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, SqlError>) =>
  Effect.flatMap(SqlClient.SqlClient, statement)

/**
 * A database with the tables of plans: for what is tested `behind` a cable, whose silence of 200 ms is given
 * up, and `directly` for all else. On a busy machine a whole connection may be silent for so long, too.
 */
const places = Effect.gen(function* () {
  const { address } = yield* Runners.place
  const cable = yield* Cable.lay(address.host!)
  const messages: Array<string> = []
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ message }) => void messages.push(String(message))),
  )
  const { database, username } = address
  const client = Database.postgres({
    ...{ host: "127.0.0.1", port: cable.port, database, username },
    socketTimeout: "200 millis",
  })
  const direct = yield* Layer.build(Layer.fresh(Database.postgres(address)))
  const connected = yield* Layer.build(Layer.fresh(client)).pipe(Effect.retry({ times: 20 }))
  yield* Effect.provide(Tables.make, direct)
  return {
    ...cable,
    messages,
    behind: Effect.provide(Layer.merge(Layer.succeedContext(connected), logger)),
    directly: Effect.provide(direct),
  }
})

describe.skipIf(Runners.missing !== undefined)(`a connection to PostgreSQL ${Runners.missing ?? ""}`, () => {
  layer(Layer.merge(Runners.Server.layer, NodeContext.layer), { excludeTestServices: true })((it) => {
    for (const loss of ["all", "answers"] as const) {
      it.scoped(`that loses ${loss} is given up, and its statement goes by another one`, () =>
        Effect.gen(function* () {
          const { behind, directly, lose, messages, opened } = yield* places
          yield* directly(sql((sql) => sql`CREATE TABLE counts (n INT PRIMARY KEY)`))
          const before = opened()
          const add = sql((sql) => sql`INSERT INTO counts VALUES (1) ON CONFLICT DO NOTHING`)
          for (const statement of [add, Tables.transaction(add)]) {
            yield* lose(loss)
            yield* behind(Tables.persistent(statement))
          }
          assert.isAtLeast(opened(), before + 2)
          assert.lengthOf(yield* directly(sql((sql) => sql`SELECT n FROM counts`)), 1)
          assert.lengthOf(messages, 4)
          assert.match(
            messages[0]!,
            /^The database does not respond \(.*no response for 200ms: the connection is closed\)\. Jobs wait/,
          )
          assert.match(messages[2]!, /^The database does not respond \(/)
          for (const message of [messages[1], messages[3]]) {
            assert.strictEqual(message, "The database responds again.")
          }
        }),
      )
    }

    it.scoped("that loses an answer counts the rows of a job once", () =>
      Effect.gen(function* () {
        const { behind, directly, lose } = yield* places
        yield* directly(
          sql(
            (sql) =>
              sql`INSERT INTO backfill_plans VALUES ('p', 'stocks', 'minute', 1, '2024-01-01', '2024-02-29', 60, 5, 'open', '', 0)`,
          ),
        )
        yield* directly(sql((sql) => sql`INSERT INTO backfill_tickers VALUES ('p', 'AAPL', 'ww', 0, 0, 0)`))
        const reading = yield* behind(Ledger.read("p", "AAPL"))
        yield* lose("answers")
        const { jobs } = yield* behind(Ledger.write(reading, [{ index: 1, state: "d", rows: 7 }]))
        assert.strictEqual(jobs, "wd")
        const rows = yield* directly(sql((sql) => sql`SELECT jobs, row_count::int AS rows FROM backfill_tickers`))
        assert.deepStrictEqual(rows, [{ jobs: "wd", rows: 7 }])
      }),
    )
  })
})

describe("a database that was closed", () => {
  it.scopedLive("fails each statement at once, also after a transaction that could not begin", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const folder = yield* Support.folder
      const context = yield* Layer.buildWithScope(Database.sqlite(`${folder}/closed.db`), scope)
      const sql = Context.get(context, SqlClient.SqlClient)
      yield* Scope.close(scope, Exit.void)
      for (const statement of [sql.withTransaction(sql`SELECT 1`), sql`SELECT 1`, sql.withTransaction(sql`SELECT 1`)]) {
        const error = yield* Effect.flip(Tables.persistent(statement))
        assert.include(error.message, "The client is closed")
      }
    }).pipe(Effect.provide(NodeContext.layer)),
  )
})
