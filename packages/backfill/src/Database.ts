/**
 * Database of plans and messages: a SQLite file for one process, PostgreSQL for many.
 *
 * @module
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Socket } from "node:net"
import type { ConnectionOptions } from "node:tls"
import { BackfillError } from "./BackfillError.js"
import * as Libsql from "./internal/database/libsql.js"

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
 * Opens a SQLite file with `@effect/sql-libsql`, creating it if absent. Its folder must exist. One
 * process runs a backfill on it; others may read its status.
 */
export const sqlite = (file: string): Layer.Layer<SqlClient.SqlClient, BackfillError> =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const LibsqlClient = yield* load("@effect/sql-libsql", () => import("@effect/sql-libsql/LibsqlClient"))
      const { createClient } = yield* load("@libsql/client", () => import("@libsql/client"))
      const liveClient = yield* Effect.acquireRelease(
        // Ids of messages have 64 bits.
        Effect.tryPromise({
          try: () => Libsql.ofFile(() => createClient({ url: `file:${file}`, intMode: "bigint" })),
          catch: failed,
        }),
        (client) => Effect.sync(() => client.close()),
      )
      return LibsqlClient.layer({ liveClient })
    }),
  ).pipe(Layer.catchAllCause((cause) => Layer.fail(failed(cause))))

/** Address and user of a PostgreSQL server. */
export interface PostgresOptions {
  /** URL, `postgresql://user:password@host:port/database`. The other options override its parts. */
  readonly url?: Redacted.Redacted | undefined
  /** Host, or the folder of a Unix socket: `/var/run/postgresql`. Default `localhost`. */
  readonly host?: string | undefined
  /** Port. Default 5432. */
  readonly port?: number | undefined
  /** Database. Default: the name of the user. */
  readonly database?: string | undefined
  /** User. Default: the user of the system. */
  readonly username?: string | undefined
  /** Password; absent where the server requires none. */
  readonly password?: Redacted.Redacted | undefined
  /** Whether the connection is encrypted, or options of `node:tls`. Default: as the URL says, otherwise no. */
  readonly ssl?: boolean | ConnectionOptions | undefined
  /** Maximum number of connections of this process, at least 6. Default 6. */
  readonly connections?: number | undefined
  /** Timeout of connecting. Default 5 seconds. */
  readonly connectTimeout?: Duration.DurationInput | undefined
  /**
   * Maximum silence of a connection during a statement: a cable or a firewall may drop it without notice. Then it is
   * closed, and the statement fails; backfills and rate limits retry it on another connection. Default 30 seconds.
   */
  readonly socketTimeout?: Duration.DurationInput | undefined
}

/** Makes sockets that close after a silence of `timeout`. The pool closes idle connections earlier. */
const impatient = (timeout: Duration.Duration) => (): Socket => {
  const socket = new Socket()
  return socket.setTimeout(Duration.toMillis(timeout), () =>
    socket.destroy(new Error(`no response for ${Duration.format(timeout)}: the connection is closed`)),
  )
}

/** Parses a URL whose host may be missing; `undefined` if it is not a PostgreSQL URL. */
const parse = (url: Redacted.Redacted): URL | undefined => {
  const text = Redacted.value(url).replace("@/", "@localhost/")
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
}

/** Returns the address of a PostgreSQL server for errors, without the password. */
const placeOf = ({ host, port, url }: PostgresOptions): string => {
  if (host !== undefined || url === undefined) return `${host ?? "localhost"}, port ${port ?? 5432}`
  const parsed = parse(url)
  // protects: The password of a database is in no error.
  // mutant: "never with the password": searchParams.get("host") ?? (parsed?.host || "localhost") → href ?? "localhost"
  return parsed?.searchParams.get("host") ?? (parsed?.host || "localhost")
}

/**
 * Converts an error of connecting. Errors of the server or the network contain no password, but
 * others may quote the URL.
 */
const refused = (options: PostgresOptions, { cause }: SqlError): BackfillError => {
  const codes: Readonly<Record<string, string>> = {
    ECONNREFUSED: "nothing listens there: start the server, or correct host and port",
    ENOENT: "there is no socket in this folder: start the server, or name the folder of its socket",
    ENOTFOUND: "the host is unknown",
    "28P01": "the password is wrong",
    "3D000": "the database does not exist: make it with createdb",
  }
  const { code = "", message = "" } = cause as { readonly code?: string; readonly message?: string }
  return new BackfillError({
    reason: "database",
    detail: `PostgreSQL at ${placeOf(options)} cannot be used: ${[message || code, codes[code]].filter(Boolean).join("; ")}`,
  })
}

/**
 * Connects to PostgreSQL 12 or later with `@effect/sql-pg`, for several runners. Tables are created in the first schema
 * of the search path. Fails with `BackfillError` if the package is not installed or the server refuses the connection.
 *
 * ```ts
 * Database.postgres({ url: Redacted.make("postgresql://candela@db.internal/candela") })
 * Database.postgres({ host: "/var/run/postgresql", database: "candela" })
 * ```
 */
export const postgres = (options: PostgresOptions): Layer.Layer<SqlClient.SqlClient, BackfillError> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      if (options.url !== undefined && parse(options.url) === undefined) {
        return yield* new BackfillError({
          reason: "database",
          detail: "the URL of PostgreSQL cannot be read: it has the form postgresql://user:password@host:5432/database",
        })
      }
      const PgClient = yield* load("@effect/sql-pg", () => import("@effect/sql-pg/PgClient"))
      const { connections = 6, connectTimeout = "5 seconds", socketTimeout = "30 seconds", ...server } = options
      return PgClient.layer({
        ...server,
        connectTimeout,
        // protects: A connection that has lost an answer is given up.
        // mutant: "is given up, and its statement goes by another one": without stream:
        // impatient(Duration.decode(socketTimeout)),
        stream: impatient(Duration.decode(socketTimeout)),
        // One connection is reserved for the locks of a runner, one for each transaction.
        maxConnections: Math.max(6, connections),
        applicationName: "candela-backfill",
      })
    }),
  ).pipe(Layer.catchAll((error) => Layer.fail(error._tag === "BackfillError" ? error : refused(options, error))))
