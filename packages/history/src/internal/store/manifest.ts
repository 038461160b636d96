/**
 * What a ticker's folder holds: the file of each period, and the time that needs no asking any more. Nothing in it depends on the run that wrote it, so the same
 * rows give the same bytes.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Intervals from "./intervals.js"

/** Name of the manifest in a ticker's folder. */
export const fileName = "manifest.json"

const Millis = Schema.Int

/** A file of the folder. */
export const Entry = Schema.Struct({
  /** Name of the file in the folder; it contains the first 8 digits of its digest, so that another content has another name. */
  file: Schema.String.pipe(Schema.pattern(/^[^/\\]+$/)),
  /** Number of rows. */
  rows: Schema.Int,
  /** Size in bytes. */
  bytes: Schema.Int,
  /** SHA-256 of the bytes, in hexadecimal digits. */
  sha256: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)),
  /** Timestamp of the first row, epoch milliseconds. */
  first: Millis,
  /** Timestamp of the last row, epoch milliseconds. */
  last: Millis,
  /** The day (UTC, `yyyy-mm-dd`) on which the service gave these rows. A day and not an instant: it rarely differs between runs. */
  knownAt: Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\d$/)),
})
/** A file of the folder. */
export type Entry = typeof Entry.Type

const Interval = Schema.Tuple(Millis, Millis)

/** The manifest of a folder. */
export const Manifest = Schema.Struct({
  /** Version of this layout. */
  version: Schema.Literal(1),
  /** What the rows are: `bars`, `splits`, `dividends`, or the name of an endpoint that is kept by day. */
  dataset: Schema.String,
  /** Market of the ticker. */
  market: Schema.String,
  /** Size of a bar's window (`1minute`); absent for what has none. */
  timespan: Schema.optional(Schema.String),
  /** The ticker as the service writes it; absent for what is of no ticker. */
  ticker: Schema.optional(Schema.String),
  /** Time whose rows are here and change no more, `[from, to)` in epoch milliseconds. Rows of the last days may be here and not belong to it: they are asked for again. */
  intervals: Schema.Array(Interval).pipe(
    Schema.filter((intervals) => Intervals.isValid(intervals) || "intervals that ascend and neither overlap nor touch"),
  ),
  /** The files, by the period that they hold: `2024-03`, `2024`, `2024-03-05`, `all`. */
  files: Schema.Record({ key: Schema.String, value: Entry }),
})
/** The manifest of a folder. */
export type Manifest = typeof Manifest.Type

/** Keys in the order of their code units, at every depth. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, item]) => item !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, item]) => [key, sorted(item)]),
        )
      : value

const textOf = (value: object): string => JSON.stringify(sorted(value), null, 1)

/** FNV-1a of a text, 32 bits in hexadecimal digits. Any text that differs in one character has another one. */
const checksum = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, "0")
}

/** The text of a manifest: the same one for the same contents. It has a checksum: a damaged digit would make the time of an interval another one. */
export const print = (self: Manifest): string => `${textOf({ ...self, checksum: checksum(textOf(self)) })}\n`

const decode = Schema.decodeUnknownEither(Schema.parseJson(Manifest))

/** Reads a manifest, or says what is wrong with the text. */
export const parse = (text: string): Either.Either<Manifest, string> =>
  decode(text).pipe(
    Either.mapLeft((error) => error.message),
    Either.filterOrLeft(
      (manifest) => print(manifest) === text,
      () => "it does not match its checksum",
    ),
  )

/** The manifest with the file of a period, or without one. */
export const withFile = (self: Manifest, period: string, entry: Entry | undefined): Manifest => {
  const { [period]: _, ...others } = self.files
  return { ...self, files: entry === undefined ? others : { ...others, [period]: entry } }
}
