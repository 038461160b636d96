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
export type Format = (typeof formats)[number]

/** Whether a format is one of these. */
export const is = (format: string): format is Format => (formats as ReadonlyArray<string>).includes(format)

/** Encodes rows, single or in columns, as bytes. */
export type Encoder = <Err, R>(rows: Stream.Stream<unknown, Err, R>) => Stream.Stream<Uint8Array, unknown, R>

/** Metadata of a file besides its columns. */
export interface Details extends WriteOptions {
  /** Whether the bytes are for a file, which allows random access, rather than for a pipe. */
  readonly isFile: boolean
}

/** Loads the encoder of a format. */
export const of = (
  format: Format,
  endpoint: Endpoint.AnyRows,
  { isFile, ...origin }: Details,
): Effect.Effect<Encoder> =>
  Effect.promise(async (): Promise<Encoder> => {
    switch (format) {
      case "csv":
        return (await import("@candela/files/Csv")).encode(endpoint)
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
