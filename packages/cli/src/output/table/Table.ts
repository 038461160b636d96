/**
 * Rows as a text table, in constant memory: the first rows determine the columns for all.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import * as Stream from "effect/Stream"
import * as Cell from "./Cell.js"
import * as Field from "./Field.js"
import * as Layout from "./Layout.js"
import * as Width from "./Width.js"

/** Number of rows on which columns are measured. */
const sample = 100

/** Drawing options of a table. */
export interface TableOptions extends Cell.Context {
  /** Columns of the terminal; infinite for a file. */
  readonly width: number
  /** Whether the heading has a style. */
  readonly hasColors: boolean
}

/** Table in progress. */
export class Table {
  private layout: Layout.TableLayout | undefined
  private first: Array<unknown> = []
  /** Empty columns for which a later row has a value. */
  private readonly late = new Set<Field.Field>()

  constructor(
    private readonly fields: ReadonlyArray<Field.Field>,
    private readonly options: TableOptions,
  ) {}

  /** Names of the columns that are left out although rows have them. */
  get leftOut(): ReadonlyArray<string> {
    return [...(this.layout?.narrow ?? []), ...this.late].map(Field.nameOf)
  }

  /** Text of rows, once the widths of the columns are known. */
  write(rows: Iterable<unknown>): string {
    if (this.layout !== undefined) return this.lines(this.layout, rows)
    for (const row of rows) this.first.push(row)
    return this.first.length >= sample ? this.begin() : ""
  }

  /**
   * Text of the waiting rows. Without any it is empty, so that a failure is not preceded by a
   * heading as if there were an answer.
   */
  rest(): string {
    return this.first.length > 0 ? this.flush() : ""
  }

  /** Text of the waiting rows. Without any it is the heading. */
  flush(): string {
    return this.layout === undefined ? this.begin() : ""
  }

  private begin(): string {
    const { fields, first, options } = this
    const layout = Layout.of(fields, first.slice(0, sample), options.width, options)
    this.layout = layout
    this.first = []
    return this.heading(layout) + this.lines(layout, first)
  }

  private heading({ columns }: Layout.TableLayout): string {
    const cells = columns.map(({ heading, isNumber, width }) => Width.pad(heading, width, isNumber))
    const line = cells.join(" ".repeat(Layout.gap)).trimEnd()
    const rule = columns.map(({ width }) => "─".repeat(width)).join(" ".repeat(Layout.gap))
    return this.options.hasColors ? `\x1b[1m${line}\x1b[22m\n\x1b[2m${rule}\x1b[22m\n` : `${line}\n${rule}\n`
  }

  private lines({ columns, empty }: Layout.TableLayout, rows: Iterable<unknown>): string {
    let text = ""
    for (const row of rows) {
      const cells = columns.map(({ field, isNumber, style, width }) => {
        const cell = Cell.text(field, Field.valueIn(field, row), style, this.options)
        return Width.pad(isNumber || Cell.isInstant(field) ? cell : Width.cut(cell, width), width, isNumber)
      })
      text += `${cells.join(" ".repeat(Layout.gap)).trimEnd()}\n`
      for (const field of empty) if (Field.valueIn(field, row) !== undefined) this.late.add(field)
    }
    return text
  }
}

/** Text of a stream of rows, including those before a failure. */
export const text = <Err, R>(table: Table, rows: Stream.Stream<unknown, Err, R>): Stream.Stream<string, Err, R> => {
  return rows.pipe(
    Stream.mapChunks((chunk) => Chunk.of(table.write(chunk))),
    Stream.catchAllCause((cause) =>
      Stream.concat(
        Stream.sync(() => table.rest()),
        Stream.failCause(cause),
      ),
    ),
    Stream.concat(Stream.sync(() => table.flush())),
    Stream.filter((part) => part !== ""),
  )
}
