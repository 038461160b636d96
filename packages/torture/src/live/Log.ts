/** What a followed topic told, in a file: a line for each row and each revision. */
import type { Event } from "@candela/core/Live"
import * as FileSystem from "@effect/platform/FileSystem"
import type { PlatformError } from "@effect/platform/Error"
import { Effect } from "effect"
import { appendFileSync } from "node:fs"

type Line<Row> = { readonly row: Row } | { readonly before: Row; readonly revised: Row }

const linesOf = (text: string) => text.split("\n").slice(0, -1)

/** Bytes before what follows so many rows: later rows, and a line that was not written to its end. */
const sizeOf = (text: string, rows: number): number => {
  let left = rows
  const lines = linesOf(text)
  const end = lines.findIndex((line) => line.startsWith('{"row"') && left-- === 0)
  return (end < 0 ? lines : lines.slice(0, end)).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
}

/**
 * Drops the rows of a file that its position does not count. The file is cut, and not written again: a program can be
 * killed before what it writes is there.
 */
export const resume = (path: string, rows: number): Effect.Effect<void, PlatformError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    if (yield* files.exists(path)) yield* files.truncate(path, sizeOf(yield* files.readFileString(path), rows))
  })

/** Appends an event. The system has it once this returns, and keeps it though the process is killed. */
export const append = <Row>(path: string, event: Event<Row>): void => {
  if (event._tag === "Gap") return
  const lines: ReadonlyArray<Line<Row>> =
    event._tag === "Rows" ? event.rows.map((row) => ({ row })) : [{ before: event.before, revised: event.row }]
  appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
}

/** The events of a file. */
export const read = <Row>(
  path: string,
): Effect.Effect<ReadonlyArray<Event<Row>>, PlatformError, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.readFileString(path)).pipe(
    Effect.map((text) =>
      linesOf(text).map((text): Event<Row> => {
        const line = JSON.parse(text) as Line<Row>
        return "row" in line
          ? { _tag: "Rows", rows: [line.row] }
          : { _tag: "Revised", before: line.before, row: line.revised }
      }),
    ),
  )
