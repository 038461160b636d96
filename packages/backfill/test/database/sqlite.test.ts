import * as Database from "@candela/backfill/Database"
import { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("adder.mjs", import.meta.url))

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
