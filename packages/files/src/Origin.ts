/**
 * Origin of the rows of a file, in its metadata: Parquet and Arrow files store it as JSON under the key `candela`.
 *
 * @module
 */
import type * as Unit from "@candela/core/declare/Unit"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** Options of writing, whatever the format. */
export interface WriteOptions {
  /** Request, as passed to the endpoint's method, stored in the file. It must not contain an API key. */
  readonly request?: object | undefined
  /**
   * Time as of which the rows were known, epoch milliseconds, stored in the file. Default: the time
   * of writing, so two files of the same rows differ.
   */
  readonly time?: number | undefined
  /** Descriptions of the columns by name, stored in the file. */
  readonly texts?: Readonly<Record<string, string>> | undefined
}

/** A column in the metadata. */
export interface ColumnOrigin {
  /** Unit of its values; absent if the endpoint has none. */
  readonly unit?: Unit.Unit | string | undefined
  /** Description of the column; absent if the writer gave none. */
  readonly text?: string | undefined
}

/** Origin of the rows of a file. */
export interface Origin {
  /** Name of the endpoint: `stocks.bars`. */
  readonly endpoint: string
  /** Request; absent if the writer gave none. */
  readonly request?: Readonly<Record<string, unknown>> | undefined
  /** Time as of which the rows were known, epoch milliseconds. */
  readonly time: number
  /** Version of the library that wrote the file. */
  readonly version: string
  /** True if the bars are adjusted for splits; absent otherwise. */
  readonly adjusted?: boolean | undefined
  /**
   * Columns with a unit or a text, by name. Columns within a column are `day.close`, those of a
   * list's items `insights[].sentiment`.
   */
  readonly columns: Readonly<Record<string, ColumnOrigin>>
}

const Text = /* @__PURE__ */ Schema.parseJson(
  /* @__PURE__ */ Schema.Struct({
    adjusted: Schema.optional(Schema.Boolean),
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

/** Parses the text of a file under `candela`; `undefined` for any other text. */
export const parse = (text: string): Origin | undefined => Either.getOrUndefined(Schema.decodeUnknownEither(Text)(text))

/**
 * Whether the bars of a file are adjusted for splits, by its text under `candela`: as it states, or as they were
 * requested. `undefined` if that is not known.
 */
export const adjustedOf = (text: string | undefined): boolean | undefined => {
  const origin = text === undefined ? undefined : parse(text)
  return origin?.adjusted === true || origin?.request?.["adjusted"] === true ? true : undefined
}
