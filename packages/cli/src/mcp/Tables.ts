/**
 * Tables of a session in a DuckDB in memory, which has no access to files or to the network: what
 * the process that computes does.
 *
 * @module
 */
import * as Database from "@candela/history/Database"
import type { SqlError } from "@candela/history/SqlError"
import type { DuckDBConnection } from "@duckdb/node-api"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Rows from "./Rows.js"
import { ToolError } from "./ToolError.js"

/** Rows of a query. */
export interface Result extends Rows.Table {
  /** Whether there are more rows. */
  readonly cut: boolean
}

/** Work on the tables. One table is written at a time. */
export type Request =
  | { readonly _tag: "Begin"; readonly sql: string }
  | { readonly _tag: "Insert"; readonly sql: string; readonly rows: string }
  | { readonly _tag: "End"; readonly commit: boolean }
  | { readonly _tag: "Query"; readonly sql: string; readonly rows: number }

/** Does some work. The result of a query is a {@link Result}. */
export type Run = (request: Request) => Effect.Effect<unknown, ToolError>

/** Memory limit of a session's tables and queries: DuckDB's own, which does not count all texts. */
const memory = "1GB"

/** Maximum number of characters of a refusal by DuckDB, which may repeat a text of the query. */
const maxMessage = 2000

const refused = ({ detail, reason }: SqlError): ToolError =>
  new ToolError({ message: Rows.cutText(reason === "query" ? `DuckDB: ${detail}` : detail, maxMessage) })

/** Types whose values are texts in JSON, because they may exceed the exact range of numbers. */
const wholeTypes: ReadonlySet<string | undefined> = new Set(["BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT"])

/** Converts a text to a number if that is exact. */
const whole = (text: unknown): unknown => (Number.isSafeInteger(Number(text ?? NaN)) ? Number(text) : text)

/**
 * Makes the tables. DuckDB is loaded with the first one, and closed with the scope. `patience`: how
 * long an interruption waits for DuckDB to stop.
 */
export const make = (patience?: Duration.DurationInput): Effect.Effect<Run, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const result = yield* Deferred.make<Database.Database, ToolError>()
    // Opened in a separate fiber: the interruption of the first caller would reach the others.
    const opening = yield* Effect.once(
      Database.open({ memory }).pipe(
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

    const begin = (sql: string) =>
      Effect.gen(function* () {
        const database = yield* opened
        yield* close
        const own = yield* Scope.make()
        const connection = yield* Scope.extend(Effect.mapError(Database.connect(database), refused), own)
        table = { connection, scope: own }
        yield* run("BEGIN")
        yield* run(sql, "[]")
      })

    const query = (sql: string, count: number) =>
      Effect.gen(function* () {
        const database = yield* opened
        const connection = yield* Effect.mapError(Database.connect(database), refused)
        yield* Effect.mapError(Database.check(connection, sql), refused)
        const reader = yield* work(connection, sql, () => connection.streamAndReadUntil(sql, count + 1))
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
          return begin(request.sql)
        case "Insert":
          return run(request.sql, request.rows)
        case "End":
          return Effect.ensuring(request.commit ? run("COMMIT") : Effect.void, close)
        case "Query":
          return query(request.sql, request.rows)
      }
    }
  })
