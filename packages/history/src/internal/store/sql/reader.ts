/**
 * Reads files of a store by DuckDB, in its threads: in a fraction of the time that decoding takes here.
 *
 * @module
 */
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as FileSchema from "@candela/files/FileSchema"
import type { DuckDBConnection } from "@duckdb/node-api"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Database from "../../../Database.js"
import { SqlError } from "../../../SqlError.js"
import { identifier, literal } from "../../database/types.js"
import type { Engine, Piece } from "../layout/format.js"
import { join } from "./columns.js"

/** Expression of a column, whose vector has the values of a row; `undefined` for types that are decoded elsewhere. */
const expressionOf = ({ name, type }: FileSchema.Column): string | undefined => {
  switch (type._tag) {
    case "Number":
    case "Integer":
      return `${identifier(name)}::DOUBLE`
    case "Boolean":
      return `${identifier(name)}::BOOLEAN`
    case "Text":
    case "Word":
    case "Date":
      return `${identifier(name)}::VARCHAR`
    case "Timestamp":
      return type.unit === "milliseconds" ? `epoch_ms(${identifier(name)})::DOUBLE` : undefined
    default:
      return undefined
  }
}

const refuse = (detail: string) => new SqlError({ reason: "query", detail })

/** Bitmap of rows that all have a value. */
const full = (length: number): Uint8Array => {
  const bits = new Uint8Array((length + 7) >> 3).fill(0xff)
  if ((length & 7) !== 0) bits[length >> 3]! &= (1 << (length & 7)) - 1
  return bits
}

/** Reads files. */
const read = (
  { duckdb }: Database.Database,
  connection: DuckDBConnection,
  paths: ReadonlyArray<string>,
  endpoint: Endpoint.AnyRows,
  wanted: ReadonlyArray<string> | undefined,
): Effect.Effect<Piece, SqlError> =>
  Effect.gen(function* () {
    const columns = FileSchema.of(endpoint).filter(({ name }) => wanted === undefined || wanted.includes(name))
    const expressions = columns.map(expressionOf)
    if (expressions.includes(undefined) || (wanted !== undefined && columns.length < wanted.length)) {
      return yield* refuse("the columns are decoded elsewhere")
    }
    const text = `SELECT ${expressions.join(", ")} FROM read_parquet([${paths.map(literal).join(", ")}], hive_partitioning = false)`
    const result = yield* Database.work(connection, text, async () => {
      const result = await connection.run(text)
      return { types: result.columnTypes(), chunks: await result.fetchAllChunks() }
    })
    const names = columns.map(({ name }) => name)
    const found = join(duckdb, names, result.types, result.chunks)
    const present: Record<string, Uint8Array> = {}
    for (const { name, optional } of columns) {
      if (optional) present[name] = found.present[name] ?? full(found.length)
      else if (found.present[name] !== undefined) return yield* refuse(`rows lack the column ${name}`)
    }
    return Columns.make(endpoint.row, { ...found, present } as never) as Piece
  })

/** Makes a reader of the files of a folder, whose database opens with the first file. */
export const make = (folder: string): Effect.Effect<Engine, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const opened = yield* Effect.cached(
      Effect.exit(Effect.uninterruptible(Scope.extend(Database.open({ folder }), scope))),
    )
    /** A connection, with a scope of its own, which a database that does not open leaves unmade. */
    const connect = Effect.flatMap(Effect.flatten(opened), (database) =>
      Effect.flatMap(Scope.fork(scope, ExecutionStrategy.sequential), (own) =>
        Scope.extend(Database.connect(database), own).pipe(
          Effect.map((connection) => ({ connection, close: Scope.close(own, Exit.void), database })),
          Effect.onError(() => Scope.close(own, Exit.void)),
        ),
      ),
    )
    /** Connections that no query uses. */
    const free: Array<Effect.Effect.Success<typeof connect>> = []
    return {
      read: (paths, endpoint, columns) =>
        Effect.acquireUseRelease(
          Effect.suspend(() => {
            const found = free.pop()
            return found === undefined ? connect : Effect.succeed(found)
          }),
          ({ connection, database }) => read(database, connection, paths, endpoint, columns),
          // A query that failed, or was interrupted, may go on.
          // protects: A read that failed or was interrupted closes its connection.
          // mutant: "hold no connection after what fails": Exit.isSuccess(exit) → exit !== undefined
          (used, exit) => (Exit.isSuccess(exit) ? Effect.sync(() => free.push(used)) : used.close),
        ),
    }
  })
