/**
 * Envelope of a response: the fields around its rows.
 *
 * Every field may be absent: a last page of the service may be `{}`. Invalid informational fields
 * never fail the rows: a value of another type than the field's reads as absent, and a numeric
 * `request_id` as its text. Only a `next_url` that is not text is rejected: pages would be lost.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import * as Option from "effect/Option"
import { Checkpoint } from "../Checkpoint.js"
import * as Field from "./Field.js"
import * as Structure from "../internal/Structure.js"
import * as Unit from "./Unit.js"

/** Text of an id, which may be a number. The service has also sent objects, which identify nothing. */
const textOf = Option.flatMapNullable((id: unknown) =>
  typeof id === "string" || typeof id === "number" ? String(id) : undefined,
)

/** Envelope fields of every list response (specification, Response envelope). */
export const fields = {
  /** `OK`; `DELAYED` if the key's plan has delayed data; `success`. */
  status: Field.lenient(Schema.String),
  /** The service's id of the request. */
  request_id: Field.lenient(Schema.String, textOf),
  /** Number of results as counted by the service: sometimes wrong, unlike `results.length`. */
  // protects: A count of another type costs no rows.
  // mutant: "never costs the rows": lenient → optional
  count: Field.lenient(Unit.Count),
  /** URL of the next page; absent on the last page. `.pages` and `.stream` follow it. */
  next_url: Field.optional(Schema.String),
}

/** Envelope of a list response. */
export interface List extends Field.Row<typeof fields> {}

/** Schema of a list response's envelope. */
export const List: Field.SchemaOf<List, typeof fields> = Field.struct(fields)

/**
 * A row omitted from a page, with the reason: its schema rejects it, or it is not what was requested. It lies outside
 * the requested time, out of order or in another century, is another row of the same bar, or has another ticker.
 */
export interface InvalidRow {
  /** Index of the row in the document, from 0. */
  readonly row: number
  /** Ticker of the row or of the document; absent if neither has one. */
  readonly ticker?: string
  /** Path of the rejected value in the document: `results[1234].c`. */
  readonly path: string
  /** Expectation of the schema or of the request. */
  readonly expected: string
  /** Value of the row. */
  readonly actual: string
  /** Beginning of the row as JSON; empty if the document contains the API key. */
  readonly snippet: string
}

/** Schema of {@link InvalidRow}. */
export const InvalidRow: Schema.Schema<InvalidRow> = /* @__PURE__ */ Schema.Struct({
  row: Schema.NonNegativeInt,
  ticker: /* @__PURE__ */ Schema.optionalWith(Schema.String, { exact: true }),
  path: Schema.String,
  expected: Schema.String,
  actual: Schema.String,
  snippet: Schema.String,
})

/** One page of rows, with the rest of the envelope under its own names. */
export interface Page<Row> extends List {
  /** Rows of the page, possibly empty. */
  readonly results: ReadonlyArray<Row>
  /** Rows skipped by `onInvalidRow: "skip"`, with the reasons; absent if none. */
  readonly invalid?: ReadonlyArray<InvalidRow>
  /** Number of rows left out because they are identical to an earlier row of the page; absent if none. */
  readonly repeated?: number
  /**
   * Checkpoint after the page, on pages of a stream with `Checkpoints.layer`. Absent if its
   * `next_url` repeats the key within its cursor, or leads to no page.
   */
  readonly checkpoint?: Checkpoint
}

// oxlint-disable-next-line typescript/no-explicit-any -- a schema's types are invariant
type AnySchema = Schema.Schema<any, any>

/** Makes the schema of a page from those of its parts. */
export const page = (parts: {
  readonly beside: AnySchema | undefined
  readonly envelope: AnySchema
  readonly row: AnySchema
}): AnySchema =>
  Field.struct({
    ...Structure.recordOf(parts.envelope.ast),
    ...(parts.beside && Structure.recordOf(parts.beside.ast)),
    results: Field.required(Schema.Array(parts.row)),
    invalid: Field.optional(Schema.Array(InvalidRow)),
    repeated: Field.optional(Schema.NonNegativeInt),
    checkpoint: Field.optional(Checkpoint),
  })
