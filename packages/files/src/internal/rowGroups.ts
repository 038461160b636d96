/** Gathers rows and columns into chunks of one size, in arrays of their own: pages belong to their users and to caches. */
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"
import * as Chunk from "effect/Chunk"
import * as Record from "effect/Record"
import * as Stream from "effect/Stream"
import * as Bits from "./bits.js"
import { toColumns, type Row, type RowOrColumns } from "./rows.js"

/** Number of rows in a chunk. */
export const SIZE = 131_072

type Values = Float64Array | BigInt64Array | Uint8Array | Array<unknown>

interface Arrays {
  readonly columns: Readonly<Record<string, Values>>
  readonly present: Readonly<Record<string, Uint8Array>>
}

/** The chunk to come. */
class Group<E extends Endpoint.AnyRows> {
  length = 0
  /** Allocated when the first row comes. */
  private arrays: Arrays | undefined
  /** A chunk without rows: it has arrays of the right types. */
  private readonly empty: Arrays

  constructor(
    private readonly endpoint: E,
    private readonly size: number,
  ) {
    this.empty = Columns.fromRows(endpoint.row, []) as unknown as Arrays
  }

  private allocate(): Arrays {
    const { empty, size } = this
    const allocated = (values: Values) =>
      Array.isArray(values) ? [] : new (values.constructor as Float64ArrayConstructor)(size)
    return {
      columns: Record.map(empty.columns, allocated),
      present: Record.map(empty.present, () => new Uint8Array((size + 7) >> 3)),
    }
  }

  /** Appends rows of a chunk from `start` on, as many as there is room for. Gives their number. */
  append(part: Columns.Columns<Row<E>>, start: number): number {
    const { columns, present } = (this.arrays ??= this.allocate())
    const count = Math.min(part.length - start, this.size - this.length)
    const from = part as unknown as Arrays
    for (const [name, to] of Object.entries(columns)) {
      const values = from.columns[name]!
      if (Array.isArray(to)) for (let i = start; i < start + count; i++) to.push(values[i])
      else to.set((values as Float64Array).subarray(start, start + count) as never, this.length)
    }
    for (const [name, to] of Object.entries(present)) Bits.copy(from.present[name]!, start, to, this.length, count)
    this.length += count
    return count
  }

  get isFull(): boolean {
    return this.length === this.size
  }

  /** The rows so far, as a chunk. The next ones go to new arrays. */
  take(): Columns.Columns<Row<E>> {
    const { length, size } = this
    const { columns, present } = this.arrays!
    const cut = <A extends Values>(values: A, end: number) => (length === size ? values : values.slice(0, end)) as A
    const arrays = {
      length,
      columns: Record.map(columns, (values) => cut(values, length)),
      present: Record.map(present, (bits) => cut(bits, (length + 7) >> 3)),
    }
    this.arrays = undefined
    this.length = 0
    return Columns.make(this.endpoint.row, arrays as never) as Columns.Columns<Row<E>>
  }
}

/** Gathers elements of an endpoint's stream into chunks of `size` rows; the last one may be shorter. No rows give no chunk. */
export const of =
  <E extends Endpoint.AnyRows>(endpoint: E, size: number = SIZE) =>
  <Err, R>(self: Stream.Stream<RowOrColumns<E>, Err, R>): Stream.Stream<Columns.Columns<Row<E>>, Err, R> =>
    Stream.suspend(() => {
      const group = new Group(endpoint, size)
      const add = (elements: Chunk.Chunk<RowOrColumns<E>>): Chunk.Chunk<Columns.Columns<Row<E>>> => {
        const full: Array<Columns.Columns<Row<E>>> = []
        for (const part of toColumns(endpoint, elements)) {
          for (let start = 0; start < part.length;) {
            start += group.append(part, start)
            if (group.isFull) full.push(group.take())
          }
        }
        return Chunk.unsafeFromArray(full)
      }
      const rest = Stream.suspend(() => (group.length > 0 ? Stream.make(group.take()) : Stream.empty))
      return Stream.concat(Stream.mapChunks(self, add), rest)
    })
