/**
 * Columns of a table and their widths: measured on its first rows, fitted to the terminal.
 *
 * @module
 */
import * as Cell from "./Cell.js"
import * as Field from "./Field.js"
import * as Width from "./Width.js"

/** Visible column. */
export interface VisibleColumn {
  readonly field: Field.Field
  readonly style: Cell.Style
  readonly heading: string
  readonly width: number
  readonly isNumber: boolean
}

/** Columns of a table. */
export interface TableLayout {
  /** Visible columns. */
  readonly columns: ReadonlyArray<VisibleColumn>
  /** Columns without room. */
  readonly narrow: ReadonlyArray<Field.Field>
  /** Columns without a value in the first rows. */
  readonly empty: ReadonlyArray<Field.Field>
}

/** Number of spaces between columns. */
export const gap = 2

/** Width to which a text is cut before a column is left out, and maximum width of a text. */
const [narrowest, widest] = [24, 60]

const widthOf = (columns: ReadonlyArray<VisibleColumn>): number =>
  columns.reduce((sum, { width }) => sum + width + gap, -gap)

/** Lays out the columns of such rows for a width of the terminal. */
export const of = (
  fields: ReadonlyArray<Field.Field>,
  rows: ReadonlyArray<unknown>,
  available: number,
  context: Cell.Context,
): TableLayout => {
  const measured = fields.map((field): VisibleColumn & { readonly isEmpty: boolean } => {
    const values = rows.map((row) => Field.valueIn(field, row)).filter((value) => value !== undefined)
    const style = Cell.styleOf(field, values, context)
    const heading = Cell.heading(field, context)
    const widths = values.map((value) => Width.of(Cell.text(field, value, style, context)))
    const areNumbers = values.length > 0 && values.every((value) => ["number", "bigint"].includes(typeof value))
    const isNumber = !Cell.isInstant(field) && (field.isNumber ?? areNumbers)
    const isEmpty = values.length === 0
    return { field, style, heading, width: Math.max(Width.of(heading), ...widths), isNumber, isEmpty }
  })
  const isCut = (column: VisibleColumn) => !column.isNumber && !Cell.isInstant(column.field)
  const atMost = (column: VisibleColumn, most: number) =>
    isCut(column) ? Math.min(column.width, Math.max(most, Width.of(column.heading))) : column.width

  // A table of only absent values would have no columns.
  const full = rows.length === 0 ? measured : measured.filter(({ isEmpty }) => !isEmpty)
  const columns: Array<VisibleColumn> = []
  for (const column of full) {
    const next = { ...column, width: atMost(column, narrowest) }
    if (columns.length > 0 && widthOf([...columns, next]) > available) break
    columns.push(next)
  }
  let room = available - widthOf(columns)
  const wider = columns.map((column, index) => {
    const width = Math.min(atMost(full[index]!, widest), column.width + Math.max(0, room))
    room -= width - column.width
    return { ...column, width }
  })
  return {
    columns: wider,
    narrow: full.slice(columns.length).map(({ field }) => field),
    empty: rows.length === 0 ? [] : measured.filter(({ isEmpty }) => isEmpty).map(({ field }) => field),
  }
}
