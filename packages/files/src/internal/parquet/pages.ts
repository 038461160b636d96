/**
 * Memory of the pages of a column, before they are decoded: a page of some bytes may hold gigabytes, of one value or
 * compressed. Their headers tell, and they are what the decoder follows; the numbers of the footer may be others.
 */
import type { ColumnChunk } from "./footer.js"
import * as Thrift from "./thrift.js"

/** Numbers of the fields in Parquet's specification. */
const PAGE = { type: 1, uncompressed: 2, compressed: 3, data: 5, dictionary: 7, data2: 8 } as const
const VALUES = 1
const DICTIONARY = 2

/** A header has some dozens of values. */
const MOST_VALUES = 1000

/** Copies of decoded values: the decoder's, those of its Arrow stream, and of the rows' columns. */
const COPIES = 6

const number = (value: Thrift.Value | undefined): number =>
  value !== undefined && "value" in value && typeof value.value === "bigint" ? Number(value.value) : 0

/** The type of a page says which of its parts counts: a damaged page has several, and the largest is the safe one. */
// protects: A page whose header has several parts is counted by the largest: the decoder may follow any of them.
// mutant: "by the largest of its parts": max → min
const valuesOf = (header: Thrift.Fields): number =>
  Math.max(
    ...[PAGE.data, PAGE.data2, PAGE.dictionary].map((id) => {
      const own = header.get(id)
      return own?.type === 12 ? number(own.fields.get(VALUES)) : 0
    }),
  )

/**
 * Returns the bytes that decoding a column takes at most, roughly. `bytes` are those of the part.
 * Throws for damaged pages.
 */
export const memoryOf = (bytes: Uint8Array, { isText, width }: ColumnChunk): number => {
  let memory = bytes.length
  let average = 0
  for (let at = 0; at < bytes.length;) {
    const { end, fields } = Thrift.readAt(bytes, at, MOST_VALUES)
    const [compressed, uncompressed] = [number(fields.get(PAGE.compressed)), number(fields.get(PAGE.uncompressed))]
    const values = valuesOf(fields)
    if (compressed < 0 || uncompressed < 0 || values < 0) throw new Error("a page has a size below zero")
    if (number(fields.get(PAGE.type)) === DICTIONARY) {
      // Rows repeat the texts of the dictionary.
      average = isText && values > 0 ? uncompressed / values : 0
      memory += uncompressed * 2
    } else memory += uncompressed * 2 + values * (width + average) * COPIES
    at = end + compressed
  }
  return memory
}
