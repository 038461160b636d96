/**
 * Tables of a session in a DuckDB in memory, which has no access to files or to the network: what
 * the process that computes does.
 *
 * @module
 */
import * as Database from "@candela/history/Database"
import * as Sql from "@candela/history/Sql"
import type { SqlError } from "@candela/history/SqlError"
import type { StoreError } from "@candela/history/StoreError"
import type { DuckDBConnection } from "@duckdb/node-api"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Platform from "../command/platform.js"
import * as Rows from "./Rows.js"
import { ToolError } from "./ToolError.js"

/** Rows of a query. */
export interface Result extends Rows.LimitedTable {
  /** Whether there are more rows. */
  readonly cut: boolean
}

/** Work on the tables. One table is written at a time. */
export type TableWork =
  | { readonly _tag: "Begin"; readonly name: string; readonly sql: string }
  | { readonly _tag: "Insert"; readonly sql: string; readonly rows: string }
  | { readonly _tag: "End"; readonly commit: boolean }
  | { readonly _tag: "Query"; readonly sql: string; readonly rows: number }

/** Does some work. The result of a query is a {@link Result}. */
export type Run = (request: TableWork) => Effect.Effect<unknown, ToolError>

/** Memory limit of a session's tables and queries: DuckDB's own, which does not count all texts. */
const memory = "1GB"

/** Maximum number of characters of a refusal by DuckDB, which may repeat a text of the query. */
const maxMessage = 2000

const refused = (error: SqlError | StoreError): ToolError => {
  const text =
    error._tag === "StoreError" ? error.message : error.reason === "query" ? `DuckDB: ${error.detail}` : error.detail
  return new ToolError({ message: Rows.cutText(text, maxMessage) })
}

/** Tables that were kept, and that of the sessions of a store. */
const keptTables = "SELECT table_name FROM duckdb_tables() ORDER BY 1"

/** Types whose values are texts in JSON, because they may exceed the exact range of numbers. */
const wholeTypes: ReadonlySet<string | undefined> = new Set(["BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT"])

/** Converts a text to a number if that is exact. */
const whole = (text: unknown): unknown => (Number.isSafeInteger(Number(text ?? NaN)) ? Number(text) : text)

/** Database of a session, with the views of its store. */
interface Opened {
  readonly database: Database.Database
  readonly views: Sql.StoreViews | undefined
}

const open = (store: string | undefined): Effect.Effect<Opened, SqlError | StoreError, Scope.Scope> =>
  Effect.gen(function* () {
    const database = yield* Database.open({ memory, folder: store })
    const views = store === undefined ? undefined : yield* Effect.provide(Sql.views(database, store), Platform.layer)
    return { database, views }
  })

/** Options of {@link make}. */
export interface TablesOptions {
  /** How long an interruption waits for DuckDB to stop. */
  readonly patience?: Duration.DurationInput | undefined
  /** Folder of a store, whose views are tables that a query may read. */
  readonly store?: string | undefined
}

/** Makes the tables. DuckDB is loaded with the first one, and closed with the scope. */
export const make = ({ patience, store }: TablesOptions = {}): Effect.Effect<Run, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const result = yield* Deferred.make<Opened, ToolError>()
    // Opened in a separate fiber: the interruption of the first caller would reach the others.
    const opening = yield* Effect.once(
      open(store).pipe(
        Effect.mapError(refused),
        Scope.extend(scope),
        Effect.intoDeferred(result),
        Effect.forkIn(scope),
      ),
    )
    const opened = Effect.zipRight(opening, Deferred.await(result))
    let table: { readonly connection: DuckDBConnection; readonly scope: Scope.CloseableScope } | undefined

    const work = <A>(connection: DuckDBConnection, sql: string, run: () => Promise<A>) =>
      Effect.mapError(Database.work(connection, sql, run, { patience }), refused)

    const run = (sql: string, ...texts: ReadonlyArray<string>) =>
      Effect.suspend(() => {
        if (table === undefined) {
          return new ToolError({ message: "The process of the tables ended while this one was written. Try again." })
        }
        const { connection } = table
        // A result of DuckDB cannot be sent to another process.
        return Effect.asVoid(
          work(connection, sql, () => connection.run(sql, texts.length === 0 ? undefined : [...texts])),
        )
      })

    // Closing the connection rolls back uncommitted changes.
    const close = Effect.suspend(() => {
      const closing = table === undefined ? Effect.void : Scope.close(table.scope, Exit.void)
      table = undefined
      return closing
    })

    const begin = (name: string, sql: string) =>
      Effect.gen(function* () {
        const { database, views } = yield* opened
        const names = views === undefined ? [] : yield* Effect.mapError(views.names, refused)
        // protects: A table of a session never stands for one of the store.
        // mutant: "reads the histories of a store": names.includes(name.toLowerCase()) → false
        if (names.includes(name.toLowerCase())) {
          return yield* new ToolError({ message: `${name} is a table of the store. Choose another name.` })
        }
        yield* close
        const own = yield* Scope.make()
        const connection = yield* Scope.extend(Effect.mapError(Database.connect(database), refused), own)
        table = { connection, scope: own }
        yield* run("BEGIN")
        yield* run(sql, "[]")
      })

    /** Error of a query, with the tables that there are instead of an unknown one. */
    const explained =
      ({ database, views }: Opened) =>
      (error: SqlError | StoreError): Effect.Effect<never, ToolError> => {
        const [, name] = (error._tag === "SqlError" && /Table with name (\S+) does not exist/.exec(error.detail)) || []
        if (name === undefined) return refused(error)
        return Effect.gen(function* () {
          const connection = yield* Database.connect(database)
          const kept = yield* Database.work(connection, keptTables, () => connection.runAndReadAll(keptTables))
          const ofStore = views === undefined ? [] : yield* views.names
          const quoted = ofStore.map((name) => (name.includes(".") ? `"${name}"` : name))
          const names = [...new Set([...kept.getRowsJson().map(([name]) => String(name)), ...quoted])]
          return yield* new ToolError({
            message: `There is no table ${name}. ${names.length === 0 ? "None is kept: call_endpoint keeps one with table." : `The tables are ${names.join(", ")}.`}`,
          })
        }).pipe(
          Effect.scoped,
          Effect.mapError((error) => (error._tag === "ToolError" ? error : refused(error))),
        )
      }

    const query = (sql: string, count: number) =>
      Effect.gen(function* () {
        const now = yield* opened
        const { database, views } = now
        const connection = yield* Effect.mapError(Database.connect(database), refused)
        yield* Effect.mapError(Database.check(connection, sql), refused)
        const read = Effect.gen(function* () {
          if (views !== undefined) {
            yield* views.prepare(sql)
            yield* views.check(connection, sql, [])
          }
          return yield* Database.work(connection, sql, () => connection.streamAndReadUntil(sql, count + 1), {
            patience,
          })
        })
        const again = Effect.catchIf(read, Sql.isOutdated, (error) =>
          views === undefined ? error : Effect.zipRight(views.refresh, read),
        )
        const reader = yield* Effect.catchAll(again, explained(now))
        const { DuckDBTypeId } = database.duckdb
        const wholeNumbers = reader.columnTypes().map(({ typeId }) => wholeTypes.has(DuckDBTypeId[typeId]))
        const rows = reader
          .getRowsJson()
          .map((row) => row.map((value, at) => (wholeNumbers[at] ? whole(value) : value)))
        const shown = Rows.fitting(rows.slice(0, count))
        const columns = reader.deduplicatedColumnNames().map((name) => Rows.cutText(name, 200))
        return { columns, rows: shown, cut: rows.length > shown.length } satisfies Result
      }).pipe(Effect.scoped)

    yield* Effect.addFinalizer(() => close)

    return (request) => {
      switch (request._tag) {
        case "Begin":
          return begin(request.name, request.sql)
        case "Insert":
          return run(request.sql, request.rows)
        case "End":
          return Effect.ensuring(request.commit ? run("COMMIT") : Effect.void, close)
        case "Query":
          return query(request.sql, request.rows)
      }
    }
  })
