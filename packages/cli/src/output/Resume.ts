/**
 * Files that are written in several runs: each goes on where the one before it ended, and the last one leaves the bytes of a run that was never interrupted.
 *
 * Beside `FILE` stand `FILE.partial` with the rows so far, and `FILE.checkpoint` with the place in the stream that they reach. Rows are appended first and the checkpoint
 * is replaced after them, so a run that was killed between has rows too many: the next one cuts them off. CSV and NDJSON become the file by a rename; Parquet and Arrow,
 * which cannot be appended to, are encoded from the rows at the end.
 *
 * @module
 */
import { Checkpoint } from "@candela/core/Checkpoint"
import type * as Endpoint from "@candela/core/Endpoint"
import { FileError } from "@candela/files/FileError"
import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import type * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { UsageError } from "../command/UsageError.js"
import { Settings } from "../connect/Settings.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Encoder from "./Encoder.js"
import * as Json from "./Json.js"
import * as Sink from "./Sink.js"

/** What is written. */
export interface Job {
  /** The file. */
  readonly file: string
  /** Its format. */
  readonly format: Encoder.Format
  /** The endpoint of the rows. */
  readonly endpoint: Endpoint.AnyRows
  /** What was asked for: a run of another request cannot go on here. */
  readonly request: object
  /** The most rows. */
  readonly limit: number | undefined
  /** What Parquet and Arrow files keep besides. */
  readonly texts?: Readonly<Record<string, string>> | undefined
}

/** Rows, and the place after them; without one they are fetched anew by the next run. */
export interface Part {
  /** Number of rows. */
  readonly length: number
  /** The rows, one by one or in columns. */
  readonly rows: Chunk.Chunk<unknown>
  /** The place after them. */
  readonly checkpoint: Checkpoint | undefined
}

/** How far the runs have come. */
class Place extends Schema.Class<Place>("@candela/cli/Place")({
  /** Endpoint, request and format, as JSON. */
  job: Schema.String,
  /** When the first run began, epoch milliseconds: the time in the metadata of the file. */
  began: Schema.Number,
  /** Number of rows. */
  rows: Schema.NonNegativeInt,
  /** Bytes of `FILE.partial` that belong to them. */
  bytes: Schema.NonNegativeInt,
  /** The place in the stream; absent before the first page. */
  checkpoint: Schema.optional(Checkpoint),
  /** Whether all rows are there. */
  isComplete: Schema.Boolean,
}) {}

const Text = /* @__PURE__ */ Schema.parseJson(Place)

const isFull = ({ message }: PlatformError.PlatformError) => /ENOSPC|EDQUOT|WriteZero/.test(message)

/** What the system says, without the call. */
const causeOf = (error: PlatformError.PlatformError) =>
  (error._tag === "SystemError" ? error.description : undefined)?.replace(/, \w+( '.*)?$/, "") ?? error.message

const failed = (path: string, step: string) => (error: PlatformError.PlatformError) =>
  new FileError({
    reason: "write",
    path,
    detail: `could not ${step} the file (${causeOf(error)}). ${isFull(error) ? "The disk is full: free space on it, and run the same command again. " : ""}The rows so far are kept.`,
  })

/** A file that is absent is none. */
const ifAny = <A, R>(
  self: Effect.Effect<A, PlatformError.PlatformError, R>,
): Effect.Effect<Option.Option<A>, PlatformError.PlatformError, R> =>
  Effect.catchIf(
    Effect.asSome(self),
    (error) => error._tag === "SystemError" && error.reason === "NotFound",
    () => Effect.succeedNone,
  )

/** The files of a job. */
const filesOf = ({ file }: Job) =>
  Effect.map(FileSystem.FileSystem, (fs) => {
    const [partial, place] = [`${file}.partial`, `${file}.checkpoint`]
    return {
      partial,
      load: ifAny(fs.readFileString(place)).pipe(Effect.mapError(failed(place, "read"))),
      save: (next: Place) => {
        const draft = `${place}.draft`
        return Schema.encode(Text)(next).pipe(
          Effect.orDie,
          Effect.flatMap((text) => fs.writeFileString(draft, text)),
          Effect.zipRight(fs.rename(draft, place)),
          Effect.mapError(failed(place, "write")),
        )
      },
      /** Size of the rows so far; none without any. */
      size: Effect.map(
        ifAny(fs.stat(partial)),
        Option.map(({ size }) => Number(size)),
      ).pipe(Effect.mapError(failed(partial, "read"))),
      exists: Effect.orElseSucceed(fs.exists(file), () => false),
      /** The rows so far, cut to a number of bytes, and open for more. */
      open: (bytes: number) =>
        Effect.gen(function* () {
          if (bytes > 0) yield* fs.truncate(partial, FileSystem.Size(bytes))
          const handle = yield* fs.open(partial, { flag: bytes > 0 ? "a" : "w" })
          // The platform takes a write of nothing for a full disk.
          return (content: Uint8Array) =>
            content.length === 0
              ? Effect.void
              : Effect.mapError(Effect.zipRight(handle.writeAll(content), handle.sync), failed(partial, "write"))
        }).pipe(Effect.mapError(failed(partial, "open"))),
      rename: Effect.mapError(fs.rename(partial, file), failed(file, "rename")),
      removePartial: Effect.mapError(fs.remove(partial, { force: true }), failed(partial, "remove")),
      removePlace: Effect.mapError(fs.remove(place, { force: true }), failed(place, "remove")),
    }
  })

/** The bytes of rows, without what a file has before them. */
const bytesOf = (encode: Encoder.Encoder, rows: Stream.Stream<unknown>, header: number) =>
  Effect.map(Stream.runCollect(encode(rows)), (blocks) => Buffer.concat([...blocks]).subarray(header))

/** The place of an earlier run of the same job, and the size of its rows; the beginning where there is none. */
const begin = (job: Job, id: string) =>
  Effect.gen(function* () {
    const files = yield* filesOf(job)
    const none = new Place({ job: id, began: yield* Clock.currentTimeMillis, rows: 0, bytes: 0, isComplete: false })
    const text = yield* files.load
    if (Option.isNone(text)) return none
    const place = yield* Effect.mapError(
      Schema.decode(Text)(text.value),
      () =>
        new UsageError({
          message: `${job.file}.checkpoint is damaged: remove it, and the file is written from its beginning.`,
        }),
    )
    if (place.job !== id) {
      return yield* new UsageError({
        message: `${job.file}.checkpoint belongs to another request or format: remove it, or name another file by --out.`,
      })
    }
    const size = yield* files.size
    // Without its rows a place is worth nothing, except where they are the file by now.
    const isThere = Option.isSome(size) ? size.value >= place.bytes : place.isComplete && (yield* files.exists)
    return isThere ? place : none
  })

/** Puts the file in its place, when all rows are there. Done twice, it does the same. */
const finish = (job: Job, place: Place) =>
  Effect.gen(function* () {
    const files = yield* filesOf(job)
    if (Option.isSome(yield* files.size)) {
      if (job.format === "csv" || job.format === "ndjson") yield* files.rename
      else {
        const { columns } = yield* Effect.promise(() => import("@candela/files/NdJson"))
        const { endpoint, file, format, request, texts } = job
        const encode = yield* Encoder.of(format, endpoint, { request, texts, time: place.began, isFile: true })
        yield* Sink.write(file, encode(columns(files.partial, endpoint)))
        yield* files.removePartial
      }
    }
    yield* files.removePlace
  })

/** Writes the file of a job. `parts` gives the rows from a place on. Gives the number of rows in the file. */
export const write = <Err, R>(job: Job, parts: (from: Checkpoint | undefined) => Stream.Stream<Part, Err, R>) =>
  Effect.gen(function* () {
    const { endpoint, format, limit, request } = job
    const id = Json.text([endpoint.name, request, limit ?? null, format])
    const files = yield* filesOf(job)
    const encode = yield* Encoder.of(format === "csv" ? "csv" : "ndjson", endpoint, { isFile: true })
    const header = yield* bytesOf(encode, Stream.empty, 0)
    let place = yield* begin(job, id)
    if (!place.isComplete) {
      const append = yield* files.open(place.bytes)
      let [rows, bytes] = [place.rows, place.bytes]
      if (bytes === 0) {
        yield* append(header)
        bytes = header.length
      }
      const keep = (part: Part) =>
        Effect.gen(function* () {
          const content = yield* bytesOf(encode, Stream.fromChunk(part.rows), header.length)
          yield* append(content)
          rows += part.length
          bytes += content.length
          if (part.checkpoint === undefined) return
          place = new Place({ ...place, rows, bytes, checkpoint: part.checkpoint })
          yield* files.save(place)
        }).pipe(Effect.uninterruptible)
      yield* Stream.runForEach(parts(place.checkpoint), keep)
      place = new Place({ ...place, rows, bytes, isComplete: true })
      yield* files.save(place)
    }
    yield* finish(job, place)
    return place.rows
  }).pipe(
    Effect.scoped,
    Effect.onError(() => Effect.ignore(Effect.flatMap(kept(job), tell))),
  )

/** Number of rows that the next run need not fetch. */
const kept = (job: Job) =>
  Effect.flatMap(filesOf(job), ({ load }) =>
    Effect.map(load, Option.flatMap(Schema.decodeOption(Text))).pipe(
      Effect.map(Option.match({ onNone: () => 0, onSome: ({ rows }) => rows })),
    ),
  )

const tell = (rows: number) =>
  Effect.gen(function* () {
    const { err } = yield* Terminal
    const { quiet } = yield* Settings
    if (quiet || rows === 0) return
    yield* err.write(`${rows.toLocaleString("en-US")} rows are kept: the same command goes on from there.\n`)
  })
