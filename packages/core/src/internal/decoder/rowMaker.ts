/** Creates rows as objects from columns in the order of the fields. */
import type { ColumnField, DecodedRow, ColumnValues } from "./column.js"
import { evaluate } from "./evaluate.js"

/** Creates the rows from `start` up to, not including, `end`. */
export type RowMaker = (
  values: ReadonlyArray<ColumnValues>,
  present: ReadonlyArray<Uint8Array>,
  start: number,
  end: number,
) => Array<DecodedRow>

export const has = (bits: Uint8Array, index: number): boolean => ((bits[index >> 3]! >> (index & 7)) & 1) === 1

/** Creates one row, field by field. */
export const rowAt = (
  fields: ReadonlyArray<ColumnField>,
  values: ReadonlyArray<ColumnValues>,
  present: ReadonlyArray<Uint8Array>,
  index: number,
): DecodedRow => {
  const row: DecodedRow = {}
  for (let k = 0; k < fields.length; k++) {
    const { kind, name, optional } = fields[k]!
    if (optional && !has(present[k]!, index)) continue
    const value = values[k]![index]
    row[name] = kind === "boolean" ? value === 1 : value
  }
  return row
}

export const interpreted =
  (fields: ReadonlyArray<ColumnField>): RowMaker =>
  (values, present, start, end) => {
    const rows: Array<DecodedRow> = []
    for (let i = start; i < end; i++) rows.push(rowAt(fields, values, present, i))
    return rows
  }

/** Number of object literals: one for each set of optional fields, and the most that are looked for in a block. */
const KEPT = 8

/** Code of a row with exactly the fields of one that is there: a condition, and an object literal. */
const literalOf = (fields: ReadonlyArray<ColumnField>, present: ReadonlyArray<Uint8Array>, index: number): string => {
  const isThere = (k: number) => !fields[k]!.optional || has(present[k]!, index)
  const conditions = fields.map(({ optional }, k) => (optional ? `${isThere(k) ? "" : "!"}(p${k}[i>>3]&1<<(i&7))` : 1))
  const members = fields.flatMap(({ kind, name }, k) =>
    isThere(k) ? [`${JSON.stringify(name)}:v${k}[i]${kind === "boolean" ? "===1" : ""}`] : [],
  )
  return `${conditions.join("&&")}?{${members.join()}}:`
}

/** Makes a maker with code generated for the fields of some rows of each block, which most other rows have too. */
export const generated = (fields: ReadonlyArray<ColumnField>): RowMaker => {
  const literals = new Set<string>()
  let make = interpreted(fields)
  return (values, present, start, end) => {
    const { size } = literals
    for (let i = start; i < end && literals.size < KEPT; i += ((end - start) >> 3) + 1)
      literals.add(literalOf(fields, present, i))
    if (literals.size > size) {
      const columns = fields.map((_, k) => `const v${k}=values[${k}],p${k}=present[${k}]`)
      make =
        evaluate(
          { fields, rowAt },
          `(values,present,start,end)=>{
${columns.join("\n")}
const rows=[]
for(let i=start;i<end;i++)rows.push(${[...literals].join("")}rowAt(fields,values,present,i))
return rows
}`,
        ) ?? make
    }
    return make(values, present, start, end)
  }
}
