/** The tool `query`. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Answer from "../Answer.js"
import * as ModelTool from "../ModelTool.js"
import * as Rows from "../Rows.js"
import type { Workspace } from "../Workspace.js"

const parameters = {
  sql: Schema.String.annotations({
    description: "One SELECT in DuckDB's dialect. SHOW TABLES and DESCRIBE name tables and columns.",
  }),
  rows: Schema.optional(
    Schema.Int.pipe(Schema.between(1, Rows.maxRows)).annotations({
      description: `The most rows of the answer, from 1 to ${Rows.maxRows}. Default ${Rows.defaultRows}.`,
    }),
  ),
}

const description = [
  "Asks the tables that call_endpoint has kept in this session, by SQL in a DuckDB in memory: joins, aggregates, window functions.",
  "Instants are TIMESTAMPTZ in UTC. It reads no files, no network and no settings, and changes nothing.",
].join(" ")

/** Makes the tool. */
export const make = (workspace: Workspace): ModelTool.ModelTool =>
  ModelTool.make("query", { title: "Query kept tables by SQL", description, parameters }, ({ rows, sql }) =>
    Effect.map(workspace.query(sql, rows ?? Rows.defaultRows), ({ columns, cut, rows }) => {
      const shown = Rows.fitting(rows)
      const isCut = cut || shown.length < rows.length
      return Answer.json({
        columns,
        rows: shown,
        ...(isCut ? { more: "There are more rows. Aggregate, or use LIMIT and OFFSET." } : {}),
      })
    }),
  )
