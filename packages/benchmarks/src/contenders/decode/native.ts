/** Native readers of JSON: from a page of bars to eight columns of doubles. */
import { DuckDBInstance } from "@duckdb/node-api"
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PAGES, peakRss, repeated, type Trial, summary } from "../../Contender.js"
import { withTemporaryFolder } from "../../TemporaryFolder.js"
import { BAR, checkBarColumns, type PageInput, pageOf } from "./pages.js"

const BEFORE = '"results":'

/**
 * Polars' `readJSON` of the bytes, with as many threads as it likes. It reads the array of rows, cut out of the
 * page: that is faster than the whole page exploded and unnested, and twice as fast as `readRecords` of what
 * `JSON.parse` returns. It takes no types for JSON, so it infers them from as few rows as give the right ones.
 */
export const polars: Trial<PageInput> = async (input) => {
  const { default: pl } = await import("nodejs-polars")
  const page = Buffer.from(pageOf(input).bytes.buffer)
  return repeated(() => {
    const rows = page.subarray(page.indexOf(BEFORE) + BEFORE.length, page.lastIndexOf("]") + 1)
    const frame = pl.readJSON(rows, { format: "json", inferSchemaLength: 100 })
    return BAR.map((key) => frame.getColumn(key).cast(pl.Float64).toTypedArray() as Float64Array)
  }, checkBarColumns)
}

/**
 * DuckDB's `read_json` of a local file. The types are given, so it infers nothing; the statement is prepared once,
 * and runs with as many threads as DuckDB likes. The columns are copied out of its chunks, whose memory is its own.
 */
export const duckdb: Trial<PageInput> = async (input) => {
  const { bytes } = pageOf(input)
  const connection = await (await DuckDBInstance.create(":memory:")).connect()
  return withTemporaryFolder(async (folder) => {
    const page = join(folder, "page.json")
    writeFileSync(page, bytes)
    const row = BAR.map((key) => `${key} DOUBLE`).join()
    const statement = await connection.prepare(
      `SELECT unnest(results, max_depth := 2) FROM read_json('${page}', format = 'unstructured', records = true, maximum_object_size = ${2 * bytes.length}, columns = { results: 'STRUCT(${row})[]' })`,
    )
    return repeated(async () => {
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
    }, checkBarColumns)
  })
}

/** `native/columns.cpp`: simdjson's on-demand reader, in a process of its own that measures its own time. */
export const simdjson: Trial<PageInput & { readonly program: string }> = (input) =>
  withTemporaryFolder(async (folder) => {
    const [page, output] = [join(folder, "page.json"), join(folder, "output")]
    writeFileSync(page, pageOf(input).bytes)
    const printed = execFileSync(input.program, [page, output, String(1 + PAGES.warmUp + PAGES.counted)])
    const values = new Float64Array(new Uint8Array(readFileSync(output)).buffer)
    const rows = values.length / BAR.length
    return {
      ...summary(JSON.parse(printed.toString()) as ReadonlyArray<number>),
      ...checkBarColumns(BAR.map((_, k) => values.subarray(k * rows, (k + 1) * rows))),
      peakRss: peakRss(),
    }
  })
