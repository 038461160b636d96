/**
 * DuckDB's `read_json` from a local file to eight `Float64Array`s. The types are given, so it infers nothing; the statement is prepared once, and runs with as many
 * threads as DuckDB likes. The columns are copied out of its chunks, whose memory is its own.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { repeated, type Run } from "../../Contender.js"
import { withPageFile } from "./pageFile.js"
import { BAR, checkBarColumns, pageOf, type PageInput } from "../pages/pages.js"

export const run: Run<PageInput> = async (input) => {
  const { bytes } = pageOf(input)
  const connection = await (await DuckDBInstance.create(":memory:")).connect()
  return withPageFile(bytes, async (page) => {
    const row = BAR.map((key) => `${key} DOUBLE`).join()
    const statement = await connection.prepare(
      `SELECT unnest(results, max_depth := 2) FROM read_json('${page}', format = 'unstructured', records = true, maximum_object_size = ${2 * bytes.length}, columns = { results: 'STRUCT(${row})[]' })`,
    )
    return repeated(
      async () => {
        const chunks = await (await statement.run()).fetchAllChunks()
        const rows = chunks.reduce((sum, { rowCount }) => sum + rowCount, 0)
        return BAR.map((_, k) => {
          const column = new Float64Array(rows)
          let at = 0
          for (const chunk of chunks) {
            const vector = chunk.getColumnVector(k)
            for (let row = 0; row < chunk.rowCount; row++) column[at++] = vector.getItem(row) as number
          }
          return column
        })
      },
      (columns) => checkBarColumns(columns),
    )
  })
}
