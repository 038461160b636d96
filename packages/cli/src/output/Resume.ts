/**
 * Files that are written in several runs: each continues where the previous one ended, and the last one leaves the bytes of an uninterrupted run.
 *
 * Beside `FILE` are `FILE.partial` with the rows so far, and `FILE.checkpoint` with their end position in the stream. Rows are appended before the checkpoint
 * is replaced, so a run that was killed in between has surplus rows, which the next one cuts off. CSV and NDJSON become the file by a rename; Parquet and
 * Arrow, which cannot be appended to, are encoded from the rows at the end.
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

/** Job of writing a file. */
export interface Job {
  /** Path of the file. */
  readonly file: string
  /** Format of the file. */
  readonly format: Encoder.Format
  /** Endpoint of the rows. */
  readonly endpoint: Endpoint.AnyRows
  /** Request of the rows: a run with another request cannot continue here. */
  readonly request: object
  /** Maximum number of rows. */
  readonly limit: number | undefined
  /** Texts for the metadata of Parquet and Arrow files. */
  readonly texts?: Readonly<Record<string, string>> | undefined
}

/** Rows with the position after them; without one the next run fetches them again. */
export interface Part {
  /** Number of rows. */
  readonly length: number
  /** Rows, single or in columns. */
  readonly rows: Chunk.Chunk<unknown>
  /** Position after the rows. */
  readonly checkpoint: Checkpoint | undefined
}

/** Progress of the runs. */
class Place extends Schema.Class<Place>("@candela/cli/Place")({
  /** Endpoint, request and format, as JSON. */
  job: Schema.String,
  /** Start of the first run, epoch milliseconds: the time in the metadata of the file. */
  began: Schema.Number,
  /** Number of rows. */
  rows: Schema.NonNegativeInt,
  /** Size of their part of `FILE.partial`, bytes. */
  bytes: Schema.NonNegativeInt,
  /** Position in the stream; absent before the first page. */
  checkpoint: Schema.optional(Checkpoint),
  /** Whether all rows are written. */
  isComplete: Schema.Boolean,
}) {}

const Text = /* @__PURE__ */ Schema.parseJson(Place)

const isFull = ({ message }: PlatformError.PlatformError) => /ENOSPC|EDQUOT|WriteZero/.test(message)

/** Message of the system, without the call. */
const causeOf = (error: PlatformError.PlatformError) =>
  (error._tag === "SystemError" ? error.description : undefined)?.replace(/, \w+( '.*)?$/, "") ?? error.message

const failed = (path: string, step: string) => (error: PlatformError.PlatformError) =>
  new FileError({
    reason: "write",
    path,
    detail: `could not ${step} the file (${causeOf(error)}). ${isFull(error) ? "The disk is full: free space on it, and run the same command again. " : ""}The rows so far are kept.`,
  })

/** None for a missing file. */
const ifAny = <A, R>(
  self: Effect.Effect<A, PlatformError.PlatformError, R>,
): Effect.Effect<Option.Option<A>, PlatformError.PlatformError, R> =>
  Effect.catchIf(
    Effect.asSome(self),
    (error) => error._tag === "SystemError" && error.reason === "NotFound",
    () => Effect.succeedNone,
  )

/** Files of a job. */
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
      /** Opens the rows so far for appending, cut to a number of bytes. */
      open: (bytes: number) =>
        Effect.gen(function* () {
          if (bytes > 0) yield* fs.truncate(partial, FileSystem.Size(bytes))
          const handle = yield* fs.open(partial, { flag: bytes > 0 ? "a" : "w" })
          // The platform takes an empty write for a full disk.
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

/** Encodes rows without the header of a file. */
const bytesOf = (encode: Encoder.Encoder, rows: Stream.Stream<unknown>, header: number) =>
  Effect.map(Stream.runCollect(encode(rows)), (blocks) => Buffer.concat([...blocks]).subarray(header))

/** Progress of an earlier run of the same job, if its rows exist; else the beginning. */
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
    // Progress without its rows is useless, unless they have already become the file.
    const isThere = Option.isSome(size) ? size.value >= place.bytes : place.isComplete && (yield* files.exists)
    return isThere ? place : none
  })

/** Completes the file when all rows are written. Idempotent. */
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

/** Writes the file of a job. `parts` returns the rows from a position on. Returns the number of rows in the file. */
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

/** Number of rows that the next run does not need to fetch. */
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
