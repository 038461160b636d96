/**
 * The database that holds plans and messages: a SQLite file.
 *
 * @module
 */
import type { Client, InStatement } from "@libsql/client"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { constVoid } from "effect/Function"
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
 * Without a timeout libsql gives up a statement at once while another process writes, and says nothing of it: neither an error nor rows. With `NORMAL` a commit does not wait for the
 * disk: a process that is killed loses nothing, and a machine that loses power the last seconds, which are done again.
 */
const settings = "PRAGMA busy_timeout = 10000; PRAGMA synchronous = NORMAL"

/**
 * A client whose statements wait for those of other processes. Its transactions, which come one after the other, share a connection of their own: libsql gives each the connection of
 * its client and opens another one for the client, of megabytes and without the settings.
 */
const patient = async (open: () => Client): Promise<Client> => {
  const [client, other] = [open(), open()]
  await client.executeMultiple(settings)
  await other.executeMultiple(settings)
  const undo = () => other.execute("ROLLBACK").then(constVoid, constVoid)
  const transaction = async () => {
    await other.execute("BEGIN IMMEDIATE")
    return {
      execute: (statement: InStatement) => other.execute(statement),
      commit: () =>
        other.execute("COMMIT").catch(async (error) => {
          await undo()
          throw error
        }),
      rollback: undo,
    }
  }
  const close = () => [client, other].forEach((one) => Object.getPrototypeOf(one).close.call(one))
  return Object.assign(client, { transaction, close } as unknown as Pick<Client, "transaction" | "close">)
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
          try: () => patient(() => createClient({ url: `file:${file}`, intMode: "bigint" })),
          catch: failed,
        }),
        (client) => Effect.sync(() => client.close()),
      )
      return LibsqlClient.layer({ liveClient })
    }),
  ).pipe(Layer.catchAllCause((cause) => Layer.fail(failed(cause))))
