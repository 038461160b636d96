import * as Database from "@candela/backfill/Database"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { createClient } from "@libsql/client"
import { Effect, Fiber } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("adder.mjs", import.meta.url))

it.scopedLive("a statement that found the file locked is carried out later, and those after it are not lost", () =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const file = `${yield* fs.makeTempDirectoryScoped({ prefix: "candela-database-" })}/sums.db`
    const other = createClient({ url: `file:${file}` })
    yield* Effect.promise(() => other.execute("CREATE TABLE sums (id INTEGER PRIMARY KEY, sum INTEGER)"))
    yield* Effect.promise(() => other.execute("INSERT INTO sums VALUES (1, 0)"))
    const sum = Effect.promise(async () => (await other.execute("SELECT sum FROM sums")).rows[0]!["sum"])
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const add = sql`UPDATE sums SET sum = sum + 1`
      for (const operation of [add, sql`UPDATE sums SET sum = sum + 1 RETURNING sum`, sql.withTransaction(add)]) {
        const before = Number(yield* sum)
        const lock = yield* Effect.promise(() => other.transaction("write"))
        const waiting = yield* Effect.fork(operation)
        yield* Effect.sleep("150 millis")
        assert.isNull(waiting.unsafePoll())
        yield* Effect.promise(() => lock.rollback())
        yield* Fiber.join(waiting)
        yield* add
        // By another connection: one's own sees what it has not committed.
        assert.strictEqual(yield* sum, before + 2)
      }
    }).pipe(Effect.provide(Database.sqlite(file)))
  }).pipe(Effect.provide(NodeContext.layer)),
)

it.scopedLive("processes that write to a SQLite file at the same time lose nothing of each other", () =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const file = `${yield* fs.makeTempDirectoryScoped({ prefix: "candela-database-" })}/sums.db`
    const add = Effect.promise(async (signal) => {
      const child = spawn(process.execPath, [program, file, "40"], { stdio: ["ignore", "inherit", "inherit"], signal })
      return (await once(child, "exit"))[0] as number
    })
    assert.deepStrictEqual(yield* Effect.replicateEffect(add, 3, { concurrency: "unbounded" }), [0, 0, 0])
    const sums = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ readonly sum: bigint }>`SELECT sum FROM sums`)
    assert.deepStrictEqual(
      (yield* Effect.provide(sums, Database.sqlite(file))).map(({ sum }) => sum),
      [240n],
    )
  }).pipe(Effect.provide(NodeContext.layer)),
)
