/**
 * The database that holds plans and messages: a SQLite file.
 *
 * @module
 */
import type { Client, TransactionMode } from "@libsql/client"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { BackfillError } from "./BackfillError.js"

const failed = (cause: unknown) =>
  new BackfillError({
    reason: "database",
    detail: `the database cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`,
  })

/** The package is loaded with the layer. */
const load = <A>(name: string, module: () => Promise<A>) =>
  Effect.tryPromise({
    try: module,
    catch: (cause) =>
      new BackfillError({ reason: "database", detail: `install ${name}: it cannot be loaded (${String(cause)})` }),
  })

/**
 * Without a timeout libsql gives up a statement at once while another process writes, and says nothing of it: neither an error nor rows. The timeout is of a connection, and libsql
 * makes a new one after it has begun a transaction.
 */
const patience = "PRAGMA busy_timeout = 10000"

/** A client whose statements wait for those of other processes. */
const patient = async (client: Client): Promise<Client> => {
  await client.execute(patience)
  const begin = client.transaction.bind(client)
  return Object.assign(client, {
    transaction: async (mode?: TransactionMode) => {
      const transaction = await begin(mode)
      await client.execute(patience)
      return transaction
    },
  })
}

/**
 * A SQLite file, which is made if it is not there, by `@effect/sql-libsql`. Its folder must exist. One process runs a backfill on it; others may ask for its status.
 */
export const sqlite = (file: string): Layer.Layer<SqlClient.SqlClient, BackfillError> =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const LibsqlClient = yield* load("@effect/sql-libsql", () => import("@effect/sql-libsql/LibsqlClient"))
      const { createClient } = yield* load("@libsql/client", () => import("@libsql/client"))
      const liveClient = yield* Effect.acquireRelease(
        // Ids of messages have 64 bits.
        Effect.tryPromise({
          try: () => patient(createClient({ url: `file:${file}`, intMode: "bigint" })),
          catch: failed,
        }),
        (client) => Effect.sync(() => client.close()),
      )
      return LibsqlClient.layer({ liveClient })
    }),
  ).pipe(Layer.catchAllCause((cause) => Layer.fail(failed(cause))))
