/** Gathers rows and columns into chunks of one size, in separate arrays: pages belong to their users and to caches. */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Stream from "effect/Stream"
import * as Arrays from "./arrays.js"
import * as Bits from "./bits.js"
import * as RowRecord from "./record.js"
import { toColumns, type Row, type RowOrColumns } from "./rows.js"

/**
 * The next chunk, in arrays of its own. All chunks use the same arrays: allocating new ones takes longer than copying.
 */
export class Group<E extends Endpoint.AnyRows> {
  length = 0
  /** Number of rows in chunks before this one. */
  before = 0
  /** Arrays of the chunk, allocated with the first row. */
  private arrays: Arrays.Arrays | undefined
  /** Capacity in rows. */
  private capacity = 0
  private readonly empty: Arrays.Arrays

  constructor(
    private readonly record: RowRecord.Record<E>,
    private readonly size: number,
  ) {
    this.empty = Arrays.of(record.fromRows([]))
  }

  /**
   * Returns the arrays with room for `rows` rows: first for exactly those, as most files of a store
   * have some dozens, which saves a megabyte each; then for twice as many, up to a whole chunk.
   */
  private withRoom(rows: number): Arrays.Arrays {
    const { arrays, empty, length } = this
    if (arrays !== undefined && rows <= this.capacity) return arrays
    // protects: A file of some rows takes no room for a whole row group.
    // mutant: "that are small take room for their rows alone": Math.min(this.size, Math.max(rows, 2 * this.capacity)) →
    // this.size
    const capacity = Math.min(this.size, Math.max(rows, 2 * this.capacity))
    const [columns, present] = [arrays?.columns ?? empty.columns, arrays?.present ?? empty.present]
    this.capacity = capacity
    this.arrays = {
      columns: Record.map(columns, (values) => {
        if (Array.isArray(values)) return arrays === undefined ? [] : values
        const larger = Arrays.allocate(values, capacity) as Float64Array
        larger.set((values as Float64Array).subarray(0, length))
        return larger
      }),
      present: Record.map(present, (bits) => {
        const larger = Arrays.bitmap(capacity)
        larger.set(bits.subarray(0, (length + 7) >> 3))
        return larger
      }),
    }
    return this.arrays
  }

  /** Appends rows of a chunk from `start` on, as many as fit. Returns their number. */
  append(part: Columns.Columns<Row<E>>, start: number): number {
    const count = Math.min(part.length - start, this.size - this.length)
    const { columns, present } = this.withRoom(this.length + count)
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

  /**
   * Rows so far, as a chunk in the memory of this one: a copy for each file has the garbage collector run more often.
   */
  get chunk(): Columns.Columns<Row<E>> {
    return this.record.fromArrays(Arrays.first(this.arrays!, this.length), this.length)
  }

  /** Begins the next chunk, in the arrays of the last one. */
  clear(): void {
    if (this.arrays === undefined) return
    const { columns, present } = this.arrays
    for (const values of Object.values(columns)) if (Array.isArray(values)) values.length = 0
    for (const bits of Object.values(present)) bits.fill(0)
    this.before += this.length
    this.length = 0
  }
}

/** Makes an empty chunk of at most `size` rows. */
export const group = <E extends Endpoint.AnyRows>(endpoint: E, size: number): Group<E> =>
  new Group(RowRecord.of(endpoint), size)

/**
 * Gathers elements of an endpoint's stream into chunks of `size` rows, and returns the results of
 * `use` for each one and the number of rows before it. The last chunk may be shorter; without rows
 * there is no chunk. The next chunk reuses the arrays of the last one: `use` must not keep them.
 */
export const of =
  <E extends Endpoint.AnyRows, A, Err2, R2>(
    endpoint: E,
    size: number,
    use: (chunk: Columns.Columns<Row<E>>, before: number) => Effect.Effect<A, Err2, R2>,
  ) =>
  <Err, R>(self: Stream.Stream<RowOrColumns<E>, Err, R>): Stream.Stream<A, Err | Err2, R | R2> =>
    Stream.suspend(() => {
      const record = RowRecord.of(endpoint)
      const group = new Group(record, size)
      const used = Effect.suspend(() =>
        Effect.map(use(group.chunk, group.before), (result) => {
          group.clear()
          return result
        }),
      )
      /** Emits full chunks one after the other: a page may have the rows of many. */
      const full = (elements: Iterable<RowOrColumns<E>>): Stream.Stream<A, Err2, R2> => {
        const parts = toColumns(record, elements)
        let part = 0
        let start = 0
        return Stream.repeatEffectOption(
          Effect.suspend(() => {
            while (part < parts.length && !group.isFull) {
              start += group.append(parts[part]!, start)
              if (start < parts[part]!.length) continue
              part++
              start = 0
            }
            return group.isFull ? Effect.mapError(used, Option.some) : Effect.fail(Option.none())
          }),
        )
      }
      const rest = Stream.suspend(() => (group.length > 0 ? Stream.fromEffect(used) : Stream.empty))
      return Stream.concat(Stream.flatMap(Stream.chunks(self), full), rest)
    })
