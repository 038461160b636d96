/**
 * Where the rows of a file come from, as its metadata say: Parquet and Arrow files hold it as JSON under the key `candela`.
 *
 * @module
 */
import type * as Unit from "@candela/core/Unit"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** Options of writing, whatever the format. */
export interface WriteOptions {
  /** What was asked, as the endpoint's method takes it: kept in the file. A key does not belong to it. */
  readonly request?: object | undefined
  /** When the rows were known, epoch milliseconds: kept in the file. Default: the time of writing, by which two files of the same rows differ. */
  readonly time?: number | undefined
  /** What the columns are, by their names: kept in the file. */
  readonly texts?: Readonly<Record<string, string>> | undefined
}

/** A column, as the metadata say. */
export interface ColumnOrigin {
  /** What its values count; absent where the endpoint does not say. */
  readonly unit?: Unit.Unit | string | undefined
  /** What it is; absent where the writer gave no text. */
  readonly text?: string | undefined
}

/** Where the rows of a file come from. */
export interface Origin {
  /** Name of the endpoint: `stocks.bars`. */
  readonly endpoint: string
  /** What was asked; absent where the writer did not say. */
  readonly request?: Readonly<Record<string, unknown>> | undefined
  /** When the rows were known, epoch milliseconds. */
  readonly time: number
  /** Version of the library that wrote the file. */
  readonly version: string
  /** The columns with a unit or a text, by their names. Those within a column are `day.close`, those of a list's items `insights[].sentiment`. */
  readonly columns: Readonly<Record<string, ColumnOrigin>>
}

const Text = /* @__PURE__ */ Schema.parseJson(
  /* @__PURE__ */ Schema.Struct({
    columns: Schema.Record({
      key: Schema.String,
      value: Schema.Struct({ unit: Schema.optional(Schema.String), text: Schema.optional(Schema.String) }),
    }),
    endpoint: Schema.String,
    request: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
    time: Schema.Number,
    version: Schema.String,
  }),
)

/** Reads the text that a file has under `candela`; `undefined` for any other text. */
export const parse = (text: string): Origin | undefined => Either.getOrUndefined(Schema.decodeUnknownEither(Text)(text))
