/** Gathers rows and columns into chunks of one size, in arrays of their own: pages belong to their users and to caches. */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"
import * as Chunk from "effect/Chunk"
import * as Record from "effect/Record"
import * as Stream from "effect/Stream"
import * as Arrays from "./arrays.js"
import * as Bits from "./bits.js"
import * as RowRecord from "./record.js"
import { toColumns, type Row, type RowOrColumns } from "./rows.js"

/** Number of rows in a chunk. */
export const SIZE = 131_072

/** The chunk to come. */
class Group<E extends Endpoint.AnyRows> {
  length = 0
  /** Allocated when the first row comes. */
  private arrays: Arrays.Arrays | undefined
  private readonly empty: Arrays.Arrays

  constructor(
    private readonly record: RowRecord.Record<E>,
    private readonly size: number,
  ) {
    this.empty = Arrays.of(record.fromRows([]))
  }

  private allocate(): Arrays.Arrays {
    const { empty, size } = this
    return {
      columns: Record.map(empty.columns, (values) => Arrays.allocate(values, size)),
      present: Record.map(empty.present, () => Arrays.bitmap(size)),
    }
  }

  /** Appends rows of a chunk from `start` on, as many as there is room for. Gives their number. */
  append(part: Columns.Columns<Row<E>>, start: number): number {
    const { columns, present } = (this.arrays ??= this.allocate())
    const count = Math.min(part.length - start, this.size - this.length)
    const from = Arrays.of(part)
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
    const chunk = this.record.fromArrays(Arrays.trim(this.arrays!, this.length), this.length)
    this.arrays = undefined
    this.length = 0
    return chunk
  }
}

/** Gathers elements of an endpoint's stream into chunks of `size` rows; the last one may be shorter. No rows give no chunk. */
export const of =
  <E extends Endpoint.AnyRows>(endpoint: E, size: number = SIZE) =>
  <Err, R>(self: Stream.Stream<RowOrColumns<E>, Err, R>): Stream.Stream<Columns.Columns<Row<E>>, Err, R> =>
    Stream.suspend(() => {
      const record = RowRecord.of(endpoint)
      const group = new Group(record, size)
      const add = (elements: Chunk.Chunk<RowOrColumns<E>>): Chunk.Chunk<Columns.Columns<Row<E>>> => {
        const full: Array<Columns.Columns<Row<E>>> = []
        for (const part of toColumns(record, elements)) {
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
