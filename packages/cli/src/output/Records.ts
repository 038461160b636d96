/**
 * Rows that no endpoint declares, as text.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import * as Stream from "effect/Stream"
import * as Json from "./Json.js"

type Row = Readonly<Record<string, unknown>>

/** CSV field (RFC 4180). An absent value is an empty field, an empty text is in quotes. */
const field = (value: unknown): string => {
  if (value === undefined || value === null) return ""
  const text = typeof value === "object" ? Json.text(value) : String(value)
  return text === "" || /[,"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (values: ReadonlyArray<unknown>): string => `${values.map(field).join(",")}\r\n`

const texts =
  (of: (row: Row) => string) =>
  <Err, R>(rows: Stream.Stream<unknown, Err, R>): Stream.Stream<string, Err, R> =>
    Stream.mapChunks(rows, (chunk) =>
      Chunk.isEmpty(chunk)
        ? Chunk.empty<string>()
        : Chunk.of(Chunk.reduce(chunk, "", (text, row) => text + of(row as Row))),
    )

/** Rows as CSV, with a header of these names. */
export const csv =
  (names: ReadonlyArray<string>) =>
  <Err, R>(rows: Stream.Stream<unknown, Err, R>): Stream.Stream<string, Err, R> =>
    Stream.concat(Stream.make(line(names)), texts((row) => line(names.map((name) => row[name])))(rows))

/** Rows as JSON, one per line. */
export const lines: <Err, R>(rows: Stream.Stream<unknown, Err, R>) => Stream.Stream<string, Err, R> = texts(
  (row) => `${Json.text(row)}\n`,
)
