/**
 * In-memory DuckDB for untrusted queries: from a command line, a model or a page. It reads its own tables and views,
 * the files of at most one folder, and single files that are named.
 * `Sql` is built on it.
 *
 * ```ts
 * const database = yield* Database.open()
 * const connection = yield* Database.connect(database)
 * yield* Database.work(connection, ours, () => connection.run(ours))
 * yield* Database.check(connection, theirs)
 * const rows = yield* Database.work(connection, theirs, () => connection.runAndReadAll(theirs))
 * ```
 *
 * @module
 */
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as Library from "./internal/database/library.js"
import * as Macros from "./internal/database/macros.js"
import * as Statement from "./internal/database/statement.js"
import { literal } from "./internal/database/types.js"
import { SqlError } from "./SqlError.js"

export { identifier, literal, of as typeOf } from "./internal/database/types.js"

/** In-memory database. */
export interface Database {
  /** The module `@duckdb/node-api`. */
  readonly duckdb: Library.DuckDB
  /** The database, for {@link connect}. */
  readonly instance: DuckDBInstance
}

/** Functions of every database, besides DuckDB's own: their signature and what they give. */
export const functions: ReadonlyArray<{ readonly signature: string; readonly text: string }> =
  /* @__PURE__ */ Macros.macros.filter(({ text }) => text !== "")

/** Options of {@link open}. */
export interface Options {
  /** Folder whose files may be read. Default: none. */
  readonly folder?: string | undefined
  /** Single files that may be read besides: absolute paths without symbolic links. Default: none. */
  readonly files?: ReadonlyArray<string> | undefined
  /** Memory limit of DuckDB: `"1GB"`. Default: DuckDB's own, four fifths of the machine's memory. */
  readonly memory?: string | undefined
  /** Number of threads of DuckDB. Default: DuckDB's own, one for each core. */
  readonly threads?: number | undefined
}

/** The order matters: a locked configuration cannot be changed, nor be unlocked. */
const settings = ({ files = [], folder, memory, threads }: Options): ReadonlyArray<string> => [
  "SET GLOBAL TimeZone = 'UTC'",
  // A plan before its optimization, too: see `Scans`.
  "SET GLOBAL explain_output = 'all'",
  "SET autoinstall_known_extensions = false",
  "SET autoload_known_extensions = false",
  "SET allow_community_extensions = false",
  "SET allow_persistent_secrets = false",
  ...(memory === undefined ? [] : [`SET memory_limit = ${literal(memory)}`]),
  ...(threads === undefined ? [] : [`SET threads = ${threads}`]),
  // DuckDB would otherwise spill to the working directory of the process.
  "SET temp_directory = ''",
  ...(folder === undefined ? [] : [`SET allowed_directories = [${literal(`${folder}/`)}]`]),
  ...(files.length === 0 ? [] : [`SET allowed_paths = [${files.map(literal).join(", ")}]`]),
  // protects: Queries read the store's folder alone.
  // mutant: "reads nothing but the store": without "SET enable_external_access = false",
  "SET enable_external_access = false",
  "SET lock_configuration = true",
]

const refused =
  (text?: string) =>
  (error: unknown): SqlError =>
    error instanceof SqlError
      ? error
      : new SqlError({
          reason: "query",
          ...(text === undefined ? {} : { text }),
          detail: error instanceof Error ? error.message : String(error),
        })

/** Opens a database, until the scope closes. Fails with the reason `"library"` where DuckDB is not installed. */
export const open = (options: Options = {}): Effect.Effect<Database, SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const duckdb = yield* Library.load()
    const instance = yield* Effect.acquireRelease(
      Effect.tryPromise({ try: () => duckdb.DuckDBInstance.create(":memory:"), catch: refused() }),
      (instance) => Effect.sync(() => instance.closeSync()),
    )
    const database = { duckdb, instance }
    const connection = yield* connect(database)
    const statements = [...settings(options), Macros.macros.map(Macros.create).join(";\n")]
    for (const statement of statements) yield* work(connection, statement, () => connection.run(statement))
    return database
  })

/** Work that goes on, by its connection. */
const running = new WeakMap<DuckDBConnection, Promise<void>>()

/** Opens a separate connection, which each query needs: results that are not read to their end belong to it. */
export const connect = ({ instance }: Database): Effect.Effect<DuckDBConnection, SqlError, Scope.Scope> =>
  Effect.acquireRelease(Effect.tryPromise({ try: () => instance.connect(), catch: refused() }), (connection) =>
    Effect.sync(() => {
      const work = running.get(connection)
      // Closing would block the thread until the work ends.
      if (work === undefined) connection.closeSync()
      else void work.then(() => connection.closeSync())
    }),
  )

/** Options of {@link work}. */
export interface WorkOptions {
  /** How long an interruption waits for the work to stop. Default 500 ms. */
  readonly patience?: Duration.DurationInput | undefined
}

/**
 * Runs a connection's work for a text, which its errors contain. Interruption stops it, and waits until it has
 * stopped, but not longer than `patience`: DuckDB does not stop within a function of one value (`levenshtein`
 * of two long texts). Such work goes on in its thread, which nothing can end but the end of the process, and
 * `process.exit` waits for it: run queries of others in a process of their own, which can be killed.
 */
export const work = <A>(
  connection: DuckDBConnection,
  text: string,
  run: () => Promise<A>,
  { patience = "500 millis" }: WorkOptions = {},
): Effect.Effect<A, SqlError> =>
  Effect.async((resume) => {
    let isRunning = true
    const finish = async () => {
      const exit = await run().then(Exit.succeed<A>, (error: unknown) => Exit.fail(refused(text)(error)))
      isRunning = false
      running.delete(connection)
      resume(exit)
    }
    const done = finish()
    running.set(connection, done)
    // DuckDB forgets an interruption of work that it has not begun.
    // protects: Work that is interrupted before DuckDB begins it stops, too.
    // mutant: "is interrupted until it ends": forever(Effect.delay(stop, "10 millis")) → zipRight(stop, Effect.never)
    const stop = Effect.sync(() => {
      if (isRunning) connection.interrupt()
    })
    const ended = Effect.raceFirst(
      Effect.promise(() => done),
      Effect.zipRight(stop, Effect.forever(Effect.delay(stop, "10 millis"))),
    )
    return Effect.interruptible(ended).pipe(
      Effect.forkDaemon,
      // protects: An interrupted query of the library ends, although DuckDB computes on.
      // mutant: "does not hold its interruption, however long it computes":
      // timeoutOption(Effect.interruptible(Fiber.join(fiber)), patience) → exit(Fiber.join(fiber))
      Effect.flatMap((fiber) => Effect.timeoutOption(Effect.interruptible(Fiber.join(fiber)), patience)),
      Effect.asVoid,
      Effect.withClock(Clock.make()),
    )
  })

/**
 * Fails unless a text is a single query: a `SELECT`, in any of its forms, whose functions in `FROM` only
 * generate rows of values. With `create` it may also be `CREATE TABLE` or `CREATE VIEW` with the name and such a
 * query. Locked settings do not suffice: a function in a `SELECT` can turn on logging, which ends the process.
 */
export const check = (
  connection: DuckDBConnection,
  text: string,
  options: { readonly create?: boolean } = {},
): Effect.Effect<void, SqlError> => {
  const query = options.create === true ? Statement.queryOf(text) : text
  return work(connection, text, () => connection.runAndReadAll(Statement.question, [query])).pipe(
    Effect.flatMap((answer) => {
      const checked = Statement.check(query, String(answer.getRowsJson()[0]?.[0]))
      return Either.mapLeft(checked, (refusal) => new SqlError({ ...refusal, text }))
    }),
  )
}
