/** A PostgreSQL of its own, and stores that several runners write to. */
import { Backfill, Database } from "@candela/backfill"
import { Store } from "@candela/history"
import { NodeContext } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import * as Postgres from "../../../../scripts/internal/postgres.mjs"

/** Why no test with PostgreSQL can run here. */
export const { missing } = Postgres

/** A server for the scope. */
export const server = Effect.acquireRelease(Effect.promise(Postgres.start), ({ stop }) => Effect.promise(stop))

/** A connection of one process to a server. */
export const database = ({ database, host, user }: Postgres.Server) =>
  Layer.fresh(Database.postgres({ host, database, username: user }))

/** What a process has: a store in a folder, and the database. */
export const process = (server: Postgres.Server, folder: string) =>
  Layer.merge(Store.layer(`${folder}/store`, { writers: "many" }), database(server)).pipe(
    Layer.provideMerge(NodeContext.layer),
  )

/** A runner as a process of its own would have it. */
export const runner = (server: Postgres.Server, folder: string, options: Backfill.WorkerOptions = {}) =>
  Layer.fresh(Backfill.layerRunner(options)).pipe(Layer.provide(process(server, folder)))
