/** Connections of PostgreSQL that lose what they carry, and databases that are closed. */
import { Database } from "@candela/backfill"
import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, Scope } from "effect"
import * as Ledger from "../../src/internal/ledger.js"
import * as Tables from "../../src/internal/tables.js"
import * as Runners from "../runners/support.js"
import * as Support from "../support.js"
import * as Cable from "./cable.js"

/** A database behind a cable, with the tables of plans. */
const behindCable = Effect.gen(function* () {
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
  const context = yield* Layer.build(Layer.fresh(client))
  yield* Effect.provide(Tables.make, context)
  return { ...cable, messages, within: Layer.merge(Layer.succeedContext(context), logger) }
})

describe.skipIf(Runners.missing !== undefined)(`a connection to PostgreSQL ${Runners.missing ?? ""}`, () => {
  layer(Layer.merge(Runners.Server.layer, NodeContext.layer), { excludeTestServices: true })((it) => {
    for (const loss of ["all", "answers"] as const) {
      it.scoped(`that loses ${loss} is given up, and its statement goes by another one`, () =>
        Effect.gen(function* () {
          const { lose, messages, opened, within } = yield* behindCable
          yield* Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* sql`CREATE TABLE counts (n INT PRIMARY KEY)`
            const before = opened()
            const add = sql`INSERT INTO counts VALUES (1) ON CONFLICT DO NOTHING`
            for (const statement of [add, Tables.transaction(add)]) {
              yield* lose(loss)
              yield* Tables.persistent(statement)
            }
            assert.isAtLeast(opened(), before + 2)
            assert.lengthOf(yield* sql`SELECT n FROM counts`, 1)
          }).pipe(Effect.provide(within))
          assert.lengthOf(messages, 4)
          assert.match(
            messages[0]!,
            /^The database does not answer \(.*no answer for 200ms: the connection is given up\)\. Jobs wait/,
          )
          assert.match(messages[2]!, /^The database does not answer \(/)
          for (const message of [messages[1], messages[3]]) {
            assert.strictEqual(message, "The database answers again.")
          }
        }),
      )
    }

    it.scoped("that loses an answer counts the rows of a job once", () =>
      Effect.gen(function* () {
        const { lose, within } = yield* behindCable
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`INSERT INTO backfill_plans VALUES ('p', 'stocks', 'minute', 1, '2024-01-01', '2024-02-29', 60, 5, 'open', '', 0)`
          yield* sql`INSERT INTO backfill_tickers VALUES ('p', 'AAPL', 'ww', 0, 0, 0)`
          const reading = yield* Ledger.read("p", "AAPL")
          yield* lose("answers")
          const { jobs } = yield* Ledger.write(reading, [{ index: 1, state: "d", rows: 7 }])
          assert.strictEqual(jobs, "wd")
          const rows = yield* sql`SELECT jobs, row_count::int AS rows FROM backfill_tickers`
          assert.deepStrictEqual(rows, [{ jobs: "wd", rows: 7 }])
        }).pipe(Effect.provide(within))
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
