/**
 * Differences between the stored rows of some time and those that the service returns now.
 *
 * @module
 */
import type { Piece } from "../layout/format.js"
import type { Source } from "../layout/source.js"

/**
 * Numbers of added, removed and changed rows, and the instants (epoch milliseconds) of the first and the last of them.
 */
export interface Difference {
  readonly added: number
  readonly removed: number
  readonly changed: number
  readonly first: number
  readonly last: number
}

interface Row {
  readonly instant: number
  readonly text: string
}

const print = (row: unknown): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value))

function* rowsOf(source: Source, pieces: ReadonlyArray<Piece>): Generator<Row, undefined> {
  for (const piece of pieces) {
    const instantAt = source.instants(piece)
    for (let index = 0; index < piece.length; index++)
      yield { instant: instantAt(index), text: print(piece.row(index)) }
  }
}

/** Compares rows that ascend by their instants. `undefined` if they are the same. */
export const between = (
  source: Source,
  before: ReadonlyArray<Piece>,
  after: ReadonlyArray<Piece>,
): Difference | undefined => {
  const [old, fresh] = [rowsOf(source, before), rowsOf(source, after)]
  const count = { added: 0, removed: 0, changed: 0 }
  let [first, last] = [Infinity, -Infinity]
  const note = (kind: keyof typeof count, { instant }: Row) => {
    count[kind]++
    first = Math.min(first, instant)
    last = Math.max(last, instant)
  }
  let [a, b] = [old.next().value, fresh.next().value]
  while (a !== undefined || b !== undefined) {
    if (b === undefined || (a !== undefined && a.instant < b.instant)) {
      note("removed", a!)
      a = old.next().value
    } else if (a === undefined || b.instant < a.instant) {
      note("added", b)
      b = fresh.next().value
    } else {
      // protects: Corrected rows are told.
      // mutant: "are replaced when asked for again, and the summary says which": never
      if (a.text !== b.text) note("changed", b)
      a = old.next().value
      b = fresh.next().value
    }
  }
  return first > last ? undefined : { ...count, first, last }
}
