/** Writes rows as lines of CSV. */
import type * as FileSchema from "../../FileSchema.js"
import type * as Arrays from "../arrays.js"
import * as Json from "../json/write.js"
import { Fault } from "../fault.js"
import { ByteWriter, specials } from "../text/byteWriter.js"
import { has, type Format } from "../text/encode.js"
import { isWellFormed } from "../text/wellFormed.js"

/** Characters that require quoting a field. */
const special = /* @__PURE__ */ specials(',"\r\n')
const needsQuotes = /[,"\r\n]/

const [comma, quote] = [44, 34]
const [yes, no] = ["true", "false"].map((text) => /* @__PURE__ */ new TextEncoder().encode(text))

/** Puts an apostrophe before a text that spreadsheets would run as a formula. */
// protects: No text of the service is run as a formula by a spreadsheet.
// mutant: "guards the texts that would be formulas": /^[=+\-@\t\r]/.test(text) → false
export const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** Form of the lines. */
export interface Form {
  readonly lineEnd: "\n" | "\r\n"
  readonly isForExcel: boolean
}

/** Writes a text. The empty one is quoted: an empty field means that the row has no value. */
const text = (to: ByteWriter, value: string): void => {
  // protects: An empty text is not read as an absent one.
  // mutant: "quotes texts with commas": without value !== "" &&
  if (value !== "" && to.plain(value, special)) return
  if (!isWellFormed(value))
    throw new Fault(
      "value",
      `${JSON.stringify(value.slice(0, 60))} has half of a surrogate pair, which UTF-8 cannot hold.`,
    )
  if (value !== "" && !needsQuotes.test(value)) return to.text(value)
  to.text(`"${value.replaceAll('"', '""')}"`)
}

/** Writes a present value. */
type Write = (to: ByteWriter, values: Arrays.Values, row: number) => void

/** Writes JSON in quotes. */
const json = (type: FileSchema.Type): Write => {
  const write = Json.writer(type)
  const draft = new ByteWriter()
  return (to, values, row) => {
    draft.length = 0
    write(draft, values[row])
    to.byte(quote)
    for (const byte of draft.borrow()) {
      if (byte === quote) to.byte(quote)
      to.byte(byte)
    }
    to.byte(quote)
  }
}

const number: Write = (to, values, row) => to.number((values as Float64Array)[row]!)
const bigint: Write = (to, values, row) => to.bigint((values as BigInt64Array)[row]!)
const boolean: Write = (to, values, row) => to.raw(values[row] === 1 ? yes! : no!)

const writeOf = (type: FileSchema.Type, isForExcel: boolean): Write => {
  switch (type._tag) {
    case "Number":
    case "Integer":
      return number
    case "Int64":
      return bigint
    case "Timestamp":
      return type.unit === "nanoseconds" ? bigint : number
    case "Boolean":
      return boolean
    case "Text":
    case "Word":
    case "Date":
      return isForExcel
        ? (to, values, row) => text(to, guarded(values[row] as string))
        : (to, values, row) => text(to, values[row] as string)
    default:
      return json(type)
  }
}

/** Makes the format: a header and a line for each row. */
export const format = ({ isForExcel, lineEnd }: Form) => {
  const [begin, end] = [isForExcel ? "\ufeff" : "", lineEnd].map((part) => new TextEncoder().encode(part))
  return (schema: ReadonlyArray<FileSchema.Column>): Format => {
    const writes = schema.map(({ type }) => writeOf(type, isForExcel))
    return {
      begin: (to) => {
        to.raw(begin!)
        schema.forEach(({ name }, k) => {
          if (k > 0) to.byte(comma)
          text(to, name)
        })
        to.raw(end!)
      },
      row: (to, columns, row, at) => {
        for (let k = 0; k < columns.length; k++) {
          at.column = k
          if (k > 0) to.byte(comma)
          const column = columns[k]!
          if (has(column, row)) writes[k]!(to, column.values, row)
        }
        to.raw(end!)
      },
    }
  }
}
