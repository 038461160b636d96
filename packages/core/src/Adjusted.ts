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
export { isSample, mark, of, ofChunk, some, toChunk } from "./internal/decoder/adjusted.js"
