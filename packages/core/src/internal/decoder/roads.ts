/**
 * The roads from a document to its rows, and the choice between them.
 *
 * Rows of numbers are scanned from the bytes. Rows of strings, and rows of values within values, are parsed by the engine, which makes strings faster
 * than any code can, and checked. Whatever these two are not certain about goes the slow road. The envelope always goes through its schema: it is
 * small, and an oddity in it does not concern the rows.
 */
import * as Either from "effect/Either"
import { locate } from "../json/locate.js"
import { checkOf } from "./check.js"
import { type Field, fieldsOf } from "./column.js"
import { type ColumnStore, fromRows } from "./columnStore.js"
import { ColumnWriter } from "./columnWriter.js"
import { Expectation } from "./expectation.js"
import { layoutOf } from "./layout.js"
import { rehearsal } from "./rehearsal.js"
import * as rowMaker from "./rowMaker.js"
import { readRows } from "./rowsScanner.js"
import { Scanner } from "./scanner.js"
import { type Cell, cellsOf } from "./sheet.js"
import * as slowRoad from "./slowRoad.js"

export interface Options extends slowRoad.Options {
  /** Whether code may be made from strings. */
  readonly generating: boolean
  /** How many rows are read before code is made for those that follow. */
  readonly generateAfter: number
}

/** A document's envelope and rows, in one form or the other. */
interface Decoded<Rows> {
  readonly envelope: unknown
  readonly rows: Rows
}

/** Rows of which those that are asked for become objects. */
interface LazyRows {
  readonly length: number
  readonly slice: (start: number, end: number) => ReadonlyArray<unknown>
}

export interface Roads {
  readonly rows: (b: Uint8Array) => slowRoad.Result<Decoded<ReadonlyArray<unknown>>>
  readonly lazyRows: (b: Uint8Array) => slowRoad.Result<Decoded<LazyRows>>
  readonly columns: (b: Uint8Array) => slowRoad.Result<Decoded<ColumnStore>>
  /** Has what reads columns compiled before the first of them are here. */
  readonly prepare: () => void
}

/** Rows with at most so many strings among their fields are read faster by a scanner. */
const STRINGS = 1 / 4

const isScanned = (cells: ReadonlyArray<Cell> | undefined): cells is ReadonlyArray<Cell> =>
  cells !== undefined && cells.filter((cell) => cell.kind === "other").length <= STRINGS * cells.length

/** The document with an empty array in place of what stands from `start` to `end`. */
const emptied = (b: Uint8Array, start: number, end: number): Uint8Array => {
  const out = new Uint8Array(start + 2 + b.length - end)
  out.set(b.subarray(0, start))
  out[start] = 91
  out[start + 1] = 93
  out.set(b.subarray(end), start + 2)
  return out
}

export const make = (options: Options): Roads => {
  const { at, generateAfter, generating, row } = options
  const layout = layoutOf(row.ast)
  const cells = layout && cellsOf(layout)
  const check = layout && checkOf({ _tag: "Array", item: layout, tests: [] }, generating)
  const parsed = slowRoad.list(options, check)
  const fields: ReadonlyArray<Field> = fieldsOf(row.ast)
  const inColumns = (b: Uint8Array) =>
    Either.map(parsed(b), ({ envelope, rows }) => ({ envelope, rows: fromRows(fields, rows) }))
  if (!isScanned(cells)) return { rows: parsed, lazyRows: parsed, columns: inColumns, prepare: () => {} }

  const scanner = new Scanner(cells)
  const expectation = generating ? new Expectation(scanner) : undefined
  const makeRows = generating ? rowMaker.generated(cells) : rowMaker.interpreted(cells)

  /** The envelope, when `read` reads the rows' array at a position up to the position that it gives. */
  const scan = (b: Uint8Array, read: (p: number) => number): { readonly envelope: unknown } | undefined => {
    const start = locate(b, at, "first")
    if (start < 0 || b[start] !== 91) return undefined
    const end = read(start)
    if (end < 0) return undefined
    const rest = emptied(b, start, end)
    // Where the rows' key is repeated, other rows than those count.
    return locate(rest, at, "last") === start ? Either.getOrUndefined(parsed(rest)) : undefined
  }

  let prepared = false
  const scanColumns = (b: Uint8Array): Decoded<ColumnStore> | undefined => {
    const writer = new ColumnWriter(scanner)
    const around = scan(b, (p) => readRows(b, p, writer, expectation, generateAfter))
    return around && { envelope: around.envelope, rows: writer.sheet.take(writer.length, makeRows) }
  }

  const lazyRows: Roads["lazyRows"] = (b) => {
    const scanned = scanColumns(b)
    if (scanned === undefined) return parsed(b)
    const { envelope, rows } = scanned
    return Either.right({ envelope, rows: { length: rows.length, slice: rows.rows } })
  }

  return {
    rows: (b) => Either.map(lazyRows(b), ({ envelope, rows }) => ({ envelope, rows: rows.slice(0, rows.length) })),
    lazyRows,
    columns: (b) => {
      const scanned = scanColumns(b)
      return scanned ? Either.right(scanned) : inColumns(b)
    },
    prepare: () => {
      if (expectation === undefined || expectation.scan !== undefined || prepared) return
      prepared = true
      scanColumns(rehearsal(cells, at))
    },
  }
}
