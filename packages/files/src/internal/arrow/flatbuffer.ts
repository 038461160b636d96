/** Checks that a flatbuffer keeps to its bytes, before a library reads it that trusts each offset and length in it. */

/** What stands in a field of a table. */
export type Type =
  /** A number of some bytes in its place. */
  | { readonly _tag: "Scalar"; readonly size: number }
  | { readonly _tag: "Text" }
  /** Numbers or structs of some bytes each, one after the other. */
  | { readonly _tag: "Vector"; readonly size: number }
  | { readonly _tag: "Tables"; readonly table: () => Table }
  | { readonly _tag: "Table"; readonly table: () => Table }
  /** A table whose kind the number in the field before says. */
  | { readonly _tag: "Union"; readonly tables: (kind: number) => Table | undefined }

/** The fields of a table, in the order of their numbers. */
export type Table = ReadonlyArray<Type>

export const scalar = (size: number): Type => ({ _tag: "Scalar", size })
export const text: Type = { _tag: "Text" }
export const vector = (size: number): Type => ({ _tag: "Vector", size })
export const tables = (table: () => Table): Type => ({ _tag: "Tables", table })
export const one = (table: () => Table): Type => ({ _tag: "Table", table })
export const union = (tables: (kind: number) => Table | undefined): Type => ({ _tag: "Union", tables })

/** Tables within tables at most. */
const DEEPEST = 64

class Checker {
  private readonly view: DataView
  /** Tables that may still come: without a bound, some that share others would be many more than there are bytes. */
  private left: number

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.left = bytes.length
  }

  private require(isMet: boolean): void {
    if (!isMet) throw new Error("its metadata are damaged")
  }

  /** Some bytes lie within the buffer. */
  private within(at: number, length: number): void {
    this.require(at >= 0 && at + length <= this.view.byteLength)
  }

  /** Where an offset leads to. */
  private follow(at: number): number {
    this.within(at, 4)
    const to = at + this.view.getUint32(at, true)
    this.within(to, 4)
    return to
  }

  /** The number of elements at a place, each of some bytes. */
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
      // The library reads these numbers with a sign.
      this.require(place < 0x8000 && size < 0x8000)
      return place === 0 ? undefined : at + place
    }
    fields.forEach((type, field) => {
      const place = placeOf(field)
      if (place !== undefined) this.field(place, type, depth, () => placeOf(field - 1))
    })
  }

  private field(at: number, type: Type, depth: number, before: () => number | undefined): void {
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

/** Throws for bytes in which an offset or a length of a table's fields, or of those below, leads out of them. */
export const check = (bytes: Uint8Array, table: Table): void => new Checker(bytes).root(table)

/** Where each field of the root table stands, of bytes that are checked; `undefined` for one that it lacks. */
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
