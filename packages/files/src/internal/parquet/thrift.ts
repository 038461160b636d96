/** Compact protocol of Apache Thrift, used by Parquet's metadata: read and written without interpreting them. */

/** Value of a field, by the protocol's type number. Booleans have their value in the type. */
export type Value =
  | { readonly type: 1 | 2 }
  | { readonly type: 3 | 4 | 5 | 6; readonly value: bigint }
  | { readonly type: 7 | 8; readonly value: Uint8Array }
  | { readonly type: 9 | 10; readonly item: number; readonly values: ReadonlyArray<Value> }
  | { readonly type: 12; readonly fields: Fields }

/** Fields of a struct by number, in ascending order. */
export type Fields = ReadonlyMap<number, Value>

/** Maximum depth of structs and lists within each other. Parquet has six. */
const DEEPEST = 64

class Reader {
  at = 0
  private count = 0
  private depth = 0

  /** `most` is the maximum number of values: each takes a hundred times its bytes. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly most: number,
  ) {}

  private byte(): number {
    const byte = this.bytes[this.at++]
    if (byte === undefined) throw new Error("its metadata end too early")
    return byte
  }

  private take(length: number): Uint8Array {
    const end = this.at + length
    if (end > this.bytes.length) throw new Error("its metadata end too early")
    const part = this.bytes.subarray(this.at, end)
    this.at = end
    return part
  }

  private varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
    throw new Error("its metadata have a number that is too long")
  }

  private zigzag(): bigint {
    const value = this.varint()
    return (value >> 1n) ^ -(value & 1n)
  }

  private value(type: number): Value {
    if (++this.count > this.most) throw new Error(`its metadata have more than ${this.most} values`)
    switch (type) {
      case 1:
      case 2:
        return { type }
      case 3:
        return { type, value: BigInt(this.byte()) }
      case 4:
      case 5:
      case 6:
        return { type, value: this.zigzag() }
      case 7:
        return { type, value: this.take(8) }
      case 8:
        return { type, value: this.take(Number(this.varint())) }
      case 9:
      case 10:
        return this.list(type)
      case 12:
        return { type, fields: this.struct() }
      default:
        throw new Error(`its metadata have the unknown type ${type}`)
    }
  }

  private list(type: 9 | 10): Value {
    const header = this.byte()
    const item = header & 15
    const length = header >> 4 === 15 ? Number(this.varint()) : header >> 4
    if (length > this.bytes.length) throw new Error("its metadata have a list that is too long")
    // A boolean in a list has its own byte.
    const values: Array<Value> = []
    if (this.count + length > this.most) throw new Error(`its metadata have more than ${this.most} values`)
    this.enter()
    for (let k = 0; k < length; k++) values.push(this.value(item === 1 || item === 2 ? this.byte() : item))
    this.depth--
    return { type, item, values }
  }

  private enter(): void {
    if (++this.depth > DEEPEST) throw new Error("its metadata have too many values within each other")
  }

  struct(): Fields {
    const fields = new Map<number, Value>()
    this.enter()
    for (let id = 0; ;) {
      const header = this.byte()
      if (header === 0) {
        this.depth--
        return fields
      }
      id = header >> 4 === 0 ? Number(this.zigzag()) : id + (header >> 4)
      fields.set(id, this.value(header & 15))
    }
  }
}

class Writer {
  readonly bytes: Array<number> = []

  private varint(value: bigint): void {
    let rest = BigInt.asUintN(64, value)
    for (; rest > 127n; rest >>= 7n) this.bytes.push(Number(rest & 127n) | 128)
    this.bytes.push(Number(rest))
  }

  private zigzag(value: bigint): void {
    this.varint((value << 1n) ^ (value >> 63n))
  }

  private value(value: Value): void {
    switch (value.type) {
      case 1:
      case 2:
        return
      case 3:
        this.bytes.push(Number(value.value))
        return
      case 4:
      case 5:
      case 6:
        return this.zigzag(value.value)
      case 8:
        this.varint(BigInt(value.value.length))
        for (const byte of value.value) this.bytes.push(byte)
        return
      case 7:
        for (const byte of value.value) this.bytes.push(byte)
        return
      case 9:
      case 10: {
        const { item, values } = value
        this.bytes.push((Math.min(values.length, 15) << 4) | item)
        if (values.length >= 15) this.varint(BigInt(values.length))
        for (const one of values) {
          if (one.type === 1 || one.type === 2) this.bytes.push(one.type)
          else this.value(one)
        }
        return
      }
      case 12:
        return this.struct(value.fields)
    }
  }

  struct(fields: Fields): void {
    let last = 0
    for (const [id, value] of fields) {
      const step = id - last
      if (step > 0 && step < 16) this.bytes.push((step << 4) | value.type)
      else {
        this.bytes.push(value.type)
        this.zigzag(BigInt(id))
      }
      this.value(value)
      last = id
    }
    this.bytes.push(0)
  }
}

/** Reads a struct of at most so many values. Throws for invalid bytes. */
export const read = (bytes: Uint8Array, most: number): Fields => new Reader(bytes, most).struct()

/** Reads a struct at the beginning of some bytes, and the place after it. Throws for invalid bytes. */
export const readAt = (
  bytes: Uint8Array,
  at: number,
  most: number,
): { readonly fields: Fields; readonly end: number } => {
  const reader = new Reader(bytes, most)
  reader.at = at
  return { fields: reader.struct(), end: reader.at }
}

/** Writes a struct. */
export const write = (fields: Fields): Uint8Array => {
  const writer = new Writer()
  writer.struct(fields)
  return Uint8Array.from(writer.bytes)
}
