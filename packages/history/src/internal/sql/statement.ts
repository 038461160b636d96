/**
 * Which texts of SQL may run: one query that reads. DuckDB's own parser says what a text is.
 *
 * `enable_logging` is a function in a SELECT that ends the process, because it opens a file where none may be opened; `query` runs a text that is put together of parts, so
 * that no search in the text would find the name.
 */
import * as Either from "effect/Either"
import type { SqlError } from "../../SqlError.js"

/** The functions that may stand in FROM. They take values, and give rows. */
const tableFunctions: ReadonlySet<string> = new Set([
  ...["range", "generate_series", "unnest", "repeat", "repeat_row"],
  ...["json_each", "json_tree", "histogram", "histogram_values", "summary"],
])

/** A text, as `json_serialize_sql` tells it. */
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

const creation =
  /^\s*create\s+(?:or\s+replace\s+)?(?:table|view)\s+(?:if\s+not\s+exists\s+)?(?:[a-z_]\w*|"(?:[^"]|"")+")\s+as\b/i

/** The query of `CREATE TABLE name AS query`, which DuckDB does not serialize; any other text as it is. */
export const queryOf = (text: string): string => text.replace(creation, "")

const advice =
  "Write one SELECT, also with WITH, VALUES, DESCRIBE, SUMMARIZE or SHOW TABLES. PIVOT needs the values of its columns: ON ticker IN ('AAPL', 'MSFT')."

/** Asks DuckDB what a text is. */
export const question = "SELECT json_serialize_sql($1::VARCHAR)"

/** Why a text may not run. */
export type Refusal = Pick<SqlError, "reason" | "detail">

const notAQuery = (detail: string) => Either.left<Refusal>({ reason: "statement", detail: `${detail} ${advice}` })

/** Whether a text may run, from DuckDB's answer to {@link question}. */
export const check = (text: string, answer: string): Either.Either<void, Refusal> => {
  // DuckDB may end a text there.
  if (text.includes("\0")) return notAQuery("The text has a null character.")
  const { error, error_message = "", error_type, statements = [] } = JSON.parse(answer) as Serialized
  if (error && error_type === "parser") return Either.left({ reason: "query", detail: error_message })
  if (error) return notAQuery("Only queries run here.")
  if (statements.length === 0) return Either.left({ reason: "query", detail: "the query has no statement" })
  if (statements.length > 1) return notAQuery(`There are ${statements.length} statements.`)
  const refused = functionsIn(statements).find((name) => !tableFunctions.has(name))
  return refused === undefined
    ? Either.right(undefined)
    : notAQuery(`The function ${refused} is not available: a query reads no files, no network and no settings.`)
}
