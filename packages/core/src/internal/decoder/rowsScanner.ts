/**
 * The array of rows in a document, from its bytes into a writer: row by row with the scanner, and with a generated one wherever rows look as expected.
 */
import { skipSpace } from "../json/tokenizer.js"
import type { ColumnWriter } from "./columnWriter.js"
import type { Expectation } from "./expectation.js"

/** So many rows that are not as expected are put up with; beyond that, as many as are less than a third of all. */
const TOLERATED = 32

/**
 * Reads the array at `p`, and gives the position after it. `expectation` is left out where no code is to be generated; none is before `after` rows are
 * read, since few rows do not repay it.
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
