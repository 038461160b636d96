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

/** Maximum number of kept generated makers: one for each set of optional fields in the first row of a block. */
const KEPT = 8

/** Generates a maker, with an object literal for rows with exactly the fields in `usual`. */
const write = (fields: ReadonlyArray<ColumnField>, usual: ReadonlyArray<number>): RowMaker | undefined => {
  const value = (k: number) => (fields[k]!.kind === "boolean" ? `v${k}[i]===1` : `v${k}[i]`)
  const optional = fields.flatMap((field, k) => (field.optional ? [k] : []))
  const condition = optional.map((k) => `${usual.includes(k) ? "" : "!"}(p${k}[i>>3]&1<<(i&7))`).join("&&")
  const literal = `{${usual.map((k) => `${JSON.stringify(fields[k]!.name)}:${value(k)}`).join(",")}}`
  return evaluate(
    { fields, rowAt },
    `(values,present,start,end)=>{
${fields.map((_, k) => `const v${k}=values[${k}],p${k}=present[${k}]`).join("\n")}
const rows=[]
for(let i=start;i<end;i++)rows.push(${condition === "" ? literal : `${condition}?${literal}:rowAt(fields,values,present,i)`})
return rows
}`,
  )
}

/** Makes a maker with code generated for the fields of a block's first row, which most other rows have too. */
export const generated = (fields: ReadonlyArray<ColumnField>): RowMaker => {
  const slowly = interpreted(fields)
  const written = new Map<string, RowMaker>()
  return (values, present, start, end) => {
    const usual = fields.flatMap(({ optional }, k) => (!optional || has(present[k]!, start) ? [k] : []))
    const name = usual.join()
    let make = written.get(name)
    if (make === undefined) {
      if (written.size === KEPT) return slowly(values, present, start, end)
      make = write(fields, usual) ?? slowly
      written.set(name, make)
    }
    return make(values, present, start, end)
  }
}
