/**
 * Files that a query reads, by the plan that DuckDB makes of it: its scans, with their conditions on partitions.
 *
 * @module
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import * as Effect from "effect/Effect"
import type { Database } from "../../../Database.js"
import type { StoreError } from "../../../StoreError.js"
import type { SqlError } from "../../../SqlError.js"
import type { DatasetFile } from "./catalog.js"
import * as Engine from "./engine.js"
import type { Params, Row } from "../model/sql.js"

/** Node of a plan. */
interface Node {
  readonly name?: string
  readonly children?: ReadonlyArray<Node>
  readonly extra_info?: { readonly "File Filters"?: string }
}

const scansIn = (nodes: ReadonlyArray<Node>): ReadonlyArray<Node> =>
  nodes.flatMap((node) => [...(node.name?.trim() === "READ_PARQUET" ? [node] : []), ...scansIn(node.children ?? [])])

const planOf = (rows: ReadonlyArray<Row>, key: string): ReadonlyArray<Node> => {
  const [text] = rows.filter((row) => row["explain_key"] === key).map((row) => row["explain_value"])
  return text === undefined ? [] : scansIn(JSON.parse(String(text)) as ReadonlyArray<Node>)
}

/** Files by partition, as a relation with the columns that conditions name. */
const relation = `(SELECT unnest($indexes::INTEGER[]) AS index, unnest($markets::VARCHAR[]) AS market,
  unnest($timespans::VARCHAR[]) AS timespan, unnest($tickers::VARCHAR[]) AS ticker)`

/**
 * Returns the files of partitions that a query reads. DuckDB answers some scans from the statistics in the files alone,
 * and leaves them out of its plan: all files are returned then, and wherever the plan's conditions cannot be evaluated.
 */
export const filesOf = (
  database: Database,
  connection: DuckDBConnection,
  text: string,
  params: Params,
  files: ReadonlyArray<DatasetFile>,
): Effect.Effect<ReadonlyArray<DatasetFile>, SqlError | StoreError> => {
  const query = (text: string, params: Params) =>
    Effect.flatMap(Engine.query(database, connection, text, params), (result) =>
      Engine.rest(database, connection, text, result),
    )
  return Effect.gen(function* () {
    const rows = yield* query(`EXPLAIN (FORMAT json) ${text}`, params)
    const scans = planOf(rows, "physical_plan")
    // protects: A plan without some scans, which statistics answered, is no reason to leave files unchecked.
    // mutant: "checks only the files that a query reads": removed
    if (scans.length !== planOf(rows, "logical_plan").length) return files
    const conditions = scans.map((scan) => scan.extra_info?.["File Filters"] ?? "true")
    if (conditions.length === 0) return []
    const selected = yield* query(`SELECT index FROM ${relation} WHERE ${conditions.join(" OR ")}`, {
      indexes: files.map((_, index) => index),
      markets: files.map(({ market }) => market),
      timespans: files.map(({ timespan }) => timespan),
      tickers: files.map(({ ticker }) => ticker),
    })
    return selected.map(({ index }) => files[Number(index)]!)
  }).pipe(Effect.orElseSucceed(() => files))
}
