/** Writes rows as columns, in buffers that grow with the document. */
import { BATCH, type Scan, viewOf } from "./generator.js"
import type { Scanner } from "./scanner.js"
import { ColumnBuffers } from "./columnBuffers.js"

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

export class ColumnWriter {
  readonly buffers: ColumnBuffers
  length = 0
  private start = -1

  constructor(private readonly scanner: Scanner) {
    this.buffers = new ColumnBuffers(scanner.fields, INITIAL_ROWS)
  }

  /**
   * Writes up to `count` rows, the first of them at `p`, and returns the position after them;
   * negative if the scanner gives up.
   */
  write(b: Uint8Array, p: number, count: number): number {
    if (this.start < 0) this.start = p
    this.makeRoom(b, p)
    const end = this.scanner.scan(b, p, this.buffers, this.length, Math.min(this.length + count, this.buffers.capacity))
    this.length = this.scanner.rows
    return end
  }

  /** Writes the rows after `p` that a generated scanner reads, and returns the position after them. */
  writeExpected(b: Uint8Array, p: number, scan: Scan): number {
    const { buffers, scanner } = this
    const view = viewOf(b)
    let limit: number
    do {
      this.makeRoom(b, p)
      limit = Math.min(this.length + BATCH, buffers.capacity)
      p = scan(b, view, p, this.length, limit, buffers)
      this.length = scanner.rows
    } while (this.length === limit)
    return p
  }

  /** Grows full buffers to the number of rows in the document if the remaining rows are as long as those so far. */
  private makeRoom(b: Uint8Array, p: number): void {
    const { buffers, length, start } = this
    if (length < buffers.capacity) return
    const expected = 1.05 * length * ((b.length - start) / (p - start))
    buffers.grow(rounded(Math.min(Math.max(expected, 2 * length), 1024 * length)))
  }
}
