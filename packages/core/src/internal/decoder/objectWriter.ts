/** Rows as objects. */
import type { Row } from "./column.js"
import { BATCH, type Scan, viewOf } from "./generator.js"
import type { Scanner } from "./scanner.js"
import { Sheet } from "./sheet.js"

/** So few rows that their columns stay in the processor's cache. */
const BLOCK = 512

export class ObjectWriter {
  readonly rows: Array<Row> = []
  private readonly sheet: Sheet

  constructor(private readonly scanner: Scanner) {
    this.sheet = new Sheet(scanner.cells, BLOCK)
  }

  get length(): number {
    return this.rows.length
  }

  write(b: Uint8Array, p: number, count: number): number {
    const { rows, scanner, sheet } = this
    sheet.clear()
    p = scanner.scan(b, p, sheet, 0, Math.min(count, BLOCK))
    if (p >= 0) for (let i = 0; i < scanner.rows; i++) rows.push(sheet.row(i))
    return p
  }

  writeExpected(b: Uint8Array, p: number, scan: Scan<Array<Row>>): number {
    const view = viewOf(b)
    let rows = 0
    let limit: number
    do {
      limit = rows + BATCH
      p = scan(b, view, p, rows, limit, this.rows)
      rows = this.scanner.rows
    } while (rows === limit)
    return p
  }
}
