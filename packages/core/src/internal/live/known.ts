/** What a stream has told of a ticker: its last rows, by their keys, so that nothing is told twice. */

/** Identifies a row within its ticker. */
export type RowKey = string | number

/** Time and key of rows, in the form in which they are told. */
export interface RowForm<Row> {
  /** Time of a row, epoch milliseconds. */
  readonly time: (row: Row) => number
  /** Key of a row; absent if rows have none. */
  readonly key: ((row: Row) => RowKey) | undefined
  /** Time after a row's own in which it may be sent again with other values, milliseconds. */
  readonly late: number
}

/** The last rows of a ticker. */
export interface Known<Row> {
  /** Latest time of a row that was told; `-Infinity` before the first one. It moves with what was told, and only so. */
  last: number
  /** Volume of the day at the last row; `undefined` if unknown. */
  volume: number | undefined
  /** Rows that may come again, in the order in which they were told. */
  readonly rows: Map<RowKey, Row>
  /** Keys of rows that were told before a program was stopped, and the time of the last one. */
  restored: { readonly time: number; readonly keys: ReadonlySet<RowKey> } | undefined
  /** End of the rows that a store has, and that are final, epoch milliseconds; `undefined` without a store. */
  settled: number | undefined
}

/** Rows of one ticker may be slightly out of order: so far before the last one, milliseconds, keys are kept. */
export const overlap = 2000

/** Makes the record of a ticker of which nothing was told. */
export const make = <Row>(): Known<Row> => ({
  last: -Infinity,
  volume: undefined,
  rows: new Map(),
  restored: undefined,
  settled: undefined,
})

/** Returns the time from which rows may come again. `seen` is the latest time of a row of any ticker. */
export const since = ({ last }: { readonly last: number }, late: number, seen: number): number =>
  Math.min(last - overlap, seen - late)

/** Returns the time of the earliest row that is kept; `Infinity` if there is none. */
export const first = <Row>({ rows }: Known<Row>, { time }: RowForm<Row>): number => {
  for (const row of rows.values()) return time(row)
  return Infinity
}

/** Whether the volume of the day at the last row is this one, but for the rounding of sums. */
export const hasVolume = <Row>({ volume }: Known<Row>, total: number): boolean =>
  volume !== undefined && Math.abs(volume - total) <= 1e-9 * Math.max(Math.abs(volume), Math.abs(total))

/** Whether each value of an object is the other's, too. */
const isWithin = (one: object, other: object): boolean => {
  for (const key of Object.keys(one)) if (!same((one as never)[key], (other as never)[key])) return false
  return true
}

/** Whether two rows have the same values. */
export const same = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  return isWithin(one, other) && isWithin(other, one)
}

/** What a row is to those that were told: a new one, one of them, or one of them with other values. */
export type Told<Row> =
  | { readonly _tag: "New" | "Same" }
  | { readonly _tag: "Changed"; readonly key: RowKey; readonly before: Row }

const fresh = { _tag: "New" } as const
const equal = { _tag: "Same" } as const

/** Compares a row with those that were told. */
export const compare = <Row>(self: Known<Row>, { key, time }: RowForm<Row>, row: Row): Told<Row> => {
  // The consumer has the store's row in its place.
  // protects: What has settled in a store is neither told again nor revised.
  // mutant: "goes on after each kill": never
  if (self.settled !== undefined && time(row) < self.settled) return equal
  if (key === undefined) return fresh
  const id = key(row)
  const before = self.rows.get(id)
  // protects: A row that was told before a program was stopped is not told again.
  // mutant: "killed at any instant": ? equal : fresh → ? fresh : fresh
  if (before === undefined) return self.restored?.keys.has(id) === true ? equal : fresh
  return same(before, row) ? equal : { _tag: "Changed", key: id, before }
}

/**
 * Records a row that is told, and forgets those that cannot come again. `held` is the time of the earliest row that is
 * held back, or can be: it comes again if an answer has told it.
 */
export const record = <Row>(
  self: Known<Row>,
  { key, late, time }: RowForm<Row>,
  row: Row,
  seen: number,
  held = Infinity,
): void => {
  self.last = Math.max(self.last, time(row))
  if (key === undefined) return
  self.rows.set(key(row), row)
  // protects: A row that was held for long, and that an answer has told, is not told again.
  // mutant: "are told once": Math.min(since(self, late, seen), held - overlap) → since(self, late, seen)
  const limit = Math.min(since(self, late, seen), held - overlap)
  if (self.restored !== undefined && self.restored.time < limit) self.restored = undefined
  // protects: Of a ticker, no more rows are kept than may come again.
  // mutant: "keeps the rows of its window alone": if (time(old) >= limit) break → if (time(old) >= -1) break
  for (const [id, old] of self.rows) {
    if (time(old) >= limit) break
    self.rows.delete(id)
  }
}
