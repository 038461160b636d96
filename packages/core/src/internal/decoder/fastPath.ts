/**
 * The fast paths from a document to its rows, and the choice between them and the slow path.
 *
 * Rows of numbers are scanned from the bytes. Rows of strings, and rows with nested values, are
 * parsed by `JSON.parse`, which creates strings faster than JavaScript can, and are then checked.
 * Anything that neither certainly reads like the schema takes the slow path. The envelope is always
 * decoded by its schema: it is small, and an unusual value in it does not slow the rows down.
 */
import * as Either from "effect/Either"
import * as Structure from "../Structure.js"
import { locate } from "../json/locate.js"
import type { Check } from "./check.js"
import { type ColumnField, fieldsOf } from "./column.js"
import { type ColumnStore, fromRows } from "./columnStore.js"
import * as Expectation from "./expectation.js"
import { warmUpDocument } from "./warmUp.js"
import * as rowMaker from "./rowMaker.js"
import { readRows } from "./rowsScanner.js"
import { infinity } from "./refusal.js"
import { Scanner } from "./scanner.js"
import { type ScannedField, scannedFieldsOf } from "./columnBuffers.js"
import * as slowPath from "./slowPath.js"

export interface FastPathOptions extends slowPath.ListSchemas {
  /** Whether code may be generated from strings. */
  readonly generating: boolean
  /** Number of rows read before code is generated for the following ones. */
  readonly generateAfter: number
  /** Compiles the check of parsed rows, if it can. Without it the schema decodes all rows that are not scanned. */
  readonly checkOf?: ((row: Structure.Type) => Check | undefined) | undefined
}

/** A document's envelope, its rows as objects or as columns, and skipped rows. */
interface Decoded<Rows> extends Pick<slowPath.DecodedList, "envelope" | "invalid"> {
  readonly rows: Rows
}

/** Rows that become objects when they are read. */
interface LazyRows {
  readonly length: number
  readonly slice: (start: number, end: number) => ReadonlyArray<unknown>
}

/** Decodes a document to rows in some form. With `skipping`, rows that the schema rejects are omitted. */
type Decode<Rows> = (b: Uint8Array, skipping?: boolean) => slowPath.DocumentResult<Decoded<Rows>>

export interface ListDecoder {
  readonly rows: Decode<ReadonlyArray<unknown>>
  readonly lazyRows: Decode<LazyRows>
  readonly columns: Decode<ColumnStore>
  /** Makes the JIT compile the scanner before the first document arrives. */
  readonly prepare: () => void
}

/** Maximum share of fields with strings up to which the scanner reads rows faster than `JSON.parse`. */
const MAX_SHARE_OF_STRINGS = 1 / 4

const isScanned = (fields: ReadonlyArray<ScannedField> | undefined): fields is ReadonlyArray<ScannedField> =>
  fields !== undefined &&
  fields.filter((field) => field.kind === "other" && !field.isList).length <= MAX_SHARE_OF_STRINGS * fields.length

/** Returns the document with an empty array in place of the bytes from `start` to `end`. */
const emptied = (b: Uint8Array, start: number, end: number): Uint8Array => {
  const out = new Uint8Array(start + 2 + b.length - end)
  out.set(b.subarray(0, start))
  out[start] = 91
  out[start + 1] = 93
  out.set(b.subarray(end), start + 2)
  return out
}

export const make = (options: FastPathOptions): ListDecoder => {
  const { at, checkOf, generateAfter, generating, row } = options
  const type = Structure.of(row.ast)
  const scanned = scannedFieldsOf(type)
  const parsed = slowPath.list(options, checkOf?.(type))
  let fields: ReadonlyArray<ColumnField> | undefined
  const inColumns: ListDecoder["columns"] = (...document) =>
    Either.map(parsed(...document), (decoded) => ({
      ...decoded,
      rows: fromRows((fields ??= fieldsOf(row.ast)), decoded.rows),
    }))
  if (!isScanned(scanned)) return { rows: parsed, lazyRows: parsed, columns: inColumns, prepare: () => {} }

  const scanner = new Scanner(scanned)
  const expectation = generating ? Expectation.make(scanner) : undefined
  const makeRows = generating ? rowMaker.generated(scanned) : rowMaker.interpreted(scanned)

  let prepared = false
  const scanColumns = (b: Uint8Array): Decoded<ColumnStore> | undefined => {
    const start = locate(b, at, "first")
    const read = b[start] === 91 ? readRows(b, start, scanner, expectation, generateAfter) : undefined
    if (read === undefined) return undefined
    const rest = emptied(b, start, read.end)
    // If the key of the rows is repeated, the last one counts, not this one.
    if (locate(rest, at, "last") !== start) return undefined
    const around = parsed(rest)
    return Either.isLeft(around) || infinity([], undefined, around.right.envelope) !== undefined
      ? undefined
      : { envelope: around.right.envelope, rows: read.buffers.take(read.length, makeRows) }
  }

  /** Decodes a document to columns, or else by another decoder. */
  const columnsOr =
    <Rows>(decode: Decode<Rows>): Decode<ColumnStore | Rows> =>
    (b, skipping) => {
      const decoded = scanColumns(b)
      return decoded ? Either.right(decoded) : decode(b, skipping)
    }
  const lazyRows: ListDecoder["lazyRows"] = columnsOr(parsed)

  return {
    rows: (...document) =>
      Either.map(lazyRows(...document), (decoded) => ({
        ...decoded,
        rows: decoded.rows.slice(0, decoded.rows.length),
      })),
    lazyRows,
    columns: columnsOr(inColumns),
    prepare: () => {
      if (expectation === undefined || expectation.scan !== undefined || prepared) return
      prepared = true
      scanColumns(warmUpDocument(scanned, at))
    },
  }
}
