/** Rows as columns. */
import { BATCH, type Scan, viewOf } from "./generator.js"
import type { Scanner } from "./scanner.js"
import { Sheet } from "./sheet.js"

/** The room to begin with: so many rows tell how long the others are. */
const FIRST = 64

/** A little more, so that pages with about as many rows get arrays of one size: memory of one size is soon found again when it is free. */
const rounded = (rows: number): number => {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(rows)) - 4)
  return Math.ceil(rows / step) * step
}

export class ColumnWriter {
  readonly sheet: Sheet
  length = 0
  private start = -1

  constructor(private readonly scanner: Scanner) {
    this.sheet = new Sheet(scanner.cells, FIRST)
  }

  /** Writes up to `count` rows, the first of them at `p`, and returns the position after them; negative where it is not certain. */
  write(b: Uint8Array, p: number, count: number): number {
    if (this.start < 0) this.start = p
    this.makeRoom(b, p)
    const end = this.scanner.scan(b, p, this.sheet, this.length, Math.min(this.length + count, this.sheet.capacity))
    this.length = this.scanner.rows
    return end
  }

  /** Writes the rows after `p` that a generated scanner reads, and returns the position after them. */
  writeExpected(b: Uint8Array, p: number, scan: Scan): number {
    const { scanner, sheet } = this
    const view = viewOf(b)
    let limit: number
    do {
      this.makeRoom(b, p)
      limit = Math.min(this.length + BATCH, sheet.capacity)
      p = scan(b, view, p, this.length, limit, sheet)
      this.length = scanner.rows
    } while (this.length === limit)
    return p
  }

  /** Where the sheet is full, room for as many rows as the document holds if they go on as they began. */
  private makeRoom(b: Uint8Array, p: number): void {
    const { length, sheet, start } = this
    if (length < sheet.capacity) return
    const expected = 1.05 * length * ((b.length - start) / (p - start))
    sheet.grow(rounded(Math.min(Math.max(expected, 2 * length), 1024 * length)))
  }
}
