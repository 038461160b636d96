/**
 * Contents of a ticker's folder: the file of each period, and the time that needs no further
 * requests. Nothing in it depends on the run that wrote it, so the same rows give the same bytes.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Intervals from "./intervals.js"

/**
 * Name of the manifest in a ticker's folder: pandas, pyarrow, Polars and Spark read all files of a
 * folder but those whose names begin with `_` or a dot.
 */
export const fileName = "_manifest.json"

/** Name of the manifest in older stores. It is read where there is no other, and renamed by the next writer. */
export const oldName = "manifest.json"

/** Whether a name is that of a manifest. */
export const isName = (name: string): boolean => name === fileName || name === oldName

const Millis = Schema.Int

/** Day, `yyyy-mm-dd`. */
const Day = Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\d$/))

/** File of the folder. */
export const Entry = Schema.Struct({
  /**
   * Name of the file in the folder, with the first 8 digits of its digest, so that different
   * contents have different names.
   */
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
  /**
   * Day (UTC, `yyyy-mm-dd`) on which the service returned these rows. A day and not an instant, so
   * that it rarely differs between runs.
   */
  knownAt: Day,
})
/** File of the folder. */
export type Entry = typeof Entry.Type

const Interval = Schema.Tuple(Millis, Millis)

/**
 * Time without rows where the calendar, or the ticker's own activity, expects some, `[from, to)`,
 * and the instant of the first answer without them.
 */
const Provisional = Schema.Tuple(Millis, Millis, Millis)
/** Time without rows where some are expected, and the instant of the first answer without them. */
export type Provisional = typeof Provisional.Type

/** Manifest of a folder. */
export const Manifest = Schema.Struct({
  /** Version of this layout. */
  version: Schema.Literal(1),
  /** Dataset of the rows: `bars`, `splits`, `dividends`, or the name of an endpoint whose lists are saved by day. */
  dataset: Schema.String,
  /** Market of the ticker. */
  market: Schema.String,
  /** Size of a bar's window (`1minute`); absent for other rows. */
  timespan: Schema.optional(Schema.String),
  /** Ticker as the service writes it; absent for rows without a common ticker. */
  ticker: Schema.optional(Schema.String),
  /**
   * Time whose rows are stored and no longer change, `[from, to)` in epoch milliseconds. Stored
   * rows of the last days may lie outside: they are requested again.
   */
  intervals: Schema.Array(Interval).pipe(
    Schema.filter((intervals) => Intervals.isValid(intervals) || "intervals that ascend and neither overlap nor touch"),
  ),
  /**
   * Time whose absence is doubtful: it is requested until a second answer, at least a day after the
   * first one, agrees. Absent if there is none.
   */
  provisional: Schema.optional(
    Schema.Array(Provisional).pipe(
      Schema.filter(
        (items) =>
          items.every(([from, to], index) => from < to && (index === 0 || items[index - 1]![1] <= from)) ||
          "intervals that ascend and do not overlap",
      ),
    ),
  ),
  /**
   * For splits and dividends: day, in the market's zone, on which the service was last asked for
   * the list. Absent before the first request, and in stores of earlier versions.
   */
  knownAt: Schema.optional(Day),
  /**
   * The same day by the clock of the machine that asked, where the service's clock tells another
   * one: the list is asked for once a day by the machine's.
   */
  askedOn: Schema.optional(Day),
  /** Files by period: `2024-03`, `2024`, `2024-03-05`, `all`; its further parts: `2024-03-05.001`. */
  files: Schema.Record({ key: Schema.String, value: Entry }),
  /**
   * First parts of a period that is being fetched: readers do not see them, and the next sync goes on after their last
   * row. Absent if there is none.
   */
  begun: Schema.optional(
    Schema.Struct({
      /** Whether the period had settled when its fetching began. */
      settled: Schema.Boolean,
      /** Files by part. */
      files: Schema.Record({ key: Schema.String, value: Entry }),
    }),
  ),
})
/** Manifest of a folder. */
export type Manifest = typeof Manifest.Type

/** Days on which a list was last asked for. */
export type Asked = Pick<Manifest, "knownAt" | "askedOn">

/** Sorts keys by code units, at every depth. */
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

/** FNV-1a of a text, 32 bits in hexadecimal digits. Texts that differ in one character have different checksums. */
const checksum = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, "0")
}

/**
 * Serializes a manifest: equal contents give equal texts. Includes a checksum, because a damaged
 * digit would change the time of an interval.
 */
export const print = (self: Manifest): string => `${textOf({ ...self, checksum: checksum(textOf(self)) })}\n`

/** Line of the checksum in a text. `dataset` and `version` sort after it, so it is never the last one. */
const checksumLine = /\n "checksum": "([0-9a-f]{8})",(?=\n)/

/**
 * Whether a text has the checksum of its other lines. Much faster than serializing the manifest
 * once more, which a sync of many thousands of folders notices.
 */
const isWhole = (text: string): boolean => {
  const line = checksumLine.exec(text)
  if (line === null || !text.endsWith("}\n")) return false
  const others = text.slice(0, line.index) + text.slice(line.index + line[0].length, -1)
  return checksum(others) === line[1]
}

// A key that this version does not know would be lost when the manifest changes.
const decode = Schema.decodeUnknownEither(
  Schema.parseJson(Schema.Struct({ ...Manifest.fields, checksum: Schema.String })),
  { onExcessProperty: "error" },
)

/** Parses a manifest, or returns the error in its text. */
export const parse = (text: string): Either.Either<Manifest, string> =>
  decode(text).pipe(
    Either.mapLeft((error) => error.message),
    Either.filterOrLeft(
      // protects: A damaged digit of a manifest is found.
      // mutant: "is refused with any other character in the place of one": isWhole(text) → true
      () => isWhole(text),
      () => "it does not match its checksum",
    ),
    Either.map((whole) => {
      const { checksum: _, ...manifest } = whole
      return manifest
    }),
  )

/** Names of all files that a manifest names. */
export const filesOf = ({ begun, files }: Pick<Manifest, "begun" | "files">): ReadonlySet<string> =>
  new Set([...Object.values(files), ...Object.values(begun?.files ?? {})].map(({ file }) => file))

/** Sets or removes the file of a period in a manifest. */
export const withFile = (self: Manifest, period: string, entry: Entry | undefined): Manifest => {
  const { [period]: _, ...others } = self.files
  return { ...self, files: entry === undefined ? others : { ...others, [period]: entry } }
}
