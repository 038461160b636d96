/**
 * What stands around the rows of an answer.
 *
 * Every field may be absent: a last page of the service may be `{}`. What nobody computes with never costs the rows: a value of another type than the
 * field's reads as absent, and a `request_id` that is a number as its text. Only a `next_url` that is not text is refused: pages would be lost.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import * as Option from "effect/Option"
import type { Checkpoint } from "./Checkpoint.js"
import * as Field from "./Field.js"
import * as Unit from "./Unit.js"

/** The text of an id, which may be a number. The service has sent objects too: they name nothing. */
const textOf = Option.flatMapNullable((id: unknown) =>
  typeof id === "string" || typeof id === "number" ? String(id) : undefined,
)

/** The fields of every list answer's envelope (specification, Response envelope). */
export const fields = {
  /** `OK`; `DELAYED` when the key's plan gives delayed data; `success`. */
  status: Field.lenient(Schema.String),
  /** The service's id of the request. */
  request_id: Field.lenient(Schema.String, textOf),
  /** Number of results, by the service's count: it is sometimes wrong, `results.length` never is. */
  count: Field.lenient(Unit.Count),
  /** Where the next page is; absent on the last page. `.pages` and `.stream` follow it. */
  next_url: Field.optional(Schema.String),
}

/** The envelope of a list answer. */
export interface List extends Field.Row<typeof fields> {}

/** The envelope of a list answer. */
export const List: Field.SchemaOf<List, typeof fields> = Schema.Struct(fields)

/** A row that is left out of a page, and why: its schema refuses it, or it does not follow the last row of the page before. */
export interface InvalidRow {
  /** Its number among the rows of the document, from 0. */
  readonly row: number
  /** Its ticker, or the document's. Absent where neither names one. */
  readonly ticker?: string
  /** The path of the refused value, by the keys of the document: `results[1234].c`. */
  readonly path: string
  /** Expectation of the schema. */
  readonly expected: string
  /** Value of the row. */
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
  /**
   * The place after the page, on pages of a stream with `Checkpoints.layer`. Absent where its `next_url` repeats the key within its cursor, or leads to no page.
   */
  readonly checkpoint?: Checkpoint
}
