/** Reads single values of a file's columns, from any type with the meaning of the row's. */
import type { Data, DataType, Field, Vector } from "apache-arrow"
import type * as FileSchema from "../../FileSchema.js"
import * as Dates from "../dates.js"
import type { Arrow } from "./library.js"
import * as Numbers from "./numbers.js"
import { damaged, itemsOf, mismatch, Problem, type ReadAt, within } from "./problem.js"
import { isJson } from "./schema.js"
import * as Text from "./text.js"

/** Formats a file's type in the terms of its format. */
const shown = (field: Field): string => `${String(field.type)}${isJson(field) ? " of JSON" : ""}`

const EXPECTED: Readonly<Record<FileSchema.Type["_tag"], string>> = {
  Number: "a number",
  Integer: "an integer",
  Int64: "a 64-bit integer",
  Boolean: "a boolean",
  Text: "text",
  Word: "text or a dictionary of it",
  Date: "a date",
  Timestamp: "a timestamp",
  Struct: "a struct",
  List: "a list",
  Json: "JSON text",
}

/**
 * Returns the reader of a file's field for the values of a row.
 *
 * @throws FileError if the field has another meaning, or lacks a column within it
 */
export const of = (arrow: Arrow, type: FileSchema.Type, field: Field, path: string): ReadAt => {
  const read = readerOf(arrow, type, field.type, path)
  if (read !== undefined) return read
  throw mismatch(path, `it has another type: ${EXPECTED[type._tag]} is expected, and the file has ${shown(field)}.`)
}

const readerOf = (arrow: Arrow, type: FileSchema.Type, found: DataType, path: string): ReadAt | undefined => {
  const { DataType } = arrow
  if (DataType.isNull(found)) return () => () => undefined
  if (DataType.isDictionary(found)) return indirect(readerOf(arrow, type, found.dictionary, path), path)
  switch (type._tag) {
    case "Number":
      return Numbers.number(arrow, found, path)
    case "Integer":
      return Numbers.integer(arrow, found, path)
    case "Int64":
      return Numbers.int64(arrow, found, path)
    case "Timestamp":
      return Numbers.instant(arrow, found, type.unit, path)
    case "Boolean":
      return DataType.isBool(found) ? byVector(arrow, path) : undefined
    case "Text":
    case "Word":
      return isText(arrow, found) ? Text.reader(arrow, found, path) : undefined
    case "Date":
      return date(arrow, found, path)
    case "Json":
      return isText(arrow, found) ? json(arrow, found, path) : undefined
    case "Struct":
      return DataType.isStruct(found) ? struct(arrow, type.columns, found.children, path) : undefined
    case "List":
      return list(arrow, type.item, found, path)
  }
}

const isText = ({ DataType }: Arrow, type: DataType) =>
  DataType.isUtf8(type) || DataType.isLargeUtf8(type) || DataType.isUtf8View(type)

/**
 * Reads with the library's own accessor, which throws arbitrary errors if the offsets of a column's values are damaged.
 */
const byVector =
  (arrow: Arrow, path: string): ReadAt =>
  (data) => {
    const vector = new arrow.Vector([data])
    return (index) => {
      try {
        return vector.get(index)
      } catch {
        throw damaged(path)
      }
    }
  }

/** Reads values of a dictionary, each once. */
const indirect = (read: ReadAt | undefined, path: string): ReadAt | undefined =>
  read &&
  ((data) => {
    const parts = (data.dictionary as Vector | undefined)?.data ?? []
    const starts: Array<number> = []
    let length = 0
    for (const part of parts) {
      starts.push(length)
      length += part.length
    }
    const reads = parts.map(read)
    const values = new Map<number, unknown>()
    return (index) => {
      const number = Number(data.values[index])
      const known = values.get(number)
      if (known !== undefined) return known
      if (!(number >= 0 && number < length)) throw damaged(path)
      const part = starts.findLastIndex((start) => start <= number)
      const value = reads[part]!(number - starts[part]!)
      values.set(number, value)
      return value
    }
  })

const DATE = "a date, yyyy-mm-dd,"

const date = (arrow: Arrow, found: DataType, path: string): ReadAt | undefined => {
  if (isText(arrow, found)) {
    const read = Text.reader(arrow, found, path)
    return (data) => {
      const at = read(data)
      const day = Dates.days()
      return (index) => {
        const text = at(index) as string
        if (day(text) === undefined) throw new Problem(path, text, DATE)
        return text
      }
    }
  }
  if (!arrow.DataType.isDate(found)) return undefined
  const unit = found.unit === arrow.DateUnit.DAY ? 1 : 86_400_000
  return ({ values }) => {
    const dateOf = Dates.dates()
    return (index) => {
      const text = dateOf(Math.floor(Number(values[index]) / unit))
      if (text === undefined) throw new Problem(path, values[index], DATE)
      return text
    }
  }
}

const json = (arrow: Arrow, found: DataType, path: string): ReadAt => {
  const read = Text.reader(arrow, found, path)
  return (data) => {
    const at = read(data)
    return (index) => {
      const text = at(index) as string
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw new Problem(path, text, "JSON text")
      }
    }
  }
}

const struct = (
  arrow: Arrow,
  columns: ReadonlyArray<FileSchema.Column>,
  fields: ReadonlyArray<Field>,
  path: string,
): ReadAt => {
  const readers = columns.flatMap(({ name, optional, type }) => {
    const index = fields.findIndex((field) => field.name === name)
    const own = within(path, name)
    if (index >= 0) return [{ name, optional, own, index, read: of(arrow, type, fields[index]!, own) }]
    if (optional) return []
    throw mismatch(own, "the file has no such column.")
  })
  return ({ children }) => {
    const parts = readers.map((reader) => {
      const data = children[reader.index]!
      return { ...reader, data, at: reader.read(data) }
    })
    return (index) => {
      const value: Record<string, unknown> = {}
      for (const { at, data, name, optional, own } of parts) {
        if (isThere(data, index)) value[name] = at(index)
        else if (!optional) throw new Problem(own, undefined, undefined)
      }
      return value
    }
  }
}

const isThere = (data: Data, index: number) => String(data.type) !== "Null" && data.getValid(index)

const list = (arrow: Arrow, item: FileSchema.Type, found: DataType, path: string): ReadAt | undefined => {
  const { DataType } = arrow
  if (!DataType.isList(found) && !DataType.isLargeList(found) && !DataType.isFixedSizeList(found)) return undefined
  const own = itemsOf(path)
  const read = of(arrow, item, found.children[0]!, own)
  const size = DataType.isFixedSizeList(found) ? found.listSize : undefined
  return ({ children, valueOffsets }) => {
    const items = children[0]!
    const at = read(items)
    return (index) => {
      const start = size === undefined ? Number(valueOffsets[index]) : index * size
      const end = size === undefined ? Number(valueOffsets[index + 1]) : start + size
      // protects: A list of Arrow lies within its items.
      // mutant: "is refused where its lists lead out of their items": && start <= end && end <= items.length → || end
      // >= 0
      if (!(start >= 0 && start <= end && end <= items.length)) throw damaged(path)
      const values: Array<unknown> = []
      for (let i = start; i < end; i++) {
        if (!isThere(items, i)) throw new Problem(own, null, EXPECTED[item._tag])
        values.push(at(i))
      }
      return values
    }
  }
}
