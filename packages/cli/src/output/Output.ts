/**
 * Writes rows on standard output or to a file, in the format of `--format`, the name of the file, or the terminal.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as FileSchema from "@candela/files/FileSchema"
import type { WriteOptions } from "@candela/files/Origin"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Option from "../command/Option.js"
import { UsageError } from "../command/UsageError.js"
import { Settings } from "../connect/Settings.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Document from "./Document.js"
import { Counter, rows as toRows } from "./Elements.js"
import * as Encoder from "./Encoder.js"
import * as Format from "./Format.js"
import * as Json from "./Json.js"
import * as Records from "./Records.js"
import * as Sink from "./Sink.js"
import * as Temporary from "./Temporary.js"
import * as View from "./View.js"
import * as Zone from "./table/Zone.js"

export { formats, type Format } from "./Format.js"

/** Options of commands that return rows: spread them into a command's own. */
export const options = {
  format: Option.optional(
    Option.word(Format.formats, {
      value: "FORMAT",
      text: "Output format. Default: that of the file name of --out; without --out a table in a terminal, and NDJSON elsewhere.",
    }),
  ),
  out: Option.optional(
    Option.text({
      value: "FILE",
      text: "Write the rows to this file instead of standard output, which is -. An ending .gz, or .zst with Node 22.15 and later, compresses it: bars.csv.gz.",
      completes: "file",
    }),
  ),
  ...View.options,
  crlf: Option.flag("End the lines of CSV with CR LF, for old programs of Windows."),
  excel: Option.flag(
    "Write CSV for Excel: CR LF, a byte-order mark, and an apostrophe before texts that Excel would run as formulas.",
  ),
}

/** Values of {@link options}. Absent ones were not given. */
export type Options = Partial<Option.Values<typeof options>>

/**
 * Tables measure texts in any script. The code for it takes longer to load than a row to arrive, so
 * it is loaded for tables alone.
 */
const loadTable = Effect.promise(() => import("./table/Table.js"))
const loadValue = Effect.promise(() => import("./Value.js"))

type Needs = Terminal | FileSystem | Path

/** Request details of an endpoint's rows, which Parquet and Arrow files keep. */
export type RequestDetails = WriteOptions

/** Maximum number of listed columns among those without room. */
const named = 8

const names = (leftOut: ReadonlyArray<string>): string => {
  const more = leftOut.length - named
  return more > 1 ? `${leftOut.slice(0, named).join(", ")} and ${more} more columns` : leftOut.join(", ")
}

/**
 * Reports the number of rows to people, and the columns without room. An empty result is always
 * reported: an empty output could as well be a fault.
 */
export const summary = (count: number, file: string | undefined, leftOut: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const { err, out } = yield* Terminal
    const { quiet } = yield* Settings
    if (quiet || (count > 0 && (!err.isTerminal || !(out.isTerminal || file !== undefined)))) return
    const rows = count === 0 ? "No rows" : `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`
    const place = file === undefined ? "" : ` in ${file}`
    const missing =
      leftOut.length === 0
        ? ""
        : `No room for ${Foreign.show(names(leftOut))}.\nA wider terminal, --format csv or --format ndjson shows all columns.\n`
    yield* err.write(`${rows}${place}.\n${missing}`)
  })

/** Form of CSV that the options ask for. */
export const csvOf = ({ crlf, excel }: Options): Encoder.CsvForm => ({
  lineEnd: crlf === true || excel === true ? "\r\n" : "\n",
  isForExcel: excel === true,
})

/** Rejects options of CSV for another format. */
const target = (options: Options) =>
  Effect.tap(Format.target(options), ({ compression, format }) => {
    const option = options.excel === true ? "--excel" : options.crlf === true ? "--crlf" : undefined
    if (option !== undefined && format !== "csv")
      return new UsageError({ message: `${option} is about CSV, and this is ${format}: write --format csv.` })
    return compression === undefined
      ? Effect.void
      : Effect.flatMap(
          Effect.promise(() => import("./Compress.js")),
          ({ has }) =>
            has(compression)
              ? Effect.void
              : new UsageError({
                  message: `This Node (${process.version}) has no Zstandard: run Node 22.15 or later, write .gz, or pipe the rows: --out - | zstd.`,
                }),
        )
  })

/** Columns of the rows that a request compares or sorts by, in its order. An equal column is the same in all rows. */
const askedBy = (endpoint: Endpoint.Any, request: object = {}): ReadonlyArray<string> =>
  Object.entries(request).flatMap(([name, value]) => {
    const param = Object.hasOwn(endpoint.wireParams, name) ? endpoint.wireParams[name] : undefined
    if (param?.filter !== undefined) return param.filter.operator === "eq" ? [] : [param.filter.field]
    return param?.kind._tag === "Sort"
      ? String(value)
          .split(",")
          .map((column) => column.replace(/\.(asc|desc)$/, ""))
      : []
  })

/** View of an endpoint's rows, for a format. */
export const viewOf = (
  endpoint: Endpoint.AnyRows,
  options: Options,
  format: Format.Format,
  details: RequestDetails = {},
) => View.of(endpoint, options, format, askedBy(endpoint, details.request))

/** Drawing options of a table: as wide as the terminal, or unlimited when nobody looks. */
const drawing = (file: string | undefined, options: Options, endpoint?: Endpoint.Any) =>
  Effect.gen(function* () {
    const { out } = yield* Terminal
    const market = endpoint && Zone.marketOf(endpoint)
    return {
      width: out.isTerminal && file === undefined ? yield* out.columns : Number.POSITIVE_INFINITY,
      hasColors: out.hasColors && file === undefined,
      zone: yield* View.zoneOf(options, market?.zone ?? "UTC"),
      decimals: market?.decimals ?? 8,
    } as const
  })

const drawn = <Err, R>(
  fields: View.View["fields"],
  destination: Format.ByteDestination,
  options: Options,
  stream: Stream.Stream<unknown, Err, R>,
  endpoint?: Endpoint.Any,
) =>
  Effect.gen(function* () {
    const Table = yield* loadTable
    const { file } = destination
    const table = new Table.Table(fields, yield* drawing(file, options, endpoint))
    const counter = new Counter()
    yield* Sink.draw(destination, Table.text(table, counter.count(stream)))
    yield* summary(counter.rows, file, table.leftOut)
    return counter.rows
  })

const written = <Err, R>(
  destination: Format.ByteDestination,
  stream: Stream.Stream<unknown, Err, R>,
  encode: (rows: Stream.Stream<unknown, Err, R>) => Stream.Stream<string | Uint8Array, unknown, R>,
) =>
  Effect.gen(function* () {
    const counter = new Counter()
    yield* Sink.write(destination, encode(counter.count(stream)))
    yield* summary(counter.rows, destination.file)
    return counter.rows
  })

/** Writes rows of an endpoint, one by one or in columns. Returns the number of rows. */
export const rows = <E extends Endpoint.AnyRows, Err, R>(
  endpoint: E,
  options: Options,
  stream: Stream.Stream<unknown, Err, R>,
  details: RequestDetails = {},
): Effect.Effect<number, unknown, R | Needs> =>
  Effect.gen(function* () {
    const destination = yield* target(options)
    const { file, format } = destination
    const view = yield* viewOf(endpoint, options, format, details)
    const viewed = Stream.map(toRows(stream), view.row)
    if (format === "table") return yield* drawn(view.fields, destination, options, viewed, endpoint)
    if (format === "json") return yield* written(destination, viewed, Document.list)
    return yield* written(
      destination,
      view.isConverted ? viewed : stream,
      yield* Encoder.of(format, view.endpoint, { ...details, isFile: file !== undefined, csv: csvOf(options) }),
    )
  })

/** File of rows as they are, which others than {@link rows} may write. */
export interface PlainFile {
  /** Path of the file. */
  readonly path: string
  /** Format of the rows; lines of CSV end with LF. */
  readonly format: "csv" | "parquet" | "arrow"
  /** Names of the columns, in their order. */
  readonly columns: ReadonlyArray<string>
  /** Name of the temporary file. */
  readonly temporary: string
}

/** File that the options name; `undefined` where the rows go elsewhere, in another format, compressed or converted. */
export const plainFile = (
  endpoint: Endpoint.AnyRows,
  options: Options,
): Effect.Effect<PlainFile | undefined, UsageError, Needs> =>
  Effect.gen(function* () {
    const { compression, file, format } = yield* target(options)
    const view = yield* viewOf(endpoint, options, format)
    const isPlain = compression === undefined && !view.isConverted && csvOf(options).lineEnd === "\n"
    if (file === undefined || !isPlain || !(format === "csv" || format === "parquet" || format === "arrow"))
      return undefined
    const columns = FileSchema.of(view.endpoint).map(({ name }) => name)
    return { path: file, format, columns, temporary: yield* Temporary.make(file) }
  })

const noColumns = (format: string) =>
  new UsageError({ message: `These rows cannot be written as ${format}: write --format csv, ndjson, json or table.` })

/** Writes rows that no endpoint declares, such as results of SQL; rejects `parquet` and `arrow` for them. */
export const records = <Err, R>(
  columns: ReadonlyArray<View.PlainColumn>,
  options: Options,
  stream: Stream.Stream<Readonly<Record<string, unknown>>, Err, R>,
): Effect.Effect<number, unknown, R | Needs> =>
  Effect.gen(function* () {
    const destination = yield* target(options)
    const view = yield* View.ofColumns(columns, options, destination.format)
    const viewed = Stream.map(stream, view.row)
    switch (destination.format) {
      case "table": {
        const fields = view.columns.map(({ name, unit }) => ({ path: [name], unit, isNumber: undefined }))
        return yield* drawn(fields, destination, options, viewed)
      }
      case "csv": {
        const names = view.columns.map(({ name }) => name)
        return yield* written(destination, viewed, Records.csv(names, csvOf(options)))
      }
      case "ndjson":
        return yield* written(destination, viewed, Records.lines)
      case "json":
        return yield* written(destination, viewed, Document.list)
      default:
        return yield* noColumns(destination.format)
    }
  })

/** Writes one value: a table of its fields for people, JSON elsewhere. */
export const value = (
  endpoint: Endpoint.Any | undefined,
  options: Options,
  value: unknown,
  details: RequestDetails = {},
): Effect.Effect<void, unknown, Needs> =>
  Effect.gen(function* () {
    const destination = yield* target(options)
    const { file, format } = destination
    const view = endpoint && (yield* viewOf(View.asRows(endpoint), options, format, details))
    const viewed = view === undefined ? value : view.row(value)
    switch (format) {
      case "table": {
        const Value = yield* loadValue
        const context = yield* drawing(file, options, endpoint)
        return yield* Sink.draw(destination, Stream.make(Value.table(view?.fields, viewed, context.width, context)))
      }
      case "json":
        return yield* Sink.write(destination, Stream.make(`${Json.text(viewed, 2)}\n`))
      case "ndjson":
        return yield* Sink.write(destination, Stream.make(`${Json.text(viewed)}\n`))
      default: {
        if (endpoint !== undefined) {
          return yield* rows(View.asRows(endpoint), options, Stream.make(value), details)
        }
        if (format !== "csv") return yield* noColumns(format)
        const row = Object(value) as Readonly<Record<string, unknown>>
        return yield* records(
          Object.keys(row).map((name) => ({ name })),
          options,
          Stream.make(row),
        )
      }
    }
  }).pipe(Effect.asVoid)

/** Writes the pages of an answer: as one JSON document, or their rows in another format. Returns the number of rows. */
export const pages = <E extends Endpoint.AnyRows, Err, R>(
  endpoint: E,
  options: Options,
  stream: Stream.Stream<Document.ServicePage, Err, R>,
  details: RequestDetails = {},
): Effect.Effect<number, unknown, R | Needs> =>
  Effect.gen(function* () {
    const destination = yield* target(options)
    const { file, format } = destination
    if (format !== "json") {
      const all = Stream.mapConcatChunk(stream, ({ results }) => Chunk.unsafeFromArray([...results]))
      return yield* rows(endpoint, options, all, details)
    }
    let count = 0
    const view = yield* viewOf(endpoint, options, format, details)
    const viewed = Stream.map(stream, (page) => {
      count += page.results.length
      return { ...page, results: page.results.map(view.row) }
    })
    yield* Sink.write(destination, Document.pages(viewed))
    yield* summary(count, file)
    return count
  })
