/** Reads lines of CSV. */
import type * as FileSchema from "../../FileSchema.js"
import { Fault } from "../fault.js"
import { hint } from "../nearest.js"
import type { Records, RecordsOf } from "../text/decode.js"
import * as Value from "./value.js"

const [quote, comma, newline, carriageReturn] = [34, 44, 10, 13]

/**
 * Maximum number of fields of a record. An incomplete record is read again when more of it arrives,
 * so this bounds what is read again.
 */
const MOST_FIELDS = 65_536

/** Index of header fields without a column. */
const IGNORED = -1

/** Part after a field: another field, the end of the record, or text that has not arrived yet. */
type After = "field" | "record" | "nothing"

class CsvRecords implements Records {
  line = 1
  /** Column index of each field. `undefined` before the header is read. */
  private header: ReadonlyArray<number> | undefined
  private readonly readers: ReadonlyArray<Value.FieldReader>
  /** Start of the next field. */
  private at = 0
  /** Fields of a record, and whether they were quoted. */
  private readonly fields: Array<string> = []
  private readonly quoted: Array<boolean> = []

  constructor(
    private readonly schema: ReadonlyArray<FileSchema.Column>,
    private readonly to: Parameters<RecordsOf>[1],
  ) {
    this.readers = schema.map(({ type }) => Value.reader(type))
  }

  read(text: string, isLast: boolean): number {
    this.at = 0
    let start = 0
    while (this.at < text.length && this.record(text, isLast)) {
      this.take()
      this.line += linesIn(text, start, this.at)
      start = this.at
    }
    return start
  }

  end(): void {
    if (this.header === undefined)
      throw new Fault("format", "the file is empty: its first line should name the columns.")
  }

  /** Reads the fields of a record. Returns whether it is complete. */
  private record(text: string, isLast: boolean): boolean {
    this.fields.length = 0
    this.quoted.length = 0
    let after: After
    do {
      const isQuoted = text.charCodeAt(this.at) === quote
      // protects: A record of CSV has a bounded number of fields.
      // mutant: "is read once as CSV": MOST_FIELDS → 1e9
      if (this.quoted.push(isQuoted) > MOST_FIELDS)
        this.refuse(`it has more than ${MOST_FIELDS} fields: this is no row.`)
      after = isQuoted ? this.quotedField(text, isLast) : this.plainField(text, isLast)
    } while (after === "field")
    return after === "record"
  }

  private plainField(text: string, isLast: boolean): After {
    const start = this.at
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) this.refuse("a quote stands inside a field that does not begin with one.")
      if (code === comma || code === newline) {
        const end = code === newline && at > start && text.charCodeAt(at - 1) === carriageReturn ? at - 1 : at
        this.fields.push(text.slice(start, end))
        this.at = at + 1
        return code === comma ? "field" : "record"
      }
    }
    if (!isLast) return "nothing"
    const end = text.charCodeAt(text.length - 1) === carriageReturn ? text.length - 1 : text.length
    this.fields.push(text.slice(start, Math.max(start, end)))
    this.at = text.length
    return "record"
  }

  private quotedField(text: string, isLast: boolean): After {
    const start = this.at + 1
    let end = text.indexOf('"', start)
    let escaped = false
    while (end >= 0 && text.charCodeAt(end + 1) === quote) {
      escaped = true
      end = text.indexOf('"', end + 2)
    }
    // A quote at the end of the text may be the first of two.
    if (end < 0 || (end + 1 === text.length && !isLast)) {
      if (isLast) this.refuse("a quote is not closed: the file is perhaps cut short.")
      return "nothing"
    }
    const value = text.slice(start, end)
    this.fields.push(escaped ? value.replaceAll('""', '"') : value)
    return this.afterQuote(text, end + 1, isLast)
  }

  private afterQuote(text: string, at: number, isLast: boolean): After {
    const code = text.charCodeAt(at)
    if (code === comma) {
      this.at = at + 1
      return "field"
    }
    if (at === text.length || code === newline) {
      this.at = at + 1
      return "record"
    }
    if (code === carriageReturn) {
      if (at + 1 === text.length && !isLast) return "nothing"
      if (at + 1 === text.length || text.charCodeAt(at + 1) === newline) {
        this.at = at + 2
        return "record"
      }
    }
    return this.refuse("text follows a closing quote. A quote within quotes is written twice.")
  }

  private take(): void {
    const { fields, header, quoted, schema } = this
    if (header === undefined) {
      this.header = this.columnsOf(fields)
      return
    }
    // An empty line. With a single column it is a row without a value.
    if (fields.length === 1 && fields[0] === "" && !quoted[0] && header.length > 1) return
    // protects: A line with too few or too many fields is damaged.
    // mutant: "is refused where a line is damaged": !== header.length → > 1_000
    if (fields.length !== header.length)
      this.refuse(`it has ${fields.length} fields, and the header ${header.length}: the line is damaged.`)
    for (let index = 0; index < header.length; index++) {
      const k = header[index]!
      if (k === IGNORED) continue
      const field = fields[index]!
      if (field === "" && !(quoted[index] && isText(schema[k]!.type))) {
        if (!schema[k]!.optional)
          throw new Fault("schema", "every row has a value here, and the field is empty.", schema[k]!.name)
        continue
      }
      this.to.set(k, this.value(k, field))
    }
    this.to.endRow()
  }

  private value(k: number, field: string): unknown {
    const { expected, read } = this.readers[k]!
    const { name } = this.schema[k]!
    try {
      const value = read(field)
      if (value !== undefined) return value
    } catch (error) {
      throw error instanceof Fault ? new Fault(error.reason, error.detail, name) : error
    }
    const shown = field.length > 60 ? `${field.slice(0, 60)}...` : field
    throw new Fault("schema", `"${shown}" is not ${expected}.`, name)
  }

  /** Returns the columns named by the fields of a header. Others are ignored. */
  private columnsOf(names: ReadonlyArray<string>): ReadonlyArray<number> {
    const { schema } = this
    for (const { name } of schema) {
      const count = names.filter((other) => other === name).length
      if (count > 1) throw new Fault("schema", "the header names it more than once.", name)
      if (count === 1) continue
      const others = names.filter((other) => !schema.some((column) => column.name === other))
      throw new Fault("schema", `the file has no such column.${hint(name, others)}`, name)
    }
    return names.map((name) => schema.findIndex((column) => column.name === name))
  }

  private refuse(detail: string): never {
    throw new Fault("format", detail)
  }
}

const isText = ({ _tag }: FileSchema.Type): boolean => _tag === "Text" || _tag === "Word"

const linesIn = (text: string, from: number, to: number): number => {
  let lines = 0
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) lines++
  return lines
}

/** Reads a header and the records below it. */
export const records: RecordsOf = (schema, to) => new CsvRecords(schema, to)
