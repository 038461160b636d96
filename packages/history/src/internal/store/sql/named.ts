/**
 * Files beside a store that a query names: each is a view.
 *
 * @module
 */
import { causeOf } from "@candela/files/FileError"
import * as Effect from "effect/Effect"
import * as Database from "../../../Database.js"
import { identifier, literal } from "../../database/types.js"
import { SqlError } from "../../../SqlError.js"
import type { Disk } from "../commit/durable.js"
import * as Session from "./session.js"

/** A file with the name of its view. */
export interface NamedFile {
  readonly name: string
  /** Absolute path, without symbolic links. */
  readonly path: string
  /** Expression that reads its rows. */
  readonly relation: string
}

const refuse = (name: string, path: string, problem: string) =>
  new SqlError({ reason: "file", detail: `the file ${path} of the view ${name} ${problem}` })

/** Returns the expression that reads a file, by the ending of its name; `undefined` for other endings. */
const relationOf = (path: string): string | undefined => {
  const [, ending] = /\.(parquet|(?:csv|tsv|json|ndjson|jsonl)(?:\.(?:gz|zst))?)$/i.exec(path) ?? []
  const [kind] = ending?.toLowerCase().split(".") ?? []
  if (kind === undefined) return undefined
  if (kind === "parquet") return `read_parquet(${literal(path)}, hive_partitioning = false)`
  return `${kind === "csv" || kind === "tsv" ? "read_csv" : "read_json"}(${literal(path)}, hive_partitioning = false)`
}

/**
 * Finds the files of the option `files`. Fails for a file that is not there, for one of another
 * format, and for the name of a view of the store.
 */
export const resolve = (
  { fs, path }: Disk,
  files: Readonly<Record<string, string>>,
): Effect.Effect<ReadonlyArray<NamedFile>, SqlError> =>
  Effect.forEach(Object.entries(files), ([name, written]) =>
    Effect.gen(function* () {
      if (!/^[A-Za-z_]\w*$/.test(name)) {
        return yield* refuse(name, written, "needs another name: letters, digits and _, without a digit in front")
      }
      if (Session.names.includes(name.toLowerCase())) {
        return yield* refuse(name, written, "needs another name: the store has a view of this one")
      }
      const found = yield* Effect.mapError(fs.realPath(path.resolve(written)), (error) =>
        refuse(name, written, `cannot be read (${causeOf(error)})`),
      )
      const { type } = yield* Effect.mapError(fs.stat(found), (error) =>
        refuse(name, written, `cannot be read (${causeOf(error)})`),
      )
      if (type !== "File") return yield* refuse(name, written, "is not a file")
      // protects: A named file is opened alone, although DuckDB takes names with these characters for patterns.
      // mutant: "opens no file but the named one": /[*?[]/.test(found) → found === ""
      if (/[*?[]/.test(found))
        return yield* refuse(name, written, "has one of the characters * ? [ in its path: rename it")
      const relation = relationOf(found)
      return relation === undefined
        ? yield* refuse(
            name,
            written,
            "is of no known format: its name ends in .parquet, .csv, .tsv, .json, .ndjson or .jsonl, also with .gz or .zst after it",
          )
        : { name, path: found, relation }
    }),
  )

/** Makes the views of files. */
export const define = (database: Database.Database, files: ReadonlyArray<NamedFile>): Effect.Effect<void, SqlError> =>
  Effect.forEach(
    files,
    ({ name, path, relation }) => {
      const text = `CREATE VIEW ${identifier(name)} AS SELECT * FROM ${relation}`
      return Effect.flatMap(Database.connect(database), (connection) =>
        Database.work(connection, text, () => connection.run(text)),
      ).pipe(
        Effect.scoped,
        Effect.mapError(({ detail }) => refuse(name, path, `cannot be read: ${detail}`)),
      )
    },
    { discard: true },
  )
