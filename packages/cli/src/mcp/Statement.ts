/**
 * Which statements of SQL a model may run: one that reads. DuckDB's own parser says what a text is.
 *
 * Settings alone do not suffice. `enable_logging` is a function in a SELECT that ends the process, because it opens a file where none may be opened; `query`
 * runs a text that is put together of parts, so that no search in the text would find the name.
 *
 * @module
 */
import * as Either from "effect/Either"

/** The functions that may stand in FROM. They take values, and give rows. */
const tableFunctions: ReadonlySet<string> = new Set([
  ...["range", "generate_series", "unnest", "repeat", "repeat_row"],
  ...["json_each", "json_tree", "histogram", "histogram_values", "summary"],
])

/** A statement, as `json_serialize_sql` tells it. */
interface Serialized {
  readonly error: boolean
  readonly error_type?: string
  readonly error_message?: string
  readonly statements?: ReadonlyArray<unknown>
}

/** The names of the functions in FROM, wherever it stands. */
const functionsIn = (node: unknown): ReadonlyArray<string> => {
  if (typeof node !== "object" || node === null) return []
  const { function: call, type } = node as { readonly type?: unknown; readonly function?: { function_name?: string } }
  const inside = Object.values(node).flatMap(functionsIn)
  return type === "TABLE_FUNCTION" ? [call?.function_name?.toLowerCase() ?? "", ...inside] : inside
}

const advice =
  "Write one SELECT (also WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW TABLES, or PIVOT with IN) over the tables of this session."

/** Asks DuckDB what a text is. */
export const question = "SELECT json_serialize_sql($1::VARCHAR)"

/** Why a text may not run, from DuckDB's answer to {@link question}. */
export const check = (answer: string): Either.Either<void, string> => {
  const { error, error_message = "", error_type, statements = [] } = JSON.parse(answer) as Serialized
  if (error) return Either.left(error_type === "parser" ? error_message : `Only queries run here. ${advice}`)
  if (statements.length !== 1) return Either.left(`There are ${statements.length} statements. ${advice}`)
  const refused = functionsIn(statements).find((name) => !tableFunctions.has(name))
  return refused === undefined
    ? Either.right(undefined)
    : Either.left(
        `The function ${refused} is not available: a query reads no files, no network and no settings. ${advice}`,
      )
}
