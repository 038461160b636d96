/**
 * Whether bars are adjusted for splits, as far as what holds them knows it.
 *
 * A page has the field `adjusted`, and so has a chunk of columns. A single bar has none: one more field would cost every row memory, and would be lost or wrong in each copy. So the
 * arrays of rows know it, apart from the rows: the `results` of a page, each chunk of a stream, what `toRows` returns. An array that a program makes (`map`, `filter`) knows nothing.
 *
 * @module
 */

/** What is known of arrays, which stay as they are: plain arrays of plain rows. */
const known = /* @__PURE__ */ new WeakMap<object, boolean>()

/** A `Chunk` of one element does not keep the array that it was made of: there the row stands for it. */
const keyOf = (rows: ReadonlyArray<unknown>): object => (rows.length === 1 ? (rows[0] as object) : rows)

/** Records whether an array of bars is adjusted, and returns the array. `undefined` records nothing. */
export const mark = <A extends ReadonlyArray<unknown>>(rows: A, adjusted: boolean | undefined): A => {
  if (adjusted !== undefined) known.set(keyOf(rows), adjusted)
  return rows
}

/** Returns whether an array of bars is adjusted; `undefined` if that is not known. */
export const of = (rows: ReadonlyArray<unknown>): boolean | undefined => known.get(keyOf(rows))

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
