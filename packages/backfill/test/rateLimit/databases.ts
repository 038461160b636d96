/** Databases of their own for the tests. */
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { LibsqlClient } from "@effect/sql-libsql"
import { PgClient } from "@effect/sql-pg"
import type { SqlClient } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import * as Postgres from "../../../../scripts/internal/postgres.mjs"

/** How processes reach a database. */
export type Address =
  | { readonly url: string }
  | { readonly host: string; readonly username: string; readonly database: string }

/** A database. */
export class Database extends Context.Tag("Database")<
  Database,
  { readonly address: Address; readonly server?: Postgres.Server }
>() {}

const sqlite: Layer.Layer<Database | SqlClient.SqlClient> = Layer.unwrapScoped(
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* Effect.orDie(fs.makeTempDirectoryScoped({ prefix: "candela-limit-" }))
    const address = { url: `file:${folder}/limit.db` }
    return Layer.merge(Layer.orDie(LibsqlClient.layer(address)), Layer.succeed(Database, { address }))
  }),
).pipe(Layer.provide(NodeContext.layer))

const postgres: Layer.Layer<Database | SqlClient.SqlClient> = Layer.unwrapScoped(
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(Effect.promise(Postgres.start), ({ stop }) => Effect.promise(stop))
    const address = { host: server.host, username: server.user, database: server.database }
    return Layer.merge(Layer.orDie(PgClient.layer(address)), Layer.succeed(Database, { address, server }))
  }),
)

/** The databases by their names, and why a test with one cannot run here. */
export const databases = [
  { name: "SQLite", layer: sqlite, missing: undefined },
  { name: "PostgreSQL", layer: postgres, missing: Postgres.missing },
] as const
