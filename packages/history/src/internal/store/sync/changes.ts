/**
 * Differences between the stored rows of some time and those that the service returns now.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Stream from "effect/Stream"
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

/** Texts of the rows of one instant. */
type Group = readonly [instant: number, texts: ReadonlyArray<string>]

/** Groups ascending rows by their instants. */
const groupsOf = <E>(source: Source, pieces: Stream.Stream<Piece, E>): Stream.Stream<Group, E> =>
  Stream.concat(Stream.map(pieces, Option.some), Stream.succeed(Option.none<Piece>())).pipe(
    Stream.mapAccum(undefined as { instant: number; readonly texts: Array<string> } | undefined, (open, next) => {
      const groups: Array<Group> = []
      if (Option.isNone(next)) {
        if (open !== undefined) groups.push([open.instant, open.texts])
        return [undefined, groups]
      }
      for (const { instant, text } of rowsOf(source, [next.value])) {
        if (open?.instant === instant) open.texts.push(text)
        else {
          if (open !== undefined) groups.push([open.instant, open.texts])
          open = { instant, texts: [text] }
        }
      }
      return [open, groups]
    }),
    Stream.mapConcatChunk(Chunk.unsafeFromArray),
  )

/** Returns the texts of one list that the other lacks, as often as it lacks them. */
const lacking = (texts: ReadonlyArray<string>, others: ReadonlyArray<string>): number => {
  const left = new Map<string, number>()
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1)
  let count = 0
  for (const text of texts) {
    const found = left.get(text) ?? 0
    if (found === 0) count++
    else left.set(text, found - 1)
  }
  return count
}

/**
 * Compares rows that ascend by their instants, several of which may share one, in the memory of a chunk of each stream.
 * Of an instant, as many rows are changed as both sides have others. `undefined` if all are the same.
 */
export const betweenStreams = <E>(
  source: Source,
  before: Stream.Stream<Piece, E>,
  after: Stream.Stream<Piece, E>,
): Effect.Effect<Difference | undefined, E> =>
  groupsOf(source, before).pipe(
    Stream.zipAllSortedByKeyWith({
      other: groupsOf(source, after),
      onSelf: (texts) => [texts.length, 0] as const,
      onOther: (texts) => [0, texts.length] as const,
      onBoth: (old, fresh) => [lacking(old, fresh), lacking(fresh, old)] as const,
      order: Order.number,
    }),
    Stream.runFold({ added: 0, removed: 0, changed: 0, first: Infinity, last: -Infinity }, (all, [instant, both]) => {
      const [removed, added] = both
      if (removed + added === 0) return all
      const changed = Math.min(removed, added)
      return {
        added: all.added + added - changed,
        removed: all.removed + removed - changed,
        changed: all.changed + changed,
        first: Math.min(all.first, instant),
        last: Math.max(all.last, instant),
      }
    }),
    Effect.map((all) => (all.first > all.last ? undefined : all)),
  )
