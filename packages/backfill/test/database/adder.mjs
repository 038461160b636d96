// A process that adds to a number in a SQLite file, by statements and by transactions.
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import * as Database from "../../dist/Database.js"

const [, , file, times] = process.argv

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS sums (id INTEGER PRIMARY KEY, sum INTEGER)`
  yield* sql`INSERT INTO sums VALUES (1, 0) ON CONFLICT DO NOTHING`
  for (let time = 0; time < Number(times); time++) {
    yield* sql`UPDATE sums SET sum = sum + 1`
    yield* sql.withTransaction(sql`UPDATE sums SET sum = sum + 1`)
  }
})

await Effect.runPromise(Effect.provide(program, Database.sqlite(file)))
