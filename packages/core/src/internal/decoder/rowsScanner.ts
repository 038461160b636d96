/**
 * Scans the array of rows in a document into columns, whose buffers grow with the document: with the generated
 * scanner while rows have the expected shape, otherwise row by row.
 */
import { skipSpace } from "../json/tokenizer.js"
import { ColumnBuffers } from "./columnBuffers.js"
import type { Expectation } from "./expectation.js"
import { BATCH, viewOf } from "./generator.js"
import type { Scanner } from "./scanner.js"

/**
 * Number of unexpected rows after which the generated scanner is abandoned, unless they are less
 * than a third of all rows.
 */
const TOLERATED = 32

/** Rows of the initial buffers. Their length in bytes predicts the number of rows in the rest of the document. */
const INITIAL_ROWS = 64

/**
 * Rounds up, so that pages with about the same number of rows get arrays of the same size: the
 * allocator reuses freed memory of the same size.
 */
const rounded = (rows: number): number => {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(rows)) - 4)
  return Math.ceil(rows / step) * step
}

/** Rows of a document, and the position after their array. */
export interface ScannedRows {
  readonly buffers: ColumnBuffers
  readonly length: number
  readonly end: number
}

/**
 * Reads the array at `p`; `undefined` if the scanner gives up. Without `expectation` no code is
 * generated. Otherwise code is generated after `after` rows: for fewer rows it does not pay off.
 */
export const readRows = (
  b: Uint8Array,
  p: number,
  scanner: Scanner,
  expectation: Expectation | undefined,
  after: number,
): ScannedRows | undefined => {
  const buffers = new ColumnBuffers(scanner.fields, INITIAL_ROWS)
  const view = viewOf(b)
  const start = (p = skipSpace(b, p + 1))
  let length = 0
  /**
   * Returns the number of rows up to which some more may be written. Full buffers grow to the number of rows in the
   * document if the remaining rows are as long as those so far.
   */
  const roomFor = (more: number): number => {
    if (length >= buffers.capacity) {
      const expected = 1.05 * length * ((b.length - start) / (p - start))
      buffers.grow(rounded(Math.min(Math.max(expected, 2 * length), 1024 * length)))
    }
    return Math.min(length + more, buffers.capacity)
  }
  for (let misses = 0; misses > 0 || b[p] !== 93; misses++) {
    const expecting = expectation !== undefined && (misses < TOLERATED || misses * 3 < length)
    const first = misses === 0 && expectation?.scan === undefined
    p = scanner.scan(b, p, buffers, length, roomFor(expecting ? (first ? after : 1) : b.length))
    length = scanner.rows
    if (p < 0) return undefined
    if (expecting && b[p] === 44) {
      expectation.learn(b, misses)
      const { scan } = expectation
      if (scan !== undefined) {
        let limit: number
        do {
          limit = roomFor(BATCH)
          p = scan(b, view, p, length, limit, buffers)
          length = scanner.rows
        } while (length === limit)
        p = skipSpace(b, p)
      }
    }
    if (b[p] === 93) break
    if (b[p] !== 44) return undefined
    p = skipSpace(b, p + 1)
  }
  return { buffers, length, end: p + 1 }
}
