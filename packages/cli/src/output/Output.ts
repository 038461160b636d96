/**
 * Writes rows on standard output or to a file, in the format of `--format`, the name of the file, or the terminal.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type * as Endpoint from "@candela/core/declare/Endpoint"
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
import * as Field from "./table/Field.js"
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
    Option.text({ value: "FILE", text: "Write the rows to this file instead of standard output.", completes: "file" }),
  ),
  utc: Option.flag("Show instants in UTC. Default: in the time zone of their market."),
}

/** Values of {@link options}. Absent ones were not given. */
export type Options = Partial<Option.Values<typeof options>>

/** Column of rows without an endpoint: results of SQL, reports. */
export interface Column {
  /** Key in the row, and heading. */
  readonly name: string
  /** Unit of its values, for tables: `epoch milliseconds` shows as instants. */
  readonly unit?: string | undefined
}

/**
 * Tables measure texts in any script. The code for it takes longer to load than a row to arrive, so
 * it is loaded for tables alone.
 */
const loadTable = Effect.promise(() => import("./table/Table.js"))
const loadValue = Effect.promise(() => import("./Value.js"))

type Needs = Terminal | FileSystem | Path

/** Request details of an endpoint's rows, which Parquet and Arrow files keep. */
export type Details = WriteOptions

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

/** Drawing options of a table: as wide as the terminal, or unlimited when nobody looks. */
const drawing = (file: string | undefined, utc: boolean | undefined, endpoint?: Endpoint.Any) =>
  Effect.gen(function* () {
    const { out } = yield* Terminal
    const market = endpoint && Zone.marketOf(endpoint)
    return {
      width: out.isTerminal && file === undefined ? yield* out.columns : Number.POSITIVE_INFINITY,
      hasColors: out.hasColors && file === undefined,
      zone: utc === true ? "UTC" : (market?.zone ?? "UTC"),
      decimals: market?.decimals ?? 8,
    } as const
  })

const drawn = <Err, R>(
  fields: ReadonlyArray<Field.Field>,
  { file }: Format.Target,
  utc: boolean | undefined,
  stream: Stream.Stream<unknown, Err, R>,
  endpoint?: Endpoint.Any,
) =>
  Effect.gen(function* () {
    const Table = yield* loadTable
    const table = new Table.Table(fields, yield* drawing(file, utc, endpoint))
    const counter = new Counter()
    yield* Sink.draw(file, Table.text(table, counter.count(stream)))
    yield* summary(counter.rows, file, table.leftOut)
    return counter.rows
  })

const written = <Err, R>(
  { file }: Format.Target,
  stream: Stream.Stream<unknown, Err, R>,
  encode: (rows: Stream.Stream<unknown, Err, R>) => Stream.Stream<string | Uint8Array, unknown, R>,
) =>
  Effect.gen(function* () {
    const counter = new Counter()
    yield* Sink.write(file, encode(counter.count(stream)))
    yield* summary(counter.rows, file)
    return counter.rows
  })

/** Writes rows of an endpoint, one by one or in columns. Returns the number of rows. */
export const rows = <E extends Endpoint.AnyRows, Err, R>(
  endpoint: E,
  options: Options,
  stream: Stream.Stream<unknown, Err, R>,
  details: Details = {},
): Effect.Effect<number, unknown, R | Needs> =>
  Effect.gen(function* () {
    const target = yield* Format.target(options)
    const { file, format } = target
    if (format === "table") {
      return yield* drawn(Field.ofEndpoint(endpoint), target, options.utc, toRows(stream), endpoint)
    }
    if (format === "json") return yield* written(target, toRows(stream), Document.list)
    return yield* written(
      target,
      stream,
      yield* Encoder.of(format, endpoint, { ...details, isFile: file !== undefined }),
    )
  })

const noColumns = (format: string) =>
  new UsageError({ message: `These rows cannot be written as ${format}: write --format csv, ndjson, json or table.` })

/** Writes rows that no endpoint declares, such as results of SQL; rejects `parquet` and `arrow` for them. */
export const records = <Err, R>(
  columns: ReadonlyArray<Column>,
  options: Options,
  stream: Stream.Stream<Readonly<Record<string, unknown>>, Err, R>,
): Effect.Effect<number, unknown, R | Needs> =>
  Effect.gen(function* () {
    const target = yield* Format.target(options)
    switch (target.format) {
      case "table": {
        const fields = columns.map(({ name, unit }) => ({ path: [name], unit, isNumber: undefined }))
        return yield* drawn(fields, target, options.utc, stream)
      }
      case "csv":
        return yield* written(target, stream, Records.csv(columns.map(({ name }) => name)))
      case "ndjson":
        return yield* written(target, stream, Records.lines)
      case "json":
        return yield* written(target, stream, Document.list)
      default:
        return yield* noColumns(target.format)
    }
  })

/** Writes one value: a table of its fields for people, JSON elsewhere. */
export const value = (
  endpoint: Endpoint.Any | undefined,
  options: Options,
  value: unknown,
  details: Details = {},
): Effect.Effect<void, unknown, Needs> =>
  Effect.gen(function* () {
    const { file, format } = yield* Format.target(options)
    switch (format) {
      case "table": {
        const Value = yield* loadValue
        const context = yield* drawing(file, options.utc, endpoint)
        return yield* Sink.draw(file, Stream.make(Value.table(endpoint, value, context.width, context)))
      }
      case "json":
        return yield* Sink.write(file, Stream.make(`${Json.text(value, 2)}\n`))
      case "ndjson":
        return yield* Sink.write(file, Stream.make(`${Json.text(value)}\n`))
      default: {
        if (endpoint !== undefined) {
          const { asRows } = yield* loadValue
          return yield* rows(asRows(endpoint), options, Stream.make(value), details)
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
  stream: Stream.Stream<Document.Page, Err, R>,
  details: Details = {},
): Effect.Effect<number, unknown, R | Needs> =>
  Effect.gen(function* () {
    const { file, format } = yield* Format.target(options)
    if (format !== "json") {
      const all = Stream.mapConcatChunk(stream, ({ results }) => Chunk.unsafeFromArray([...results]))
      return yield* rows(endpoint, options, all, details)
    }
    let count = 0
    const counted = Stream.tap(stream, ({ results }) => Effect.sync(() => void (count += results.length)))
    yield* Sink.write(file, Document.pages(counted))
    yield* summary(count, file)
    return count
  })
