/**
 * Rows on standard output or in a file, in the format that `--format`, the name of the file, or the terminal says.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import * as Option from "../command/Option.js"
import type { Terminal } from "../terminal/Terminal.js"

/** The formats. */
export const formats = ["table", "csv", "ndjson", "json", "parquet", "arrow"] as const

/** A format. */
export type Format = (typeof formats)[number]

/** The options of commands that give rows: spread them into a command's own. */
export const options = {
  format: Option.optional(
    Option.word(formats, {
      value: "FORMAT",
      text: "The format of the rows. Default: as the name of --out says; else a table in a terminal, and NDJSON elsewhere.",
    }),
  ),
  out: Option.optional(
    Option.text({ value: "FILE", text: "A file for the rows, in place of standard output.", completes: "file" }),
  ),
  utc: Option.flag("Show instants in UTC. Default: in the time zone of their market."),
}

/** The values of {@link options}. */
export type Options = Option.Values<typeof options>

/** A column of rows that have no endpoint: results of SQL, reports. */
export interface Column {
  /** Key in the row, and heading. */
  readonly name: string
  /** Unit of its values, for tables: `epoch milliseconds` shows as instants. */
  readonly unit?: string | undefined
}

/** Writes rows of an endpoint, one by one or in columns. Gives the number of rows. */
export declare const rows: <E extends Endpoint.AnyRows, Err, R>(
  endpoint: E,
  options: Options,
  stream: Stream.Stream<unknown, Err, R>,
) => Effect.Effect<number, unknown, R | Terminal | FileSystem | Path>

/** Writes rows that no endpoint declares, such as results of SQL; `parquet` and `arrow` are refused for them. */
export declare const records: <Err, R>(
  columns: ReadonlyArray<Column>,
  options: Options,
  stream: Stream.Stream<Readonly<Record<string, unknown>>, Err, R>,
) => Effect.Effect<number, unknown, R | Terminal | FileSystem | Path>

/** Writes one value: a table of its fields for people, JSON elsewhere. */
export declare const value: (
  endpoint: Endpoint.Any | undefined,
  options: Options,
  value: unknown,
) => Effect.Effect<void, unknown, Terminal | FileSystem | Path>
