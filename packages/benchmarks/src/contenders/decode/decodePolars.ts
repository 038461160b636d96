/**
 * Polars' `readJSON` from the bytes to eight `Float64Array`s, with as many threads as it likes. It reads the array of the rows, cut out of the page: that is faster
 * than the whole page, exploded and unnested, and twice as fast as `readRecords` of what `JSON.parse` gives. It takes no types for JSON, so it infers them from
 * as few rows as give the right ones.
 */
import pl from "nodejs-polars"
import { repeated, type Run } from "../../Contender.js"
import { BAR, checkBarColumns, pageOf, type PageInput } from "../pages/pages.js"

const BEFORE = '"results":'

export const run: Run<PageInput> = async (input) => {
  const page = Buffer.from(pageOf(input).bytes.buffer)
  return repeated(
    () => {
      const rows = page.subarray(page.indexOf(BEFORE) + BEFORE.length, page.lastIndexOf("]") + 1)
      const frame = pl.readJSON(rows, { format: "json", inferSchemaLength: 100 })
      return BAR.map((key) => frame.getColumn(key).cast(pl.Float64).toTypedArray() as Float64Array)
    },
    (columns) => checkBarColumns(columns),
  )
}
