/**
 * Rows of an endpoint as bytes. What a format needs is loaded when it is written.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type { WriteOptions } from "@candela/files/Origin"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/** The formats whose bytes follow from the columns of an endpoint. */
export const formats = ["csv", "ndjson", "parquet", "arrow"] as const

/** A format whose bytes follow from the columns of an endpoint. */
export type Format = (typeof formats)[number]

/** Whether a format is one of these. */
export const is = (format: string): format is Format => (formats as ReadonlyArray<string>).includes(format)

/** Rows, one by one or in columns, as bytes. */
export type Encoder = <Err, R>(rows: Stream.Stream<unknown, Err, R>) => Stream.Stream<Uint8Array, unknown, R>

/** What the metadata of a file say besides its columns. */
export interface Details extends WriteOptions {
  /** Whether the bytes are for a file, which is read from any place, and not for a pipe. */
  readonly isFile: boolean
}

/** The encoder of a format. */
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
