/**
 * Encoding of an endpoint's rows as bytes. The code of a format is loaded on use.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { WriteOptions } from "@candela/files/Origin"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/** Formats encoded from the columns of an endpoint. */
export const formats = ["csv", "ndjson", "parquet", "arrow"] as const

/** Format encoded from the columns of an endpoint. */
export type ColumnFormat = (typeof formats)[number]

/** Whether a format is one of these. */
export const is = (format: string): format is ColumnFormat => (formats as ReadonlyArray<string>).includes(format)

/** Encodes rows, single or in columns, as bytes. */
export type Encoder = <Err, R>(rows: Stream.Stream<unknown, Err, R>) => Stream.Stream<Uint8Array, unknown, R>

/** Form of CSV. */
export interface CsvForm {
  /** End of a line. */
  readonly lineEnd: "\n" | "\r\n"
  /** Whether Excel opens the file: a byte-order mark, and no text that it would run as a formula. */
  readonly isForExcel: boolean
}

/** Metadata of a file besides its columns. */
export interface FileDetails extends WriteOptions {
  /** Form of CSV. Default: lines end with LF. */
  readonly csv?: CsvForm | undefined
  /** Whether the bytes are for a file, which allows random access, rather than for a pipe. */
  readonly isFile: boolean
}

/** Loads the encoder of a format. */
export const of = (
  format: ColumnFormat,
  endpoint: Endpoint.AnyRows,
  { csv = { lineEnd: "\n", isForExcel: false }, isFile, ...origin }: FileDetails,
): Effect.Effect<Encoder> =>
  Effect.promise(async (): Promise<Encoder> => {
    switch (format) {
      case "csv":
        return (await import("@candela/files/Csv")).encode(endpoint, csv)
      case "ndjson":
        return (await import("@candela/files/NdJson")).encode(endpoint)
      case "parquet":
        return (await import("@candela/files/Parquet")).encode(endpoint, origin)
      case "arrow":
        return (await import("@candela/files/Arrow")).encode(endpoint, {
          ...origin,
          format: isFile ? "file" : "stream",
        })
    }
  })
