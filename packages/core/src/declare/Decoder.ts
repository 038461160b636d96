/**
 * Decodes the bytes of a response to checked, typed values.
 *
 * @module
 */
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import type { Columns } from "../Columns.js"
import type { InvalidRow } from "./Envelope.js"
import { checkOf } from "../internal/decoder/check.js"
import * as FastPath from "../internal/decoder/fastPath.js"
import * as slowPath from "../internal/decoder/slowPath.js"
import { withBeside } from "../internal/decoder/withBeside.js"
import { peek } from "../internal/json/peek.js"

/**
 * Reason why a document was not decoded.
 *
 * `Truncated`: it is not complete JSON, as after a lost connection; a retry may help. `Refused`: it is JSON, but
 * the schema rejects it. `path` is the path of the value in the document (`results[1234].c`), `snippet` a short
 * excerpt of the document around the value. `row` and `ticker` are absent if the value is not part of a row.
 */
export type Refusal =
  | { readonly _tag: "Truncated"; readonly detail: string }
  | (Omit<InvalidRow, "row"> & { readonly _tag: "Refused"; readonly row?: number })

/** Envelope and rows of a document. */
export interface Decoded<Envelope, Rows> {
  /** Fields around the rows. */
  readonly envelope: Envelope
  /** Rows, as objects or as columns. */
  readonly rows: Rows
  /** Skipped rows; absent if none. */
  readonly invalid?: ReadonlyArray<InvalidRow>
  /** Number of rows left out because they repeat an earlier one; absent if none. */
  readonly repeated?: number
}

/**
 * Decodes a document. With `skipping`, rows that the schema rejects are omitted and returned in
 * `invalid`; otherwise the document is rejected. Only documents with such rows take longer.
 */
export type Decode<Envelope, Rows> = (
  bytes: Uint8Array,
  skipping?: boolean,
) => Either.Either<Decoded<Envelope, Rows>, Refusal>

/** Checked rows that become objects when they are read. A plain array satisfies this interface. */
export interface LazyRows<Row> {
  /** Number of rows. */
  readonly length: number
  /**
   * Returns the rows from `start` (at least 0) up to, not including, `end`, as objects. Creates
   * them on each call, unless the rows are objects already.
   */
  readonly slice: (start: number, end: number) => ReadonlyArray<Row>
}

/** Decoder of documents with a list of rows. */
export interface Decoder<Envelope, Row> {
  /** Decodes the rows as objects. */
  readonly rows: Decode<Envelope, ReadonlyArray<Row>>
  /**
   * Decodes the rows, to be converted to objects part by part. Objects that are dropped at once
   * cost little, because they die before the next garbage collection.
   */
  readonly lazyRows: Decode<Envelope, LazyRows<Row>>
  /** Decodes the rows as columns: faster, and smaller in memory. */
  readonly columns: Decode<Envelope, Columns<Row>>
  /**
   * Warms up `columns` and `lazyRows` by decoding synthetic rows, so that the JIT compiles them
   * while the first document is on its way. Takes a few milliseconds; later calls do nothing.
   */
  readonly prepare: () => void
  /**
   * Finds the document's top-level `next_url` at its end or start without decoding it; `undefined` if not found
   * there. It is a hint: only decoding shows whether the document is complete and its schema accepts the URL.
   */
  readonly nextUrl: (bytes: Uint8Array) => string | undefined
  /** Same decoder without generated code, for environments whose Content-Security-Policy forbids `new Function`. */
  readonly withoutCodeGeneration: Decoder<Envelope, Row>
}

/** Number of rows from which generating code to read them pays off. */
const GENERATE_AFTER = 64

/** Location and schemas of the rows in a document. */
export interface HistoryOptions<Envelope, EI, Row, RI> {
  /** Schema of the document without its rows. */
  readonly envelope: Schema.Schema<Envelope, EI>
  /** Schema of a row. */
  readonly row: Schema.Schema<Row, RI>
  /**
   * Key of the rows, or keys separated by dots: `results`, `results.values`; empty if the document
   * is the array of rows.
   */
  readonly at: string
}

/** {@link HistoryOptions}, with the fields beside the rows. */
export interface ListOptions<Envelope, EI, Row, RI, Beside, BI> extends HistoryOptions<Envelope, EI, Row, RI> {
  /** Schema of the object around the rows, without them. */
  readonly beside?: Schema.Schema<Beside, BI> | undefined
}

/**
 * Creates a decoder of documents with rows under a key, or under keys separated by dots
 * (`"results"`, `"results.values"`). If the rows are absent or `null`, there are none.
 *
 * The schema `envelope` decodes the document without its rows. With rows under two keys
 * (`results.values`), the schema `beside` decodes the object around the rows (`results` without
 * `values`), and its fields are merged into the envelope; if that object is absent or `null`, there
 * are none. Unknown keys are ignored. A document that is an array has no envelope.
 *
 * For any document, decoding takes time linear in its length, and the decoder keeps only the names
 * and the order of a few short keys.
 */
export const list = <Envelope, EI, Row, RI, Beside = unknown, BI = unknown>(
  options: ListOptions<Envelope, EI, Row, RI, Beside, BI>,
): Decoder<Envelope & Beside, Row> => {
  const { at, beside, envelope, row } = options
  // Without a key there are none.
  const keys = at.split(".").filter(Boolean)
  return make((generating) =>
    FastPath.make({
      envelope: beside === undefined ? envelope : withBeside(envelope, beside, keys[0]!),
      row,
      at: keys,
      generating,
      generateAfter: GENERATE_AFTER,
      checkOf,
    }),
  )
}

/**
 * Creates a decoder of documents with rows of numbers, without fields beside them: like
 * {@link list} in less code. Documents that it does not scan, such as those with a row that the
 * schema rejects, are decoded by the schema, which takes two to three times as long.
 */
export const history = <Envelope, EI, Row, RI>({
  at,
  ...schemas
}: HistoryOptions<Envelope, EI, Row, RI>): Decoder<Envelope, Row> =>
  make((generating) =>
    FastPath.make({ ...schemas, at: at.split(".").filter(Boolean), generating, generateAfter: GENERATE_AFTER }),
  )

/** Makes a decoder that is compiled on first use. */
const make = <Envelope, Row>(compile: (generating: boolean) => FastPath.ListDecoder): Decoder<Envelope, Row> => {
  const decoderOf = (generating: boolean): Decoder<Envelope, Row> => {
    let decoder: FastPath.ListDecoder | undefined
    const get = () => (decoder ??= compile(generating))
    let without: Decoder<Envelope, Row> | undefined
    return {
      rows: (...document) => get().rows(...document) as never,
      lazyRows: (...document) => get().lazyRows(...document) as never,
      columns: (...document) => get().columns(...document) as never,
      prepare: () => get().prepare(),
      nextUrl: (bytes) => peek(bytes, "next_url"),
      get withoutCodeGeneration() {
        return generating ? (without ??= decoderOf(false)) : this
      },
    }
  }
  return decoderOf(true)
}

/** A single value, counted as one row. */
export interface One<A> {
  /** Always 1. */
  readonly length: 1
  /** The value. */
  readonly value: A
}

/**
 * Creates a decoder of documents with one value: the whole document, or the value under the key
 * `at`. If the schema rejects the envelope, the envelope is empty.
 */
export const single = <Envelope, EI, A, I>(options: {
  readonly envelope: Schema.Schema<Envelope, EI>
  readonly value: Schema.Schema<A, I>
  readonly at?: string | undefined
}): ((bytes: Uint8Array) => Either.Either<Decoded<Envelope, One<A>>, Refusal>) => {
  let decode: ReturnType<typeof slowPath.single> | undefined
  return (bytes) =>
    Either.map(
      (decode ??= slowPath.single(options.envelope, options.value, options.at))(bytes),
      ({ envelope, value }) => ({ envelope: envelope as Envelope, rows: { length: 1, value: value as A } }),
    )
}
