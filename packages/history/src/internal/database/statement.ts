/**
 * Checks that an SQL text is a single read-only query, by DuckDB's own parser.
 *
 * A SELECT with the function `enable_logging` ends the process, because it opens a file where none may be opened;
 * `query` runs a text that can be concatenated from parts, so that searching the text would not find the name.
 */
import * as Either from "effect/Either"
import type { SqlError } from "../../SqlError.js"

/** Functions allowed in FROM: they turn values into rows. */
const tableFunctions: ReadonlySet<string> = new Set([
  ...["range", "generate_series", "unnest", "repeat", "repeat_row"],
  ...["json_each", "json_tree", "histogram", "histogram_values", "summary"],
])

/** Output of `json_serialize_sql`. */
interface Serialized {
  readonly error: boolean
  readonly error_type?: string
  readonly error_message?: string
  readonly statements?: ReadonlyArray<unknown>
}

/** Returns the names of the functions in FROM, at any depth. */
const functionsIn = (node: unknown): ReadonlyArray<string> => {
  if (typeof node !== "object" || node === null) return []
  const { function: call, type } = node as { readonly type?: unknown; readonly function?: { function_name?: string } }
  // protects: A function is found wherever it stands in a query.
  // mutant: "writes nothing, and reads nothing but the store": values(node).flatMap(functionsIn →
  // entries(node).flatMap(([key, value]) => (key === "cte_map" ? [] : functionsIn(value))
  const inside = Object.values(node).flatMap(functionsIn)
  return type === "TABLE_FUNCTION" ? [call?.function_name?.toLowerCase() ?? "", ...inside] : inside
}

const creation =
  /^\s*create\s+(?:or\s+replace\s+)?(?:table|view)\s+(?:if\s+not\s+exists\s+)?(?:[a-z_]\w*|"(?:[^"]|"")+")\s+as\b/i

/** Returns the query of `CREATE TABLE name AS query`, which DuckDB does not serialize; any other text unchanged. */
// protects: What a table is made of is a query.
// mutant: "writes nothing, and reads nothing but the store": text.replace(creation, "") → creation.test(text) ? "SELECT
// 1" : text
export const queryOf = (text: string): string => text.replace(creation, "")

const advice =
  "Write one SELECT, also with WITH, VALUES, DESCRIBE, SUMMARIZE or SHOW TABLES. PIVOT needs the values of its columns: ON ticker IN ('AAPL', 'MSFT')."

/** Query that makes DuckDB parse a text. */
export const question = "SELECT json_serialize_sql($1::VARCHAR)"

/** Reason why a text may not run. */
export type Refusal = Pick<SqlError, "reason" | "detail">

const notAQuery = (detail: string) => Either.left<Refusal>({ reason: "statement", detail: `${detail} ${advice}` })

/** Whether a text may run, from DuckDB's answer to {@link question}. */
export const check = (text: string, answer: string): Either.Either<void, Refusal> => {
  // DuckDB may truncate a text at a null character.
  if (text.includes("\0")) return notAQuery("The text has a null character.")
  const { error, error_message = "", error_type, statements = [] } = JSON.parse(answer) as Serialized
  if (error && error_type === "parser") return Either.left({ reason: "query", detail: error_message })
  // protects: Statements that write are refused.
  // mutant: "writes nothing": notAQuery("Only queries run here." → Either.right(undefined
  if (error) return notAQuery("Only queries run here.")
  if (statements.length === 0) return Either.left({ reason: "query", detail: "the query has no statement" })
  if (statements.length > 1) return notAQuery(`There are ${statements.length} statements.`)
  // protects: A query calls no function that runs a text, reads a file, or turns on logging.
  // mutant: "writes nothing, and reads nothing but the store": !tableFunctions.has(name) → tableFunctions.size === 0
  const refused = functionsIn(statements).find((name) => !tableFunctions.has(name))
  return refused === undefined
    ? Either.right(undefined)
    : notAQuery(`The function ${refused} is not available: a query reads no files, no network and no settings.`)
}
