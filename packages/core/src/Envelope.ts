/**
 * What stands around the rows of an answer.
 *
 * Every field may be absent: a last page of the service may be `{}`. The totals that some answers carry (`count`) are sometimes wrong and
 * are left out.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import * as Field from "./Field.js"

/** The service's id of a request. It is a string, and in some answers a number. */
export const RequestId: Schema.Schema<string, string | number> = Schema.transform(
  Schema.Union(Schema.String, Schema.Number),
  Schema.String,
  { strict: true, decode: String, encode: (id) => id },
)

/** The fields of every list answer's envelope (specification, Response envelope). */
export const fields = {
  status: Field.optional(Schema.String),
  request_id: Field.optional(RequestId),
  next_url: Field.optional(Schema.String),
}

/** The envelope of a list answer. */
export interface List {
  /** `OK`; `DELAYED` when the key's plan gives delayed data; `success`. */
  readonly status?: string
  /** The service's id of the request. */
  readonly request_id?: string
  /** Where the next page is; absent on the last page. `.pages` and `.stream` follow it. */
  readonly next_url?: string
}

interface ListWire {
  readonly status?: string | null
  readonly request_id?: string | number | null
  readonly next_url?: string | null
}

/** The envelope of a list answer. */
export const List: Schema.Schema<List, ListWire> = Schema.Struct(fields)

/** A row that is left out of a page, and why: its schema refuses it, or it does not follow the last row of the page before. */
export interface InvalidRow {
  /** Its number among the rows of the document, from 0. */
  readonly row: number
  /** Its ticker, or the document's. Absent where neither names one. */
  readonly ticker?: string
  /** The path of the refused value, by the keys of the document: `results[1234].c`. */
  readonly path: string
  /** What the schema expects. */
  readonly expected: string
  /** What the row has instead. */
  readonly actual: string
  /** The beginning of the row as JSON; empty where the document holds the key. */
  readonly snippet: string
}

/** One page of rows, with the rest of the envelope under its own names. */
export interface Page<Row> extends List {
  /** The rows of the page; empty when it has none. */
  readonly results: ReadonlyArray<Row>
  /** The rows that `onInvalidRow: "skip"` left out, and why; absent where it left out none. */
  readonly invalid?: ReadonlyArray<InvalidRow>
}
