/** Opens SQL over the store in a folder. */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Database from "../../../Database.js"
import type { SqlError } from "../../../SqlError.js"
import { StoreError } from "../../../StoreError.js"
import * as AsOf from "../layout/asOf.js"
import type { CheckedFolder } from "../commit/checked.js"
import * as Folder from "../commit/folder.js"
import type { Place } from "../commit/place.js"
import { join } from "./columns.js"
import * as Engine from "./engine.js"
import type { Options, Params, Sql } from "../model/sql.js"
import * as Named from "./named.js"
import * as Session from "./session.js"

/** A sync has replaced a file since the views were made. */
const isOutdated = (error: SqlError | StoreError): boolean =>
  error._tag === "StoreError"
    ? error.reason === "file"
    : /No files found|No such file|Cannot open file/.test(error.detail)

/** Opens SQL over the store in a place, until the scope closes. */
export const ofPlace = (
  { local, root }: Place,
  options: Options,
): Effect.Effect<Sql, SqlError | StoreError, Scope.Scope> =>
  local === undefined
    ? new StoreError({
        reason: "request",
        path: root,
        detail:
          "SQL reads the files of a folder alone. Read the bars with `read`, `columns` or `arrow`, or copy the objects to a folder (`aws s3 sync`, `rclone copy`) and open SQL over it.",
      })
    : open(local, options)

/** Opens SQL over the store in a folder, until the scope closes. */
export const open = (local: CheckedFolder, options: Options): Effect.Effect<Sql, SqlError | StoreError, Scope.Scope> =>
  Effect.gen(function* () {
    const root = local.path.resolve(local.folder)
    const asOf = yield* AsOf.date(root, options.asOf)
    const files = yield* Named.resolve(local, options.files ?? {})
    const database = yield* Database.open({ folder: root, files: files.map(({ path }) => path) })
    yield* Named.define(database, files)
    const session = yield* Session.make(database, { files: Folder.make({ ...local, root }), local, asOf })

    /** Runs a query on a separate connection. */
    const query = (text: string, params: Params = []) =>
      Effect.gen(function* () {
        const connection = yield* Database.connect(database)
        yield* Database.check(connection, text, { create: true })
        yield* session.prepare(text)
        // protects: SQL reads no file whose bytes have changed.
        // mutant: "checks only the files that a query reads": removed
        yield* session.check(connection, text, params)
        return { connection, result: yield* Engine.query(database, connection, text, params) }
      })

    // protects: A query over a file that a sync has replaced is run again.
    // mutant: "may be replaced by a sync between two queries": Effect.zipRight(session.refresh, self) → self
    const again = <A, R>(self: Effect.Effect<A, SqlError | StoreError, R>) =>
      Effect.catchIf(self, isOutdated, () => Effect.zipRight(session.refresh, self)).pipe(
        // protects: A lost file is named, and no fault of the query.
        // mutant: "that is lost is an error of the store": session.present → Effect.void
        Effect.catchIf(isOutdated, (error) => Effect.zipRight(session.present, Effect.fail(error))),
      )

    const result: Sql["result"] = (text, params) =>
      Effect.map(again(query(text, params)), ({ connection, result }) => {
        const types = result.columnTypes()
        return {
          columns: result.deduplicatedColumnNames().map((name, index) => ({ name, type: String(types[index]) })),
          rows: Stream.repeatEffectChunkOption(
            Effect.flatMap(Effect.mapError(Engine.next(database, connection, text, result), Option.some), (rows) =>
              rows === undefined ? Effect.fail(Option.none()) : Effect.succeed(Chunk.unsafeFromArray(rows)),
            ),
          ),
        }
      })

    return {
      rows: (text, params) =>
        query(text, params).pipe(
          Effect.flatMap(({ connection, result }) => Engine.rest(database, connection, text, result)),
          Effect.scoped,
          again,
        ),
      stream: (text, params) => Stream.unwrapScoped(Effect.map(result(text, params), ({ rows }) => rows)),
      result,
      columns: (text, params) =>
        query(text, params).pipe(
          Effect.flatMap(({ connection, result }) =>
            Effect.map(Engine.chunks(connection, text, result), (chunks) =>
              join(database.duckdb, result.deduplicatedColumnNames(), result.columnTypes(), chunks),
            ),
          ),
          Effect.scoped,
          again,
        ),
    }
  })
