/** Checks that a flatbuffer stays within its bytes, because the library that reads it trusts each offset and length. */

/** Type of a table's field. */
export type FieldType =
  /** An inline number of `size` bytes. */
  | { readonly _tag: "Scalar"; readonly size: number }
  | { readonly _tag: "Text" }
  /** A sequence of numbers or structs of `size` bytes each. */
  | { readonly _tag: "Vector"; readonly size: number }
  | { readonly _tag: "Tables"; readonly table: () => Table }
  | { readonly _tag: "Table"; readonly table: () => Table }
  /** A table whose kind is the number in the previous field. */
  | { readonly _tag: "Union"; readonly tables: (kind: number) => Table | undefined }

/** Fields of a table, in the order of their numbers. */
export type Table = ReadonlyArray<FieldType>

export const scalar = (size: number): FieldType => ({ _tag: "Scalar", size })
export const text: FieldType = { _tag: "Text" }
export const vector = (size: number): FieldType => ({ _tag: "Vector", size })
export const tables = (table: () => Table): FieldType => ({ _tag: "Tables", table })
export const one = (table: () => Table): FieldType => ({ _tag: "Table", table })
export const union = (tables: (kind: number) => Table | undefined): FieldType => ({ _tag: "Union", tables })

/** Maximum nesting of tables. */
const DEEPEST = 64

class Checker {
  private readonly view: DataView
  /**
   * Number of further tables allowed: without a bound, shared tables could be visited far more
   * often than there are bytes.
   */
  private left: number

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.left = bytes.length
  }

  private require(isMet: boolean): void {
    if (!isMet) throw new Error("its metadata are damaged")
  }

  /** Requires bytes to lie within the buffer. */
  private within(at: number, length: number): void {
    // protects: Metadata of Arrow lie within their bytes.
    // mutant: "is refused where a field leads out of its bytes": && at + length <= this.view.byteLength → || length >=
    // 0
    this.require(at >= 0 && at + length <= this.view.byteLength)
  }

  /** Returns the target of an offset. */
  private follow(at: number): number {
    this.within(at, 4)
    const to = at + this.view.getUint32(at, true)
    this.within(to, 4)
    return to
  }

  /** Returns the number of elements at a position, each of `size` bytes. */
  private elements(at: number, size: number): number {
    const count = this.view.getUint32(at, true)
    this.within(at + 4, count * size)
    return count
  }

  root(table: Table): void {
    this.table(this.follow(0), table, 0)
  }

  private table(at: number, fields: Table, depth: number): void {
    this.require(depth < DEEPEST && this.left-- > 0)
    this.within(at, 4)
    const places = at - this.view.getInt32(at, true)
    this.within(places, 4)
    const size = this.view.getUint16(places, true)
    this.within(places, size)
    const placeOf = (field: number) => {
      const slot = 4 + 2 * field
      const place = slot + 2 <= size ? this.view.getUint16(places + slot, true) : 0
      // The library reads these numbers as signed.
      this.require(place < 0x8000 && size < 0x8000)
      return place === 0 ? undefined : at + place
    }
    fields.forEach((type, field) => {
      const place = placeOf(field)
      if (place !== undefined) this.field(place, type, depth, () => placeOf(field - 1))
    })
  }

  private field(at: number, type: FieldType, depth: number, before: () => number | undefined): void {
    switch (type._tag) {
      case "Scalar":
        return this.within(at, type.size)
      case "Text":
        return void this.elements(this.follow(at), 1)
      case "Vector":
        return void this.elements(this.follow(at), type.size)
      case "Table":
        return this.table(this.follow(at), type.table(), depth + 1)
      case "Tables": {
        const start = this.follow(at)
        const count = this.elements(start, 4)
        for (let k = 0; k < count; k++) this.table(this.follow(start + 4 + 4 * k), type.table(), depth + 1)
        return
      }
      case "Union": {
        const kind = before()
        const table = kind === undefined ? undefined : type.tables(this.view.getUint8(kind))
        if (table === undefined) throw new Error("its metadata have a part of an unknown kind")
        return this.table(this.follow(at), table, depth + 1)
      }
    }
  }
}

/** Throws if an offset or a length of a table's fields, or of nested ones, leads out of the bytes. */
export const check = (bytes: Uint8Array, table: Table): void => new Checker(bytes).root(table)

/** Returns the position of each field of the root table in checked bytes; `undefined` for a missing one. */
export const fieldsOf = (bytes: Uint8Array): ((field: number) => number | undefined) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const at = view.getUint32(0, true)
  const places = at - view.getInt32(at, true)
  return (field) => {
    const slot = 4 + 2 * field
    const place = slot + 2 <= view.getUint16(places, true) ? view.getUint16(places + slot, true) : 0
    return place === 0 ? undefined : at + place
  }
}
