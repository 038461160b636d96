/** Whether arrays and chunks of bars are adjusted for splits: `Adjusted` exports it. */
import * as Chunk from "effect/Chunk"

/** What is known of arrays and chunks, which stay as they are: plain arrays of plain rows. */
const known = /* @__PURE__ */ new WeakMap<object, boolean>()

/** Records whether an array of bars is adjusted, and returns the array. `undefined` records nothing. */
export const mark = <A extends ReadonlyArray<unknown>>(rows: A, adjusted: boolean | undefined): A => {
  if (adjusted !== undefined) known.set(rows, adjusted)
  return rows
}

/** Returns whether an array of bars is adjusted; `undefined` if that is not known. */
export const of = (rows: ReadonlyArray<unknown>): boolean | undefined => known.get(rows)

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
  known.get(rows) ?? known.get(Chunk.toReadonlyArray(rows))

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
