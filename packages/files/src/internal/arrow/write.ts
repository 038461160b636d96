/**
 * Converts rows in columns to Arrow record batches. Numbers and bitmaps are not copied if both have the same layout.
 */
import type { Columns } from "@candela/core/Columns"
import type { Data, DataType, RecordBatch, Schema } from "apache-arrow"
import type * as FileSchema from "../../FileSchema.js"
import * as Bits from "../bits.js"
import * as Dates from "../dates.js"
import type { Arrow } from "./library.js"
import { itemsOf, lacking, notHeld, within } from "./problem.js"
import { utf8Of } from "./text.js"
import { isWellFormed } from "../text/wellFormed.js"
import type { Dictionaries } from "./words.js"

/** Values of one column, or of one field within a column. */
interface Slots {
  readonly path: string
  readonly length: number
  /** Values; `undefined` is an absent one. */
  readonly values: ArrayLike<unknown>
  /** Bitmap of the present values; `undefined` if all are. */
  readonly present: Uint8Array | undefined
  /** Returns the row of a value, for messages. */
  readonly rowOf: (index: number) => number
}

type Of<T extends FileSchema.Type["_tag"]> = Extract<FileSchema.Type, { _tag: T }>

const isThere = ({ present }: Slots, index: number) => present === undefined || Bits.has(present, index)

/** Calls `put` with each present value. */
const each = <A>(
  slots: Slots,
  is: (value: unknown) => value is A,
  expected: string,
  put: (value: A, index: number) => void,
): void => {
  for (let i = 0; i < slots.length; i++) {
    if (!isThere(slots, i)) continue
    const value = slots.values[i]
    if (is(value)) put(value, i)
    else if (value === undefined) throw lacking(slots.path, slots.rowOf(i))
    else throw notHeld(slots.path, slots.rowOf(i), value, expected)
  }
}

const isNumber = (value: unknown): value is number => typeof value === "number"
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
// protects: Half of a surrogate pair is not written as another character.
// mutant: "half of a surrogate pair": without && isWellFormed(value)
const isText = (value: unknown): value is string => typeof value === "string" && isWellFormed(value)
const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)
const isStruct = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
// In columns booleans are 0 or 1.
const isBoolean = (value: unknown): value is boolean | number =>
  typeof value === "boolean" || value === 0 || value === 1
const isInt64 = (value: unknown): value is bigint => typeof value === "bigint" && BigInt.asIntN(64, value) === value

/**
 * Descriptions of valid values, for messages. Half of a surrogate pair has no bytes in UTF-8, and
 * would become another character.
 */
const TEXT = "text without half of a surrogate pair"
const WHOLE = "a whole number of at most 2 ** 53 - 1"

const floats = (slots: Slots): Float64Array => {
  if (slots.values instanceof Float64Array) return slots.values
  const values = new Float64Array(slots.length)
  each(slots, isNumber, "a number", (value, i) => (values[i] = value))
  return values
}

/**
 * Converts whole numbers to 64-bit integers in `integers`. Two words of 32 bits are several times as fast as
 * `BigInt(value)`, and so is one loop compared to {@link each} in a new process.
 */
const convert = (slots: Slots, integers: BigInt64Array): BigInt64Array => {
  const { length, values } = slots
  const words = new Int32Array(integers.buffer, integers.byteOffset, 2 * length)
  for (let i = 0; i < length; i++) {
    if (!isThere(slots, i)) {
      // protects: The place of an absent number has no number of an earlier batch.
      // mutant: "do not depend on the batches before them": words[2 * i] = words[2 * i + 1] = 0 → void 0
      words[2 * i] = words[2 * i + 1] = 0
      continue
    }
    const value = values[i]
    if (!isWhole(value)) {
      if (value === undefined) throw lacking(slots.path, slots.rowOf(i))
      throw notHeld(slots.path, slots.rowOf(i), value, WHOLE)
    }
    words[2 * i] = value
    words[2 * i + 1] = Math.floor(value / 2 ** 32)
  }
  return integers
}

/**
 * Memory of converted columns, which the next batch reuses: new arrays for each batch would stay until the garbage
 * collector runs, tens of megabytes later.
 */
class Scratch {
  private readonly arrays: Array<BigInt64Array> = []
  private taken = 0

  /** Makes all arrays free. */
  reset(): void {
    this.taken = 0
  }

  /** Takes an array of `length` integers, with any content. The library writes an array of two columns only once. */
  take(length: number): BigInt64Array {
    const at = this.taken++
    const known = this.arrays[at]
    if (known !== undefined && known.length >= length) return known.subarray(0, length)
    return (this.arrays[at] = new BigInt64Array(length))
  }
}

const int64s = (slots: Slots): BigInt64Array => {
  if (slots.values instanceof BigInt64Array) return slots.values
  const values = new BigInt64Array(slots.length)
  each(slots, isInt64, "a 64-bit integer", (value, i) => (values[i] = value))
  return values
}

const booleans = (slots: Slots): Uint8Array => {
  const bits = new Uint8Array((slots.length + 7) >> 3)
  each(slots, isBoolean, "a boolean", (value, i) => {
    if (value) Bits.set(bits, i)
  })
  return bits
}

const days = (slots: Slots): Int32Array => {
  const values = new Int32Array(slots.length)
  const day = Dates.days()
  each(slots, isText, "a date, yyyy-mm-dd,", (value, i) => {
    const number = day(value)
    if (number === undefined) throw notHeld(slots.path, slots.rowOf(i), value, "a date, yyyy-mm-dd,")
    values[i] = number
  })
  return values
}

const texts = (slots: Slots): ReadonlyArray<string | undefined> => {
  const values = new Array<string | undefined>(slots.length).fill(undefined)
  each(slots, isText, TEXT, (value, i) => (values[i] = value))
  return values
}

const isJsonValue = (value: unknown): value is object | string | number | boolean | null =>
  value === null || ["object", "string", "number", "boolean"].includes(typeof value)

const jsonTexts = (slots: Slots): ReadonlyArray<string | undefined> => {
  const values = new Array<string | undefined>(slots.length).fill(undefined)
  each(slots, isJsonValue, "a JSON value", (value, i) => (values[i] = JSON.stringify(value)))
  return values
}

/** Makes record batches of one schema. */
export class BatchBuilder {
  private readonly scratch = new Scratch()

  constructor(
    private readonly arrow: Arrow,
    private readonly columns: ReadonlyArray<FileSchema.Column>,
    private readonly schema: Schema,
  ) {}

  /**
   * Converts rows to a record batch, with its words in `dictionaries`. `before` is the number of
   * rows in batches before this one. Valid until the next call, which reuses its memory.
   *
   * @throws FileError for a value that is invalid in its column
   */
  of({ columns, length, present }: Columns<unknown>, before: number, dictionaries: Dictionaries): RecordBatch {
    const { arrow, schema, scratch } = this
    scratch.reset()
    const children = this.columns.map(({ name, optional, type }, k) => {
      const slots: Slots = {
        path: name,
        length,
        values: (columns as Readonly<Record<string, ArrayLike<unknown>>>)[name]!,
        present: optional ? (present as Readonly<Record<string, Uint8Array>>)[name] : undefined,
        rowOf: (index) => before + index,
      }
      return this.data(type, schema.fields[k]!.type, slots, dictionaries)
    })
    const type = new arrow.Struct(schema.fields)
    return new arrow.RecordBatch(schema, arrow.makeData({ type, length, nullCount: 0, children }))
  }

  private data(type: FileSchema.Type, arrowType: DataType, slots: Slots, dictionaries: Dictionaries): Data {
    const { arrow } = this
    const { length, present } = slots
    const validity = present === undefined ? { nullCount: 0 } : { nullBitmap: present }
    const made = (data: unknown): Data =>
      arrow.makeData({ type: arrowType, length, ...validity, data } as never) as Data
    switch (type._tag) {
      case "Number":
        return made(floats(slots))
      case "Integer":
        return made(this.integers(slots))
      case "Int64":
        return made(int64s(slots))
      case "Boolean":
        return made(booleans(slots))
      case "Text":
        return utf8Of(arrow, texts(slots), present)
      case "Json":
        return utf8Of(arrow, jsonTexts(slots), present)
      case "Date":
        return made(days(slots))
      case "Timestamp":
        return made(type.unit === "milliseconds" ? this.integers(slots) : int64s(slots))
      case "Word": {
        const words = dictionaries.get((arrowType as InstanceType<Arrow["Dictionary"]>).id)
        const numbers = new Int32Array(length)
        each(slots, isText, TEXT, (value, i) => (numbers[i] = words.numberOf(value)))
        return arrow.makeData({
          type: arrowType as InstanceType<Arrow["Dictionary"]>,
          length,
          ...validity,
          data: numbers,
          dictionary: words.vector(),
        })
      }
      case "Struct":
        return arrow.makeData({
          type: arrowType as InstanceType<Arrow["Struct"]>,
          length,
          ...validity,
          children: this.fieldsOf(type, arrowType, slots, dictionaries),
        })
      case "List":
        return this.list(type, arrowType, slots, dictionaries, validity)
    }
  }

  private integers(slots: Slots): BigInt64Array {
    return convert(slots, this.scratch.take(slots.length))
  }

  private fieldsOf(
    { columns }: Of<"Struct">,
    { children }: DataType,
    slots: Slots,
    dictionaries: Dictionaries,
  ): ReadonlyArray<Data> & Array<Data> {
    const { length, path, rowOf } = slots
    return columns.map(({ name, optional, type }, k) => {
      const values = new Array<unknown>(length).fill(undefined)
      const present = new Uint8Array((length + 7) >> 3)
      each(slots, isStruct, "an object", (struct, i) => {
        if (!Object.hasOwn(struct, name) || struct[name] === undefined) {
          if (optional) return
          throw lacking(within(path, name), rowOf(i))
        }
        values[i] = struct[name]
        Bits.set(present, i)
      })
      return this.data(
        type,
        children[k]!.type,
        { path: within(path, name), length, values, present, rowOf },
        dictionaries,
      )
    })
  }

  private list(
    { item }: Of<"List">,
    arrowType: DataType,
    slots: Slots,
    dictionaries: Dictionaries,
    validity: object,
  ): Data {
    const { length, path, rowOf } = slots
    const values: Array<unknown> = []
    const rows: Array<number> = []
    const valueOffsets = new Int32Array(length + 1)
    let last = 0
    each(slots, isList, "a list", (list, i) => {
      // The lists between the last present one and this one are absent.
      valueOffsets.fill(values.length, last, i + 1)
      last = i + 1
      for (const value of list) {
        values.push(value)
        rows.push(i)
      }
    })
    valueOffsets.fill(values.length, last)
    const items: Slots = {
      path: itemsOf(path),
      length: values.length,
      values,
      present: undefined,
      rowOf: (index) => rowOf(rows[index]!),
    }
    const child = this.data(item, arrowType.children[0]!.type, items, dictionaries)
    return this.arrow.makeData({ type: arrowType, length, ...validity, valueOffsets, child } as never) as Data
  }
}
