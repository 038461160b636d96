/**
 * From the bytes of a response to checked, typed values.
 *
 * @module
 */
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import type { Columns } from "./Columns.js"
import * as FastPath from "./internal/decoder/fastPath.js"
import * as slowPath from "./internal/decoder/slowPath.js"
import { withBeside } from "./internal/decoder/withBeside.js"
import { peek } from "./internal/json/locate.js"

/**
 * Why a document was not decoded.
 *
 * `Truncated`: it is not whole JSON, as when the connection was cut; asking again may help. `Refused`: it is JSON, but the schema refuses it.
 * `path` leads to the value in the document's own keys (`results[1234].c`), `snippet` is a short piece of the document around it.
 */
export type Refusal =
  | { readonly _tag: "Truncated"; readonly detail: string }
  | {
      readonly _tag: "Refused"
      readonly path: string
      readonly expected: string
      readonly actual: string
      readonly snippet: string
    }

/** A document's rows, and what stands around them. */
export interface Decoded<Envelope, Rows> {
  /** What stands around the rows. */
  readonly envelope: Envelope
  /** The rows, as objects or as columns. */
  readonly rows: Rows
}

/** Rows that are checked, and become objects as they are asked for. An array of rows is one. */
export interface LazyRows<Row> {
  /** How many rows there are. */
  readonly length: number
  /** The rows from `start`, at least 0, up to, not including, `end`, as objects: new ones each time, where they were not objects already. */
  readonly slice: (start: number, end: number) => ReadonlyArray<Row>
}

/** Reads documents that hold a list of rows. */
export interface Decoder<Envelope, Row> {
  /** The rows as objects. */
  readonly rows: (bytes: Uint8Array) => Either.Either<Decoded<Envelope, ReadonlyArray<Row>>, Refusal>
  /**
   * The rows, to be made objects a part at a time: objects that nobody keeps then cost next to nothing, since they are gone before the collector of
   * garbage looks for them.
   */
  readonly lazyRows: (bytes: Uint8Array) => Either.Either<Decoded<Envelope, LazyRows<Row>>, Refusal>
  /** The rows as columns: faster, and smaller in memory. */
  readonly columns: (bytes: Uint8Array) => Either.Either<Decoded<Envelope, Columns<Row>>, Refusal>
  /**
   * Has the runtime compile what reads columns, and rows one part at a time, by reading made-up rows: for the time that the first document takes to
   * come. It takes a few milliseconds once; later calls do nothing.
   */
  readonly prepare: () => void
  /**
   * The document's `next_url`, from a look at its tail and its head, before it is decoded; `undefined` where they do not show one. It stands at the top
   * level of a document that is whole. It is a hint: whether the document is whole, and what its schema makes of it, only decoding tells.
   */
  readonly nextUrl: (bytes: Uint8Array) => string | undefined
  /** The same decoder, which never generates code from strings, for where a Content-Security-Policy forbids it. */
  readonly withoutCodeGeneration: Decoder<Envelope, Row>
}

/** From this many rows on, generating code to read them pays off. */
const GENERATE_AFTER = 64

/**
 * A decoder of documents that hold rows under a key, or under keys separated by dots (`"results"`, `"results.values"`). Absent or `null` rows are no rows.
 *
 * The schema `envelope` decodes the document without its rows. With rows under two keys (`results.values`), the schema `beside` decodes the object around
 * the rows (`results` without `values`), and its fields are merged into the envelope; if that object is absent or `null`, there are none. Unknown keys are
 * ignored.
 *
 * Whatever a document holds, decoding takes time linear in its length, and the decoder keeps only the names and the order of a few short keys.
 */
export const list = <Envelope, EI, Row, RI, Beside = unknown, BI = unknown>(options: {
  readonly envelope: Schema.Schema<Envelope, EI>
  readonly row: Schema.Schema<Row, RI>
  readonly at: string
  readonly beside?: Schema.Schema<Beside, BI> | undefined
}): Decoder<Envelope & Beside, Row> => {
  const { beside, envelope, row } = options
  const at = options.at.split(".")
  const make = (generating: boolean): Decoder<Envelope & Beside, Row> => {
    let decoder: FastPath.ListDecoder | undefined
    const get = () =>
      (decoder ??= FastPath.make({
        envelope: beside === undefined ? envelope : withBeside(envelope, beside, at[0]!),
        row,
        at,
        generating,
        generateAfter: GENERATE_AFTER,
      }))
    let without: Decoder<Envelope & Beside, Row> | undefined
    return {
      rows: (bytes) => get().rows(bytes) as never,
      lazyRows: (bytes) => get().lazyRows(bytes) as never,
      columns: (bytes) => get().columns(bytes) as never,
      prepare: () => get().prepare(),
      nextUrl: (bytes) => peek(bytes, "next_url"),
      get withoutCodeGeneration() {
        return generating ? (without ??= make(false)) : this
      },
    }
  }
  return make(true)
}

/** One value, which counts as one row. */
export interface One<A> {
  /** Always 1. */
  readonly length: 1
  /** The value. */
  readonly value: A
}

/**
 * A decoder of documents that hold one value: the whole document, or what stands under the key `at`. The document is parsed once for the value and its
 * envelope; an envelope that its schema refuses is empty.
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
