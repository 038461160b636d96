/**
 * Whether bars are adjusted for splits, as far as what holds them knows it.
 *
 * A page has the field `adjusted`, and so has a chunk of columns. A single bar has none: one more field would cost
 * every row memory, and would be lost or wrong in each copy. So the arrays of rows know it, apart from the rows: the
 * `results` of a page, each chunk of a stream, what `toRows` returns. An array that a program makes (`map`, `filter`)
 * knows nothing.
 *
 * @module
 */
export { mark, of, ofChunk, some, toChunk } from "./internal/decoder/adjusted.js"
