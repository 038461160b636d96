/**
 * DuckDB as a service: one embedded database, open for the duration of a scope.
 *
 * @module
 */
import type { DuckDBDataChunk, DuckDBMaterializedResult, DuckDBValueConverter, JS } from "@duckdb/node-api"
import { DuckDBInstance, DuckDBTypeId, JSDuckDBValueConverter } from "@duckdb/node-api"
import { Context, Effect, Exit, Layer, Runtime, Schema } from "effect"
import type { Scope } from "effect"
import { setImmediate } from "node:timers/promises"
import { append } from "./append.js"
import * as Bounded from "./bounded.js"
import * as Session from "./session.js"

/** The database could not be opened, or a statement failed. */
export class StoreError extends Schema.TaggedError<StoreError>("@candela/sandbox/StoreError")("StoreError", {
  /**
   * `Open`: the file could not be opened. `Statement`: a statement was rejected or failed.
   * `Closed`: the store is closed.
   */
  reason: Schema.Literal("Open", "Statement", "Closed"),
  /** The file that could not be opened, or the statement that failed. */
  subject: Schema.String,
  /** Message of the database. */
  detail: Schema.String,
}) {
  override get message() {
    switch (this.reason) {
      case "Open":
        return `The data file ${this.subject} could not be opened: ${this.detail}`
      case "Statement":
        return `A statement failed: ${this.detail} (${this.subject})`
      case "Closed":
        return `The store was closed before this statement ran: ${this.subject}`
    }
  }
}

/** Embedded database of the sandbox's answers. */
export class Store extends Context.Tag("@candela/sandbox/Store")<Store, Store.Service>() {
  /**
   * Opens a database for the scope. Closing interrupts running statements, waits for their end, and
   * then closes the file.
   */
  static readonly make = (options: Store.Options): Effect.Effect<Store.Service, StoreError, Scope.Scope> =>
    open(options)

  /** Layer that keeps the database open: a file or, without `path`, an empty database in memory. */
  static readonly layer = (options: Store.Options): Layer.Layer<Store, StoreError> =>
    Layer.scoped(Store, Store.make(options))
}

/** Types of the store: its options, values and statements. */
export declare namespace Store {
  /** Options of the database. */
  interface Options {
    /** Path of the file; absent for a database in memory. */
    readonly path?: string | undefined
    /** Whether the file may only be read (default false). A file may be open for reading in many processes at once. */
    readonly readOnly?: boolean | undefined
    /** Number of threads of a statement (default 2). */
    readonly threads?: number | undefined
  }

  /**
   * A value that can be bound to a parameter. A `bigint` is bound as `BIGINT` (as `HUGEINT` beyond
   * 64 bits), a safe integer as `INTEGER` or `BIGINT`, another number as `DOUBLE`.
   */
  type Scalar = string | number | bigint | boolean | null

  /** Value of a column; an array for a list column. */
  type Value = Scalar | ReadonlyArray<Scalar>

  /** Parameters by position (`$1`, `$2` or `?`) or by name (`$name`). */
  type Parameters = ReadonlyArray<Scalar> | Readonly<Record<string, Scalar>>

  /** A row: `BIGINT` is a `bigint`, `DOUBLE` and the smaller integers are numbers, `DATE` is `"yyyy-mm-dd"`. */
  type Row = Readonly<Record<string, JS>>

  /** Values of each column, in the order of the rows. */
  type Columns<A> = { readonly [K in keyof A]: ReadonlyArray<A[K]> }

  /** Operations of a connection. */
  interface Statements {
    /** Runs a query and returns its rows. The caller asserts the type of a row; it is not checked. */
    readonly query: <A extends object = Row>(
      sql: string,
      parameters?: Parameters,
    ) => Effect.Effect<ReadonlyArray<A>, StoreError>
    /**
     * Runs a query and returns its columns, each with its values in the order of the rows: faster
     * than `query` for tens of thousands of rows.
     */
    readonly columns: <A extends object = Row>(
      sql: string,
      parameters?: Parameters,
    ) => Effect.Effect<Columns<A>, StoreError>
    /**
     * Runs a query and returns the first column of all rows as one text, for answers that the
     * database writes as JSON itself. Nulls are left out.
     */
    readonly text: (sql: string, parameters?: Parameters) => Effect.Effect<string, StoreError>
    /** Runs a statement, or several separated by `;` (the parameters belong to the last), without a result. */
    readonly run: (sql: string, parameters?: Parameters) => Effect.Effect<void, StoreError>
    /**
     * Appends many rows to a table: one array for each column, by name, all of one length. Omitted
     * columns are null. Whole numbers are accepted for `BIGINT`, `"yyyy-mm-dd"` for `DATE`.
     */
    readonly append: (
      table: string,
      columns: Readonly<Record<string, ReadonlyArray<Value>>>,
    ) => Effect.Effect<void, StoreError>
  }

  /** Reads data for {@link Service.remember}. */
  type Load<A> = (statements: Statements) => Effect.Effect<A, StoreError>

  /**
   * Database. Statements run concurrently; interruption stops a running one. Queries (`query`,
   * `columns` and `text`) share a few connections, which keep those with parameters prepared:
   * statements that change a connection, such as a temporary table, belong into a transaction.
   *
   * Results of queries with parameters are remembered within bounds until `run`, `append` or a transaction writes:
   * such a query must depend on nothing but the tables and its parameters.
   */
  interface Service extends Statements {
    /** Path of the file; `undefined` for a database in memory. */
    readonly path: string | undefined
    /**
     * Result of `load`, cached in memory until `run`, `append` or a transaction writes: for small tables
     * that every answer needs. The cache key is the function itself: all calls must pass the same one.
     */
    readonly remember: <A>(load: Load<A>) => Effect.Effect<A, StoreError>
    /**
     * Runs statements on one connection in one transaction: committed when the effect succeeds,
     * rolled back when it fails or is interrupted.
     */
    readonly transaction: <A, E, R>(
      body: (statements: Statements) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StoreError, R>
  }
}

/**
 * Maximum number of running statements: each holds one of Node's four pool threads, and the fourth
 * is left to files and compression.
 */
const concurrentStatements = 3

/** Memory for results of queries, about, in bytes: some hundred pages of ordinary size. */
const mostRemembered = 32 * 1024 * 1024

/**
 * Items of a list whose size is taken, evenly spaced: rows are alike, and a page of all of them would hold others up.
 */
const weighed = 16

/** Size of a value in memory, about. */
const sizeOf = (value: unknown): number => {
  if (typeof value === "string") return 24 + value.length
  if (typeof value !== "object" || value === null) return 24
  const items: ReadonlyArray<unknown> = Object.values(Array.isArray(value) ? sampled(value) : value)
  const size = items.reduce((sum: number, item) => sum + sizeOf(item), 0)
  return 24 + (Array.isArray(value) && items.length > 0 ? (size * value.length) / items.length : size)
}

const sampled = (items: ReadonlyArray<unknown>) =>
  items.length <= weighed
    ? items
    : Array.from({ length: weighed }, (_, index) => items[Math.floor((index * items.length) / weighed)])

/** Values that JSON lacks, told apart from numbers and texts of the same digits: they are bound as other types. */
const writeParameter = (_: string, value: unknown) =>
  typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value)) ? { is: String(value) } : value

/** Text that tells a query with its parameters apart. */
const keyOf = (kind: string, sql: string, parameters: Store.Parameters) =>
  `${kind} ${sql} ${JSON.stringify(parameters, writeParameter)}`

const detailOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

// The package of the database exports getters: read for every value, they took an eighth of the time of a large page.
const { DATE } = DuckDBTypeId
const convert = JSDuckDBValueConverter

const toRowValue: DuckDBValueConverter<JS> = (value, type, converter) =>
  value !== null && type.typeId === DATE ? String(value) : convert(value, type, converter)

/** Chunks of a result. They are in memory: fetching them one by one would pass each between threads. */
const chunksOf = (result: DuckDBMaterializedResult): ReadonlyArray<DuckDBDataChunk> =>
  Array.from({ length: result.chunkCount }, (_, index) => result.getChunk(index))

/** Number of result values converted in a turn of the event loop: some 20 milliseconds. */
const valuesPerTurn = 100_000

/** The columns of a result, by name. */
const columnsOf = async (result: DuckDBMaterializedResult): Promise<Store.Columns<Store.Row>> => {
  const names = result.deduplicatedColumnNames()
  const columns = names.map((): Array<JS> => [])
  let taken = 0
  for (const chunk of chunksOf(result)) {
    for (const [index, all] of columns.entries()) {
      chunk.visitColumnValues(index, (value, _row, _column, type) =>
        all.push(toRowValue(value, type, toRowValue) as JS),
      )
    }
    taken += chunk.rowCount * columns.length
    if (taken >= valuesPerTurn) {
      taken = 0
      await setImmediate()
    }
  }
  return Object.fromEntries(names.map((name, index) => [name, columns[index]!]))
}

/** Rows of a result, made column by column: row by row the driver would look each column up again for every value. */
const rowsOf = async (result: DuckDBMaterializedResult): Promise<ReadonlyArray<Store.Row>> => {
  const columns = await columnsOf(result)
  const rows = Array.from({ length: result.rowCount }, (): Record<string, JS> => ({}))
  for (const [name, values] of Object.entries(columns)) {
    rows.forEach((row, at) => (row[name] = values[at]!))
    if (rows.length * 4 >= valuesPerTurn) await setImmediate()
  }
  return rows
}

/**
 * Interrupts repeatedly until the promise has settled: the database loses an interrupt between two
 * steps of a statement (parsing, binding, running). Only then is the connection free.
 */
const interruptUntil = (settled: Promise<unknown>, interrupt: () => void) =>
  Effect.promise(() => {
    interrupt()
    const again = setInterval(interrupt, 5)
    return settled.finally(() => clearInterval(again))
  })

const attempt = <A>(session: Session.StoreSession, sql: string, run: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.async((resume) => {
    const settled = run().then(
      (value) => resume(Effect.succeed(value)),
      (cause) => resume(new StoreError({ reason: "Statement", subject: sql, detail: detailOf(cause) })),
    )
    return interruptUntil(settled, () => session.connection.interrupt())
  })

const statements = (session: Session.StoreSession): Store.Statements => ({
  query: <A extends object>(sql: string, parameters?: Store.Parameters) =>
    attempt(session, sql, async () => (await rowsOf(await session.query(sql, parameters))) as ReadonlyArray<A>),
  columns: <A extends object>(sql: string, parameters?: Store.Parameters) =>
    attempt(session, sql, async () => (await columnsOf(await session.query(sql, parameters))) as Store.Columns<A>),
  text: (sql, parameters) =>
    attempt(session, sql, async () => {
      const result = await session.query(sql, parameters)
      return chunksOf(result)
        .map((chunk) => chunk.getColumnValues(0).join(""))
        .join("")
    }),
  run: (sql, parameters) => attempt(session, sql, () => session.run(sql, parameters).then(() => undefined)),
  append: (table, columns) =>
    attempt(session, `INSERT INTO ${table}`, () => append(session.connection, table, columns)),
})

const open = Effect.fnUntraced(function* (options: Store.Options) {
  const path = options.path
  const instance = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () =>
        DuckDBInstance.create(path ?? ":memory:", {
          access_mode: options.readOnly === true ? "READ_ONLY" : "AUTOMATIC",
          threads: String(options.threads ?? 2),
          memory_limit: "2GB",
          // All needed extensions are built in: nothing is ever fetched.
          autoinstall_known_extensions: "false",
        }),
      catch: (cause) => new StoreError({ reason: "Open", subject: path ?? ":memory:", detail: detailOf(cause) }),
    }),
    (instance) => Effect.sync(() => instance.closeSync()),
  )
  const permits = yield* Effect.makeSemaphore(concurrentStatements)
  const sessions = new Set<Session.StoreSession>()
  const idle: Array<Session.StoreSession> = []
  const remembered = new Map<unknown, unknown>()
  const results = Bounded.make<unknown>(mostRemembered, (key, result) => key.length + sizeOf(result))
  let writes = 0
  let closed = false

  const close = (session: Session.StoreSession) => {
    sessions.delete(session)
    session.connection.closeSync()
  }

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      closed = true
      const allEnded = permits.withPermits(concurrentStatements)(Effect.void)
      const ended = Runtime.runPromise(yield* Effect.runtime<never>(), allEnded)
      yield* interruptUntil(ended, () => sessions.forEach(({ connection }) => connection.interrupt()))
      sessions.forEach(close)
    }),
  )

  const connect = (sql: string) =>
    Effect.suspend(() =>
      closed
        ? new StoreError({ reason: "Closed", subject: sql, detail: "The store is closed" })
        : Effect.tryPromise({
            try: async () => {
              const session = Session.make(await instance.connect())
              sessions.add(session)
              return session
            },
            catch: (cause) => new StoreError({ reason: "Statement", subject: sql, detail: detailOf(cause) }),
          }),
    )

  /** Runs on a new session, which ends with the statement's changes to it (a transaction, temporary tables). */
  const alone = <A, E, R>(sql: string, use: (session: Session.StoreSession) => Effect.Effect<A, E, R>) =>
    permits.withPermits(1)(
      Effect.acquireUseRelease(connect(sql), use, (session) => Effect.sync(() => close(session))).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            writes++
            remembered.clear()
            // protects: No answer shows what the tables held before.
            // mutant: "forgets the results of queries when the tables change": removed
            results.clear()
          }),
        ),
      ),
    )

  /** Runs on a kept session. It is kept again only after success: an interruption or a failure replaces it. */
  const kept = <A>(sql: string, use: (statements: Store.Statements) => Effect.Effect<A, StoreError>) =>
    permits.withPermits(1)(
      Effect.acquireUseRelease(
        Effect.suspend(() => {
          const session = closed ? undefined : idle.pop()
          return session === undefined ? connect(sql) : Effect.succeed(session)
        }),
        (session) => use(statements(session)),
        (session, exit) => Effect.sync(() => (Exit.isSuccess(exit) && !closed ? idle.push(session) : close(session))),
      ),
    )

  /** Runs a query on a kept session. With parameters, its result is remembered. */
  const asked = <A>(
    kind: string,
    sql: string,
    parameters: Store.Parameters | undefined,
    use: (statements: Store.Statements) => Effect.Effect<A, StoreError>,
  ): Effect.Effect<A, StoreError> =>
    Effect.suspend(() => {
      if (parameters === undefined || closed) return kept(sql, use)
      const key = keyOf(kind, sql, parameters)
      const known = results.get(key)
      if (known !== undefined) return Effect.succeed(known as A)
      const before = writes
      return Effect.tap(kept(sql, use), (result) => {
        // A query that a write overtook may have read the tables as they were before.
        if (writes === before) results.set(key, result)
      })
    })

  // Otherwise a cast between times would depend on the machine's time zone.
  yield* alone("SET", (session) => statements(session).run("SET GLOBAL TimeZone = 'UTC'"))

  const service: Store.Service = {
    path,
    query: <A extends object>(sql: string, parameters?: Store.Parameters) =>
      asked("query", sql, parameters, ({ query }) => query<A>(sql, parameters)),
    columns: <A extends object>(sql: string, parameters?: Store.Parameters) =>
      asked("columns", sql, parameters, ({ columns }) => columns<A>(sql, parameters)),
    text: (sql, parameters) => asked("text", sql, parameters, ({ text }) => text(sql, parameters)),
    remember: <A>(load: Store.Load<A>) =>
      Effect.suspend(() => {
        if (remembered.has(load)) return Effect.succeed(remembered.get(load) as A)
        const before = writes
        return Effect.tap(kept("remember", load), (value) => {
          if (writes === before) remembered.set(load, value)
        })
      }),
    run: (sql, parameters) => alone(sql, (session) => statements(session).run(sql, parameters)),
    append: (table, columns) => alone(table, (session) => statements(session).append(table, columns)),
    transaction: (body) =>
      alone("BEGIN", (session) => {
        const transaction = statements(session)
        return Effect.acquireUseRelease(
          transaction.run("BEGIN"),
          () => body(transaction).pipe(Effect.zipLeft(transaction.run("COMMIT"))),
          // After a commit a rollback fails, because there is nothing to undo; that error is ignored.
          () => Effect.ignore(transaction.run("ROLLBACK")),
        )
      }),
  }
  return service
})
