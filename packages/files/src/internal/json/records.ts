/** Reads lines of JSON. */
import type * as FileSchema from "../../FileSchema.js"
import { Fault } from "../fault.js"
import { hint } from "../nearest.js"
import type { Records, RecordsOf } from "../text/decode.js"
import { readerOf, type Read } from "./read.js"
import { Scan } from "./scan.js"

interface Field {
  readonly index: number
  readonly read: Read
  readonly optional: boolean
  readonly isBoolean: boolean
}

class JsonRecords implements Records {
  line = 1
  private readonly fields: ReadonlyMap<string, Field>
  private readonly required: ReadonlyArray<FileSchema.Column>

  constructor(
    schema: ReadonlyArray<FileSchema.Column>,
    private readonly to: Parameters<RecordsOf>[1],
  ) {
    this.fields = new Map(
      schema.map(({ name, optional, type }, index) => [
        name,
        { index, optional, read: readerOf(type), isBoolean: type._tag === "Boolean" },
      ]),
    )
    this.required = schema.filter(({ optional }) => !optional)
  }

  read(text: string, isLast: boolean): number {
    let start = 0
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.record(text.slice(start, end))
      this.line++
      start = end + 1
    }
    if (!isLast) return start
    this.record(text.slice(start))
    return text.length
  }

  end(): void {}

  private record(line: string): void {
    const scan = new Scan(line)
    if (scan.peek() === "") return
    const seen = new Set<string>()
    const isObject = scan.object((key) => {
      seen.add(key)
      const field = this.fields.get(key)
      if (field === undefined) scan.any()
      else this.value(key, field, scan)
    })
    if (!isObject) throw new Fault("format", "every line should be one object of JSON.")
    scan.end()
    const missing = this.required.find(({ name }) => !seen.has(name))
    if (missing !== undefined) {
      const others = [...seen].filter((key) => !this.fields.has(key))
      throw new Fault("schema", `the line has no such key.${hint(missing.name, others)}`, missing.name)
    }
    this.to.endRow()
  }

  private value(key: string, { index, isBoolean, optional, read }: Field, scan: Scan): void {
    if (optional && scan.word("null")) return
    try {
      const value = read(scan)
      this.to.set(index, isBoolean ? Number(value) : value)
    } catch (error) {
      throw error instanceof Fault ? new Fault(error.reason, error.detail, key) : error
    }
  }
}

/** Reads objects, one per line. */
export const records: RecordsOf = (schema, to) => new JsonRecords(schema, to)
