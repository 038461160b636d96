/**
 * Whether bars are adjusted for splits, as far as what holds them knows it.
 *
 * A page has the field `adjusted`, and so has a chunk of columns. A single bar has none: one more field would cost
 * every row memory, and would be lost or wrong in each copy. So the arrays of rows know it, apart from the rows, in a
 * table beside them: the `results` of a page, each chunk of a stream, what `toRows` returns. Of adjusted ones some
 * rows know it, too, 32 to 63 of each array: an array or chunk that `filter`, `take`, `grouped`, `merge`, `rechunk` or
 * `buffer` makes of the same rows is known by them. New rows (`map` to `{ ...bar }`), and rows from CSV or JSON, know
 * nothing.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"

/** What is known of arrays and chunks, which stay as they are: plain arrays of plain rows. */
const known = /* @__PURE__ */ new WeakMap<object, boolean>()

/** Some rows of each array of adjusted bars: they tell it where operators of streams have made other arrays of them. */
const samples = /* @__PURE__ */ new WeakSet<object>()

/** Least number of samples of an array: all of its rows, if it has fewer. A page of 50,000 has few more. */
const leastSamples = 32

const sample = (rows: ReadonlyArray<unknown>, adjusted: boolean): void => {
  const step = Math.max(1, Math.floor(rows.length / leastSamples))
  for (let at = 0; at < rows.length; at += step) {
    const row = rows[at]
    if (typeof row !== "object" || row === null) continue
    if (adjusted) samples.add(row)
    else samples.delete(row)
  }
}

/**
 * Records whether an array of bars is adjusted, and returns the array. `undefined` records nothing. `own` are the rows
 * that no array of other bars has; default all of them.
 */
export const mark = <A extends ReadonlyArray<unknown>>(
  rows: A,
  adjusted: boolean | undefined,
  own: ReadonlyArray<unknown> = rows,
): A => {
  if (adjusted !== undefined) {
    known.set(rows, adjusted)
    sample(own, adjusted)
  }
  return rows
}

/** Whether a row is a sample of adjusted bars. */
export const isSample = (row: object): boolean => samples.has(row)

/**
 * Returns whether an array of bars is adjusted: as it was marked, else by its rows; `undefined` if that is not known.
 */
// protects: Adjusted rows are known behind operators of streams that keep them.
// mutant: "are refused behind every operator": (rows.some((row) => isSample(row as object)) ? true : undefined) →
// undefined
export const of = (rows: ReadonlyArray<unknown>): boolean | undefined =>
  known.get(rows) ?? (rows.some((row) => isSample(row as object)) ? true : undefined)

/** Makes a chunk of an array, which knows what the array knows. */
export const toChunk = <A>(rows: ReadonlyArray<A>): Chunk.Chunk<A> => {
  const chunk = Chunk.unsafeFromArray(rows)
  const adjusted = known.get(rows)
  // A chunk of one element does not keep its array.
  if (rows.length === 1 && adjusted !== undefined) known.set(chunk, adjusted)
  return chunk
}

/** Returns whether the bars of a chunk are adjusted; `undefined` if that is not known. */
export const ofChunk = (rows: Chunk.Chunk<unknown>): boolean | undefined =>
  known.get(rows) ?? of(Chunk.toReadonlyArray(rows))

/** Returns what is known of bars from several sources: adjusted if some are, not adjusted if none is. */
export const some = (all: Iterable<boolean | undefined>): boolean | undefined => {
  let result: boolean | undefined = false
  let isEmpty = true
  for (const one of all) {
    if (one === true) return true
    if (one === undefined) result = undefined
    isEmpty = false
  }
  return isEmpty ? undefined : result
}
