/**
 * Scans the array of rows in a document: with the generated scanner while rows have the expected
 * shape, otherwise row by row.
 */
import { skipSpace } from "../json/tokenizer.js"
import type { ColumnWriter } from "./columnWriter.js"
import type { Expectation } from "./expectation.js"

/**
 * Number of unexpected rows after which the generated scanner is abandoned, unless they are less
 * than a third of all rows.
 */
const TOLERATED = 32

/**
 * Reads the array at `p` and returns the position after it. Without `expectation` no code is
 * generated. Otherwise code is generated after `after` rows: for fewer rows it does not pay off.
 */
export const readRows = (
  b: Uint8Array,
  p: number,
  writer: ColumnWriter,
  expectation: Expectation | undefined,
  after: number,
): number => {
  p = skipSpace(b, p + 1)
  if (b[p] === 93) return p + 1
  for (let misses = 0; ; misses++) {
    const expecting = expectation !== undefined && (misses < TOLERATED || misses * 3 < writer.length)
    const first = misses === 0 && expectation?.scan === undefined
    p = writer.write(b, p, expecting ? (first ? after : 1) : b.length)
    if (p < 0) return p
    if (expecting && b[p] === 44) {
      expectation.learn(b, misses)
      if (expectation.scan !== undefined) p = skipSpace(b, writer.writeExpected(b, p, expectation.scan))
    }
    if (b[p] === 93) return p + 1
    if (b[p] !== 44) return -1
    p = skipSpace(b, p + 1)
  }
}
