/**
 * Checks that the arrays of a record batch lie in its body, and are long enough for its rows,
 * before the library makes arrays of them.
 */
import type { DataType, Dictionary, Field, FixedSizeBinary, FixedSizeList, Union } from "apache-arrow"
import type { Arrow } from "./library.js"

/** Metadata of a batch, of rows or of the words of a dictionary. */
export interface BatchMetadata {
  readonly length: number
  readonly nodes: ReadonlyArray<{ readonly length: number; readonly nullCount: number }>
  readonly buffers: ReadonlyArray<{ readonly offset: number; readonly length: number }>
  readonly variadicBufferCounts: ReadonlyArray<number>
  readonly compression: unknown
}

/** Maximum number of rows of a batch without bytes for them, such as one without columns. */
const MOST_EMPTY = 2 ** 20

const require = (isMet: boolean, detail: string): void => {
  if (!isMet) throw new Error(detail)
}

/** Returns the bits per value of a type with a single array; `undefined` for others. */
const bitsOf = ({ DataType, Precision, DateUnit, IntervalUnit }: Arrow, type: DataType): number | undefined => {
  if (DataType.isBool(type)) return 1
  if (DataType.isInt(type)) return [8, 16, 32, 64].includes(type.bitWidth) ? type.bitWidth : undefined
  if (DataType.isDecimal(type)) return [32, 64, 128, 256].includes(type.bitWidth) ? type.bitWidth : undefined
  if (DataType.isTime(type)) return [32, 64].includes(type.bitWidth) ? type.bitWidth : undefined
  if (DataType.isFloat(type)) return Precision[type.precision] === undefined ? undefined : 16 << type.precision
  if (DataType.isDate(type)) return type.unit === DateUnit.DAY ? 32 : 64
  if (DataType.isTimestamp(type) || DataType.isDuration(type)) return 64
  if (DataType.isInterval(type))
    return type.unit === IntervalUnit.YEAR_MONTH ? 32 : type.unit === IntervalUnit.DAY_TIME ? 64 : 128
  if (DataType.isFixedSizeBinary(type)) return Math.max(0, (type as FixedSizeBinary).byteWidth) * 8
  return undefined
}

class Checker {
  private node = 0
  private buffer = 0
  private variadic = 0

  constructor(
    private readonly arrow: Arrow,
    private readonly batch: BatchMetadata,
    private readonly size: number,
  ) {}

  /** Takes the next array, of at least `bits` bits. */
  private array(bits: number): void {
    const buffer = this.batch.buffers[this.buffer++]
    require(buffer !== undefined, "a column lacks an array")
    const { length, offset } = buffer!
    // protects: Arrays of Arrow lie within their batch.
    // mutant: "is refused where its metadata contradict its body": && length >= 0 && offset + length <= this.size → ||
    // length >= 0
    require(offset >= 0 && length >= 0 && offset + length <= this.size, "an array of a column leads out of its batch")
    // protects: Arrays of Arrow have a value for each row.
    // mutant: "is refused where its metadata contradict its body": bits → 0 || bits > 0
    require(length * 8 >= bits, "an array of a column is too short")
  }

  /** Takes the arrays of a type with at least `least` values. */
  column(type: DataType, least: number): void {
    const { DataType } = this.arrow
    const node = this.batch.nodes[this.node++]
    require(node !== undefined, "a column lacks its length")
    const { length, nullCount } = node!
    require(length >= least, "a column has fewer values than its batch has rows")
    require(nullCount >= 0 && nullCount <= length, "a column has more absent values than values")
    if (DataType.isNull(type)) return
    if (!DataType.isUnion(type)) this.array(nullCount > 0 ? length : 0)
    const bits = bitsOf(this.arrow, DataType.isDictionary(type) ? (type as Dictionary).indices : type)
    if (bits !== undefined) return this.array(length * bits)
    if (DataType.isUtf8(type) || DataType.isBinary(type)) return this.arrays(length, 32, 0)
    if (DataType.isLargeUtf8(type) || DataType.isLargeBinary(type)) return this.arrays(length, 64, 0)
    if (DataType.isUtf8View(type) || DataType.isBinaryView(type)) {
      const count = this.batch.variadicBufferCounts[this.variadic++] ?? 0
      require(count >= 0 && count <= this.batch.buffers.length, "a column lacks an array")
      this.array(length * 128)
      for (let k = 0; k < count; k++) this.array(0)
      return
    }
    if (DataType.isList(type) || DataType.isMap(type) || DataType.isLargeList(type)) {
      this.arrays(length, DataType.isLargeList(type) ? 64 : 32)
      return this.column(type.children[0]!.type, 0)
    }
    if (DataType.isFixedSizeList(type)) {
      const { listSize } = type as FixedSizeList
      require(listSize >= 0, "a list has a size below zero")
      return this.column(type.children[0]!.type, length * listSize)
    }
    if (DataType.isUnion(type)) {
      this.array(length * 8)
      const isDense = (type as Union).mode === this.arrow.UnionMode.Dense
      if (isDense) this.array(length * 32)
      for (const { type: child } of type.children) this.column(child, isDense ? 0 : length)
      return
    }
    require(DataType.isStruct(type), `a column has the unknown type ${String(type)}`)
    for (const { type: child } of type.children) this.column(child, length)
  }

  /** Takes the offsets of values, one more than the values, and then arrays of any length. */
  private arrays(length: number, bits: number, ...others: ReadonlyArray<number>): void {
    this.array(length === 0 ? 0 : (length + 1) * bits)
    for (const other of others) this.array(other)
  }

  check(types: ReadonlyArray<DataType>): void {
    const { compression, length } = this.batch
    if (compression !== null && compression !== undefined)
      throw new Error("its columns are compressed, which is not supported; have them written without compression")
    // protects: A batch of Arrow has no more rows than its bytes hold.
    // mutant: "is refused where its metadata contradict its body": && length <= Math.max(MOST_EMPTY, this.size * 8) →
    // || MOST_EMPTY > 0
    require(length >= 0 && length <= Math.max(MOST_EMPTY, this.size * 8), "a batch has more rows than its bytes hold")
    for (const type of types) this.column(type, length)
  }
}

/** Throws for a batch whose metadata contradict the types of its columns, or the size of its body in bytes. */
export const check = (arrow: Arrow, batch: BatchMetadata, types: ReadonlyArray<DataType>, size: number): void =>
  new Checker(arrow, batch, size).check(types)

/** Throws for types of a schema that lack their parts. */
export const checkTypes = (arrow: Arrow, types: ReadonlyArray<DataType>): void => {
  const { DataType } = arrow
  for (const type of types) {
    if (DataType.isDictionary(type)) checkTypes(arrow, [(type as Dictionary).dictionary])
    // protects: A timestamp of Arrow has a unit.
    // mutant: "is refused where a list has no type of its items": undefined → null
    if (DataType.isTimestamp(type)) require(arrow.TimeUnit[type.unit] !== undefined, "a timestamp has an unknown unit")
    const isList = [DataType.isList, DataType.isLargeList, DataType.isFixedSizeList, DataType.isMap].some((is) =>
      is(type),
    )
    // The library's types ignore that a damaged file may lack children.
    const children = ((type.children as ReadonlyArray<Field | undefined> | undefined) ?? []).map((child) => child?.type)
    // protects: A list of Arrow has the type of its items.
    // mutant: "is refused where a list has no type of its items": === 1, "a list has no type of its items")
    // require(!children.includes(undefined), "a list has no type of its items" → <= 1, ""
    require(!isList || children.length === 1, "a list has no type of its items")
    require(!children.includes(undefined), "a list has no type of its items")
    checkTypes(arrow, children as ReadonlyArray<DataType>)
  }
}
