/**
 * Rows that no endpoint declares, as text.
 *
 * @module
 */
import * as Csv from "@candela/files/Csv"
import * as Chunk from "effect/Chunk"
import * as Stream from "effect/Stream"
import type { CsvForm } from "./Encoder.js"
import * as Json from "./Json.js"

type Row = Readonly<Record<string, unknown>>

/** CSV field (RFC 4180). An absent value is an empty field, an empty text is in quotes. */
const field = (value: unknown, isForExcel: boolean): string => {
  if (value === undefined || value === null) return ""
  const written = typeof value === "object" ? Json.text(value) : String(value)
  const text = isForExcel && typeof value === "string" ? Csv.guarded(written) : written
  return text === "" || /[,"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (values: ReadonlyArray<unknown>, { isForExcel, lineEnd }: CsvForm): string =>
  values.map((value) => field(value, isForExcel)).join(",") + lineEnd

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
  (names: ReadonlyArray<string>, form: CsvForm) =>
  <Err, R>(rows: Stream.Stream<unknown, Err, R>): Stream.Stream<string, Err, R> =>
    Stream.concat(
      Stream.make((form.isForExcel ? Csv.byteOrderMark : "") + line(names, form)),
      texts((row) =>
        line(
          names.map((name) => row[name]),
          form,
        ),
      )(rows),
    )

/** Rows as JSON, one per line. */
export const lines: <Err, R>(rows: Stream.Stream<unknown, Err, R>) => Stream.Stream<string, Err, R> = texts(
  (row) => `${Json.text(row)}\n`,
)
