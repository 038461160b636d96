/**
 * The database that holds plans and messages: a SQLite file.
 *
 * @module
 */
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
 * A SQLite file, which is made if it is not there, by `@effect/sql-libsql`. Its folder must exist. One process runs a backfill on it; others may ask for its status.
 */
export const sqlite = (file: string): Layer.Layer<SqlClient.SqlClient, BackfillError> =>
  Layer.unwrapEffect(
    Effect.map(
      load("@effect/sql-libsql", () => import("@effect/sql-libsql/LibsqlClient")),
      (LibsqlClient) =>
        // Ids of messages have 64 bits.
        LibsqlClient.layer({ url: `file:${file}`, intMode: "bigint" }),
    ),
  ).pipe(Layer.catchAllCause((cause) => Layer.fail(failed(cause))))
