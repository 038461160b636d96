/** A PostgreSQL of its own, and stores that several runners write to. */
import { Backfill, Database } from "@candela/backfill"
import { Store } from "@candela/history"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import * as Postgres from "../../../../scripts/internal/postgres.mjs"
import * as Support from "../support.js"

/** Why no test with PostgreSQL can run here. */
export const { missing } = Postgres

/** A server for the tests of a file. */
export class Server extends Context.Tag("Server")<Server, Postgres.Server>() {
  static readonly layer = Layer.scoped(
    Server,
    Effect.acquireRelease(Effect.promise(Postgres.start), ({ stop }) => Effect.promise(stop)),
  )
}

/** What several processes share. */
export interface Place {
  readonly folder: string
  readonly address: Database.PostgresOptions
}

let count = 0

/** An empty database and an empty folder. */
export const place = Effect.gen(function* () {
  const { database, host, user } = yield* Server
  const name = `test_${count++}`
  yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`CREATE DATABASE ${name}`)).pipe(
    Effect.provide(Database.postgres({ host, database, username: user })),
  )
  const place: Place = { folder: yield* Support.folder, address: { host, username: user, database: name } }
  return place
})

/** The database, as one process has it. */
export const database = ({ address }: Place) => Layer.fresh(Database.postgres(address))

/** The store and the database, as one process has them. */
export const process = (place: Place) =>
  Layer.merge(Store.layer(`${place.folder}/store`, { writers: "many" }), database(place)).pipe(
    Layer.provideMerge(NodeContext.layer),
  )

/** A runner, as a process of its own has it. */
export const runner = (place: Place, options: Backfill.WorkerOptions = {}) =>
  Layer.fresh(Backfill.layerRunner(options)).pipe(Layer.provide(process(place)))
