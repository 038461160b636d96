/**
 * Tables of plans, for PostgreSQL and SQLite.
 *
 * @module
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { BackfillError } from "../../BackfillError.js"

/** Key of the lock for creating the tables; an arbitrary number. */
export const lockOfTables = 7_310_482

const statements = [
  // `state`: open, paused, cancelled, stopped.
  `CREATE TABLE IF NOT EXISTS backfill_plans (
    plan TEXT PRIMARY KEY, market TEXT NOT NULL, timespan TEXT NOT NULL, multiplier INT NOT NULL, from_day TEXT NOT NULL, to_day TEXT NOT NULL,
    page_of INT NOT NULL, attempts INT NOT NULL, state TEXT NOT NULL, detail TEXT NOT NULL, created_at BIGINT NOT NULL)`,
  // `jobs`: a letter for each period. `round`: number of batches made for the ticker.
  `CREATE TABLE IF NOT EXISTS backfill_tickers (
    plan TEXT NOT NULL, ticker TEXT NOT NULL, jobs TEXT NOT NULL, round INT NOT NULL, next_at BIGINT NOT NULL, row_count BIGINT NOT NULL, PRIMARY KEY (plan, ticker))`,
  `CREATE TABLE IF NOT EXISTS backfill_failures (
    plan TEXT NOT NULL, ticker TEXT NOT NULL, period TEXT NOT NULL, attempts INT NOT NULL, error TEXT NOT NULL, message TEXT NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (plan, ticker, period))`,
  // `found`: the faults of a period for which its job was run again. Faults found once more are the service's.
  `CREATE TABLE IF NOT EXISTS backfill_findings (
    plan TEXT NOT NULL, ticker TEXT NOT NULL, period TEXT NOT NULL, found TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (plan, ticker, period))`,
  `CREATE TABLE IF NOT EXISTS backfill_runners (
    runner TEXT PRIMARY KEY, host TEXT NOT NULL, pid INT NOT NULL, started_at BIGINT NOT NULL, seen_at BIGINT NOT NULL, running INT NOT NULL, jobs BIGINT NOT NULL,
    row_count BIGINT NOT NULL, jobs_per_second DOUBLE PRECISION NOT NULL, rows_per_second DOUBLE PRECISION NOT NULL)`,
]

/** Creates the missing tables. Processes that begin at the same time do so one after the other. */
export const make: Effect.Effect<void, BackfillError, SqlClient.SqlClient> = Effect.suspend(() =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const create = Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
    return sql.onDialectOrElse({
      pg: () =>
        transaction(Effect.zipRight(sql`SELECT pg_advisory_xact_lock(${sql.literal(String(lockOfTables))})`, create)),
      orElse: () =>
        // Readers do not wait for the writer, and the file survives a killed process.
        Effect.zipRight(sql.unsafe("PRAGMA journal_mode = WAL"), create),
    })
  }).pipe(persistent),
)

/** Messages of SQLite where a file cannot grow. */
const isFull = /SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE|FSYNC)|disk is full/

/** Converts an error of a database to that of a backfill. */
export const failed = (error: SqlError): BackfillError => {
  const cause = error.cause instanceof Error ? error.cause.message : String(error.cause)
  const advice = isFull.test(cause) ? ". The disk may be full: free space on it; what was recorded before stands." : ""
  return new BackfillError({ reason: "database", detail: `${error.message}: ${cause}${advice}` })
}

/**
 * Runs statements in a transaction. PostgreSQL ends a transaction whose process is unreachable, and
 * with it the locks on its rows.
 */
export const transaction = <A, E, R>(
  self: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const bound: Effect.Effect<unknown, SqlError> = sql.onDialectOrElse({
      pg: () => Effect.asVoid(sql.unsafe("SET LOCAL idle_in_transaction_session_timeout = '30s'")),
      orElse: () => Effect.void,
    })
    return sql.withTransaction(Effect.zipRight(bound, self))
  })

/** Errors of closed clients: of SQLite and of PostgreSQL. */
const closed = /CLIENT_CLOSED|pool after calling end/

/** Whether the program has closed the database. */
export const isClosed = (error: unknown): boolean => error instanceof BackfillError && closed.test(error.detail)

/** Unreachable databases that were reported. */
const away = new WeakSet<SqlClient.SqlClient>()

/** Reports once that a database is unreachable, and once that it is back. */
const tell = (isAway: boolean, message: string) =>
  Effect.flatMap(Effect.serviceOption(SqlClient.SqlClient), (client) => {
    if (Option.isNone(client) || away.has(client.value) === isAway) return Effect.void
    if (isAway) away.add(client.value)
    else away.delete(client.value)
    return isAway ? Effect.logWarning(message) : Effect.logInfo(message)
  })

/**
 * Retries for two minutes while the database is unreachable, or busy with another process. A statement
 * whose answer was lost may run twice: each one sets its result, or names the state to which it applies.
 */
export const persistent = <A, R>(self: Effect.Effect<A, SqlError, R>): Effect.Effect<A, BackfillError, R> =>
  self.pipe(
    // A transaction whose connection was lost cannot be rolled back, which `@effect/sql` reports as a defect.
    // protects: A transaction whose connection was lost is tried again: that it cannot be rolled back is no defect.
    // mutant: "is given up, and its statement goes by another one": defect instanceof SqlError → false
    Effect.catchSomeDefect((defect) => (defect instanceof SqlError ? Option.some(Effect.fail(defect)) : Option.none())),
    Effect.tapError((error) =>
      isPassing(error)
        ? tell(true, `The database does not respond (${failed(error).detail}). Jobs wait, and resume when it does.`)
        : Effect.void,
    ),
    Effect.zipLeft(tell(false, "The database responds again.")),
    Effect.retry({
      schedule: Schedule.exponential("50 millis").pipe(
        Schedule.union(Schedule.spaced("2 seconds")),
        Schedule.jittered,
        Schedule.upTo("2 minutes"),
      ),
      while: isPassing,
    }),
    Effect.mapError(failed),
  )

/** Whether a table does not exist: read-only processes create none. */
export const isAbsent = ({ cause }: SqlError): boolean => {
  const { code = "", message = "" } = (cause ?? {}) as { readonly code?: string; readonly message?: string }
  return code === "42P01" || /no such table/.test(message)
}

/**
 * Whether a statement may succeed later: not if the database rejects it as invalid, nor after the client was closed.
 */
const isPassing = (error: SqlError): boolean => {
  const { code = "", message = "" } = (error.cause ?? {}) as { readonly code?: string; readonly message?: string }
  // PostgreSQL: class 42 is for syntax, 22 and 23 for data.
  return (
    !/^(42|22|23)\w{3}$/.test(code) &&
    !closed.test(code + message) &&
    !/^SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE|NOTADB|CORRUPT|CANTOPEN|READONLY|PERM|AUTH)/.test(code) &&
    !/syntax/.test(message)
  )
}
