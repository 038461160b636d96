/** Merges the bars of several tickers by time. */
import * as Columns from "@candela/core/Columns"
import type { TickerBar } from "../../../TickerBar.js"

type Piece = Columns.Columns<TickerBar>

/** Maximum rows of a merged chunk. */
const most = 8192

/** Position of a ticker's next row. */
interface Cursor {
  readonly pieces: ReadonlyArray<Piece>
  piece: number
  row: number
}

const timeOf = ({ piece, pieces, row }: Cursor): number => pieces[piece]?.columns.timestamp[row] ?? Infinity

const advance = (cursor: Cursor): void => {
  cursor.row++
  if (cursor.row < cursor.pieces[cursor.piece]!.length) return
  cursor.piece++
  cursor.row = 0
}

/**
 * Merges the rows of all tickers in ascending time, those of one instant in the order of the
 * tickers. Each ticker's rows must ascend, and none of its pieces may be empty.
 *
 * Scanning all tickers for each instant costs no more than a heap if most of them have a row at
 * most instants, as bars of one size do.
 */
export function* merge(tickers: ReadonlyArray<ReadonlyArray<Piece>>): Generator<Piece> {
  const cursors = tickers.map((pieces): Cursor => ({ pieces, piece: 0, row: 0 }))
  let parts: Array<Piece> = []
  let rows: Array<number> = []
  for (;;) {
    let time = Infinity
    for (const cursor of cursors) time = Math.min(time, timeOf(cursor))
    if (time === Infinity) break
    for (const cursor of cursors) {
      while (timeOf(cursor) === time) {
        parts.push(cursor.pieces[cursor.piece]!)
        rows.push(cursor.row)
        advance(cursor)
      }
    }
    if (rows.length >= most) {
      yield Columns.gather(parts, rows)
      parts = []
      rows = []
    }
  }
  if (rows.length > 0) yield Columns.gather(parts, rows)
}
