/**
 * DuckDB as a service: one embedded database, opened for the length of a scope.
 *
 * @module
 */
import type { DuckDBConnection, DuckDBValueConverter, JS } from "@duckdb/node-api"
import { BIGINT, DuckDBInstance, DuckDBTypeId, JSDuckDBValueConverter } from "@duckdb/node-api"
import { Context, Effect, Layer, Runtime, Schema } from "effect"
import type { Scope } from "effect"
import { append } from "./internal/append.js"

/** The database could not be opened, or a statement failed. */
export class StoreError extends Schema.TaggedError<StoreError>("@candela/sandbox/StoreError")("StoreError", {
  /** `Open`: the file could not be opened. `Statement`: a statement was refused or failed. `Closed`: the store is closed. */
  reason: Schema.Literal("Open", "Statement", "Closed"),
  /** The file that could not be opened, or the statement that failed. */
  subject: Schema.String,
  /** What the database said. */
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

/** The embedded database that the sandbox's answers come from. */
export class Store extends Context.Tag("@candela/sandbox/Store")<Store, Store.Service>() {
  /** Opens a database for the scope. Closing interrupts what still runs, waits for its end, and then closes the file. */
  static readonly make = (options: Store.Options): Effect.Effect<Store.Service, StoreError, Scope.Scope> =>
    open(options)

  /** A layer that holds the database open: a file or, with no `path`, an empty database in memory. */
  static readonly layer = (options: Store.Options): Layer.Layer<Store, StoreError> =>
    Layer.scoped(Store, Store.make(options))
}

/** Types of the store: its options, values and statements. */
export declare namespace Store {
  /** How to open the database. */
  interface Options {
    /** The file; absent: a database in memory. */
    readonly path?: string | undefined
    /** Whether the file may only be read (default false). A file may be open for reading in many processes at once. */
    readonly readOnly?: boolean | undefined
    /** How many threads one statement may use (default 2). */
    readonly threads?: number | undefined
  }

  /** A value that can be bound to a parameter. A `bigint` is bound as `BIGINT`, a whole number as `INTEGER` or `BIGINT`, another as `DOUBLE`. */
  type Value = string | number | bigint | boolean | null

  /** Parameters by position (`$1`, `$2` or `?`) or by name (`$name`). */
  type Parameters = ReadonlyArray<Value> | Readonly<Record<string, Value>>

  /** A row: `BIGINT` is a `bigint`, `DOUBLE` and the smaller integers are numbers, `DATE` is `"yyyy-mm-dd"`. */
  type Row = Readonly<Record<string, JS>>

  /** What can be done with a connection. */
  interface Statements {
    /** The rows of a query. The type of a row is what the caller knows of the statement; it is not checked. */
    readonly query: <A extends object = Row>(
      sql: string,
      parameters?: Parameters,
    ) => Effect.Effect<ReadonlyArray<A>, StoreError>
    /** The first column of all rows as one text, for answers that the database writes as JSON itself. Nulls are left out. */
    readonly text: (sql: string, parameters?: Parameters) => Effect.Effect<string, StoreError>
    /** Runs a statement, or several with `;` between them (the parameters belong to the last), and gives nothing back. */
    readonly run: (sql: string, parameters?: Parameters) => Effect.Effect<void, StoreError>
    /**
     * Writes many rows to the end of a table: one array per column, all as long as the first, in the table's order. Whole numbers do for
     * `BIGINT`, `"yyyy-mm-dd"` for `DATE`.
     */
    readonly append: (table: string, columns: ReadonlyArray<ReadonlyArray<Value>>) => Effect.Effect<void, StoreError>
  }

  /** The database. Statements run side by side, each on a connection of its own; interruption stops a running one. */
  interface Service extends Statements {
    /** The file, or `undefined` for a database in memory. */
    readonly path: string | undefined
    /** Runs statements on one connection in one transaction: kept when the effect succeeds, undone when it fails or is interrupted. */
    readonly transaction: <A, E, R>(
      body: (statements: Statements) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StoreError, R>
  }
}

/** Each running statement holds one of Node's four pool threads; the fourth is left to files and compression. */
const concurrentStatements = 3

const detailOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const toRowValue: DuckDBValueConverter<JS> = (value, type, converter) =>
  value !== null && type.typeId === DuckDBTypeId.DATE ? String(value) : JSDuckDBValueConverter(value, type, converter)

const bindingTypes = (parameters: Store.Parameters) => {
  const typeOf = (value: Store.Value) => (typeof value === "bigint" ? BIGINT : undefined)
  return Array.isArray(parameters)
    ? (parameters as ReadonlyArray<Store.Value>).map(typeOf)
    : Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, typeOf(value)]))
}

const execute = (connection: DuckDBConnection, sql: string, parameters: Store.Parameters | undefined) =>
  parameters === undefined
    ? connection.run(sql)
    : connection.run(sql, parameters as Record<string, Store.Value>, bindingTypes(parameters) as Record<string, never>)

/**
 * Interrupts until the promise has settled: the database forgets an interrupt that arrives between two steps of a statement (parsing, binding,
 * running). Only then is the connection free.
 */
const interruptUntil = (settled: Promise<unknown>, interrupt: () => void) =>
  Effect.promise(() => {
    interrupt()
    const again = setInterval(interrupt, 5)
    return settled.finally(() => clearInterval(again))
  })

const attempt = <A>(connection: DuckDBConnection, sql: string, run: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.async((resume) => {
    const settled = run().then(
      (value) => resume(Effect.succeed(value)),
      (cause) => resume(new StoreError({ reason: "Statement", subject: sql, detail: detailOf(cause) })),
    )
    return interruptUntil(settled, () => connection.interrupt())
  })

const statements = (connection: DuckDBConnection): Store.Statements => ({
  query: <A extends object>(sql: string, parameters?: Store.Parameters) =>
    attempt(connection, sql, async () => {
      const result = await execute(connection, sql, parameters)
      return (await result.convertRowObjects(toRowValue)) as unknown as ReadonlyArray<A>
    }),
  text: (sql, parameters) =>
    attempt(connection, sql, async () => {
      const result = await execute(connection, sql, parameters)
      const [column = []] = await result.getColumns()
      return column.join("")
    }),
  run: (sql, parameters) => attempt(connection, sql, () => execute(connection, sql, parameters).then(() => undefined)),
  append: (table, columns) => attempt(connection, `INSERT INTO ${table}`, () => append(connection, table, columns)),
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
          // What is needed is built in: nothing is ever fetched.
          autoinstall_known_extensions: "false",
        }),
      catch: (cause) => new StoreError({ reason: "Open", subject: path ?? ":memory:", detail: detailOf(cause) }),
    }),
    (instance) => Effect.sync(() => instance.closeSync()),
  )
  const permits = yield* Effect.makeSemaphore(concurrentStatements)
  const connections = new Set<DuckDBConnection>()
  let closed = false

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      closed = true
      const allEnded = permits.withPermits(concurrentStatements)(Effect.void)
      const ended = Runtime.runPromise(yield* Effect.runtime<never>(), allEnded)
      yield* interruptUntil(ended, () => connections.forEach((connection) => connection.interrupt()))
    }),
  )

  const withConnection = <A, E, R>(sql: string, use: (connection: DuckDBConnection) => Effect.Effect<A, E, R>) =>
    permits.withPermits(1)(
      Effect.acquireUseRelease(
        Effect.suspend(() =>
          closed
            ? new StoreError({ reason: "Closed", subject: sql, detail: "The store is closed" })
            : Effect.tryPromise({
                try: () => instance.connect(),
                catch: (cause) => new StoreError({ reason: "Statement", subject: sql, detail: detailOf(cause) }),
              }),
        ).pipe(Effect.tap((connection) => Effect.sync(() => connections.add(connection)))),
        use,
        (connection) =>
          Effect.sync(() => {
            connections.delete(connection)
            connection.closeSync()
          }),
      ),
    )

  // Else a cast between times would depend on where the machine stands.
  yield* withConnection("SET", (connection) => statements(connection).run("SET GLOBAL TimeZone = 'UTC'"))

  const service: Store.Service = {
    path,
    query: (sql, parameters) => withConnection(sql, (connection) => statements(connection).query(sql, parameters)),
    text: (sql, parameters) => withConnection(sql, (connection) => statements(connection).text(sql, parameters)),
    run: (sql, parameters) => withConnection(sql, (connection) => statements(connection).run(sql, parameters)),
    append: (table, columns) => withConnection(table, (connection) => statements(connection).append(table, columns)),
    transaction: (body) =>
      withConnection("BEGIN", (connection) => {
        const transaction = statements(connection)
        return Effect.acquireUseRelease(
          transaction.run("BEGIN"),
          () => body(transaction).pipe(Effect.zipLeft(transaction.run("COMMIT"))),
          // After a commit there is nothing to undo, and the database says so: that is no failure.
          () => Effect.ignore(transaction.run("ROLLBACK")),
        )
      }),
  }
  return service
})
