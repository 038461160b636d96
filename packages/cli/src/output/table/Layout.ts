/**
 * Which columns a table has, and how wide they are: measured on its first rows, fitted to the terminal.
 *
 * @module
 */
import * as Cell from "./Cell.js"
import * as Field from "./Field.js"
import * as Width from "./Width.js"

/** A column that is shown. */
export interface Column {
  readonly field: Field.Field
  readonly style: Cell.Style
  readonly heading: string
  readonly width: number
  readonly isNumber: boolean
}

/** The columns of a table. */
export interface Layout {
  /** Those that are shown. */
  readonly columns: ReadonlyArray<Column>
  /** Those for which there is no room. */
  readonly narrow: ReadonlyArray<Field.Field>
  /** Those that none of the first rows has. */
  readonly empty: ReadonlyArray<Field.Field>
}

/** Spaces between columns. */
export const gap = 2

/** To how many columns a text is cut before a column is left out, and how wide it may be at most. */
const [narrowest, widest] = [24, 60]

const widthOf = (columns: ReadonlyArray<Column>): number => columns.reduce((sum, { width }) => sum + width + gap, -gap)

/** Lays out the columns of rows like these for a number of columns of the terminal. */
export const of = (
  fields: ReadonlyArray<Field.Field>,
  rows: ReadonlyArray<unknown>,
  available: number,
  context: Cell.Context,
): Layout => {
  const measured = fields.map((field): Column & { readonly isEmpty: boolean } => {
    const values = rows.map((row) => Field.valueIn(field, row)).filter((value) => value !== undefined)
    const style = Cell.styleOf(field, values, context)
    const heading = Cell.heading(field, context)
    const widths = values.map((value) => Width.of(Cell.text(field, value, style, context)))
    const areNumbers = values.length > 0 && values.every((value) => ["number", "bigint"].includes(typeof value))
    const isNumber = !Cell.isInstant(field) && (field.isNumber ?? areNumbers)
    const isEmpty = values.length === 0
    return { field, style, heading, width: Math.max(Width.of(heading), ...widths), isNumber, isEmpty }
  })
  const isCut = (column: Column) => !column.isNumber && !Cell.isInstant(column.field)
  const atMost = (column: Column, most: number) =>
    isCut(column) ? Math.min(column.width, Math.max(most, Width.of(column.heading))) : column.width

  // Rows of nothing but absent values would give no table at all.
  const full = rows.length === 0 ? measured : measured.filter(({ isEmpty }) => !isEmpty)
  const columns: Array<Column> = []
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
