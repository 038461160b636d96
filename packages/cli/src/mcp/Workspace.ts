/**
 * Tables of a session, kept and queried in a process of their own.
 *
 * @module
 */
import type * as FileSchema from "@candela/files/FileSchema"
import * as Database from "@candela/history/Database"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Executable } from "./Executable.js"
import * as Host from "./Host.js"
import * as Rows from "./Rows.js"
import * as Tables from "./Tables.js"
import { ToolError } from "./ToolError.js"

/** Table of a session. */
export interface Kept {
  /** Name in SQL. */
  readonly name: string
  /** Number of rows. */
  readonly rows: number
  /** Whether there were more rows than a table holds. */
  readonly cut: boolean
}

/** Tables of a session. */
export interface Workspace {
  /** Makes a table of rows, replacing one of the same name. It exists once all rows are written. */
  readonly keep: <E, R>(
    name: string,
    columns: ReadonlyArray<FileSchema.Column>,
    rows: Stream.Stream<object, E, R>,
  ) => Effect.Effect<Kept, E | ToolError, R>
  /** Runs a query, and returns its first rows. */
  readonly query: (sql: string, rows: number) => Effect.Effect<Tables.Result, ToolError>
}

/** Maximum number of rows of a table. */
export const maxTableRows = 200_000

/** Maximum duration of a query. */
export const timeout = Duration.seconds(20)

/** Type in the notation of `from_json`: unlike a cast, it accepts rows without some of their fields. */
const structureOf = (type: FileSchema.Type): unknown => {
  switch (type._tag) {
    case "Struct":
      return recordOf(type.columns)
    case "List":
      return [structureOf(type.item)]
    default:
      return Database.typeOf(type)
  }
}

const recordOf = (columns: ReadonlyArray<FileSchema.Column>) =>
  Object.fromEntries(columns.map(({ name, type }) => [name, structureOf(type)]))

/** Rows of a JSON text, in typed columns. */
const rowsOf = (columns: ReadonlyArray<FileSchema.Column>) =>
  `SELECT unnest(from_json($1::JSON, ${Database.literal(JSON.stringify([recordOf(columns)]))}), max_depth := 2)`

/** Number of rows per insert statement. */
const rowsOfInsert = 5000

const keepIn = <E, R>(
  run: Tables.Run,
  name: string,
  columns: ReadonlyArray<FileSchema.Column>,
  rows: Stream.Stream<object, E, R>,
): Effect.Effect<Kept, E | ToolError, R> =>
  Effect.gen(function* () {
    yield* run({
      _tag: "Begin",
      name,
      sql: `CREATE OR REPLACE TABLE ${Database.identifier(name)} AS ${rowsOf(columns)}`,
    })
    const insert = `INSERT INTO ${Database.identifier(name)} ${rowsOf(columns)}`
    const read = yield* rows.pipe(
      Stream.take(maxTableRows + 1),
      Stream.grouped(rowsOfInsert),
      Stream.runFoldEffect(0, (before, chunk) => {
        const all = Array.from(chunk, (row) => Rows.record(columns, row)).slice(0, maxTableRows - before)
        return Effect.as(run({ _tag: "Insert", sql: insert, rows: JSON.stringify(all) }), before + chunk.length)
      }),
    )
    yield* run({ _tag: "End", commit: true })
    return { name, rows: Math.min(read, maxTableRows), cut: read > maxTableRows }
  }).pipe(Effect.onError(() => Effect.ignore(run({ _tag: "End", commit: false }))))

/** Makes the tables of a session, beside those of a store in a folder. They end with the scope. */
export const make = Effect.fnUntraced(function* (store?: string): Effect.fn.Return<Workspace, never, Scope.Scope> {
  const executable = yield* Executable
  const { killed, run } =
    executable === undefined
      ? { run: yield* Tables.make({ store }), killed: () => 0 }
      : yield* Host.make(executable, store)
  const one = yield* Effect.makeSemaphore(1)
  return {
    // Concurrent tables of the same name would conflict.
    keep: (name, columns, rows) => one.withPermits(1)(keepIn(run, name, columns, rows)),
    query: (sql, rows) =>
      Effect.suspend(() => {
        const before = killed()
        return Effect.flatMap(
          Effect.timeoutOption(run({ _tag: "Query", sql, rows }), timeout),
          Option.match({
            onSome: (result) => Effect.succeed(result as Tables.Result),
            onNone: () => {
              const lost =
                killed() === before ? "" : " Its process had to be ended: keep the tables of the session again."
              return new ToolError({
                message: `The query was stopped after ${Duration.format(timeout)}. Ask for fewer rows, or for less work.${lost}`,
              })
            },
          }),
        )
      }),
  }
})
