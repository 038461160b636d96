/** Writes rows as lines of JSON. */
import type * as FileSchema from "../../FileSchema.js"
import type * as Arrays from "../arrays.js"
import type { ByteWriter } from "../text/byteWriter.js"
import { has, type Format } from "../text/encode.js"
import { keyOf, writer } from "./write.js"

const [comma, brace, closingBrace, lineEnd] = [44, 123, 125, 10]

/** Writes a present value. */
type Write = (to: ByteWriter, values: Arrays.Values, row: number) => void

const writeOf = (type: FileSchema.Type): Write => {
  const write = writer(type)
  return type._tag === "Boolean"
    ? (to, values, row) => write(to, values[row] === 1)
    : (to, values, row) => write(to, values[row])
}

/** Makes the format: one object per line and row, without missing keys. */
export const format = (schema: ReadonlyArray<FileSchema.Column>): Format => {
  const keys = schema.map(({ name }) => keyOf(name))
  const writes = schema.map(({ type }) => writeOf(type))
  return {
    begin: () => {},
    row: (to, columns, row, at) => {
      let first = true
      to.byte(brace)
      for (let k = 0; k < columns.length; k++) {
        const column = columns[k]!
        if (!has(column, row)) continue
        at.column = k
        if (!first) to.byte(comma)
        first = false
        to.raw(keys[k]!)
        writes[k]!(to, column.values, row)
      }
      to.byte(closingBrace)
      to.byte(lineEnd)
    },
  }
}
