/**
 * Files that are written in several runs: each continues where the previous one ended, and the last one leaves the
 * rows of an uninterrupted run; of CSV and NDJSON the bytes too (Parquet and Arrow hold the time of the first run).
 *
 * Beside `FILE` are `FILE.partial` with the rows so far, and `FILE.checkpoint` with their end position in
 * the stream. Rows are appended before the checkpoint is replaced, so a run that was killed in between
 * has surplus rows, which the next one cuts off. CSV and NDJSON become the file by a rename; Parquet and
 * Arrow, which cannot be appended to, are encoded from the rows at the end. The checkpoint has its own
 * digest and that of the rows: a run continues from what an earlier one wrote, or not at all.
 *
 * @module
 */
import { Checkpoint } from "@candela/core/Checkpoint"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { causeOf, FileError, isFull } from "@candela/files/FileError"
import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import type * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { createHash, type Hash } from "node:crypto"
import { UsageError } from "../command/UsageError.js"
import { Settings } from "../connect/Settings.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Encoder from "./Encoder.js"
import * as Json from "./Json.js"
import * as Sink from "./Sink.js"

/** Job of writing a file. */
export interface FileJob {
  /** Path of the file. */
  readonly file: string
  /** Format of the file. */
  readonly format: Encoder.ColumnFormat
  /** Endpoint of the rows. */
  readonly endpoint: Endpoint.AnyRows
  /** Request of the rows: a run with another request cannot continue here. */
  readonly request: object
  /** Base URL of the service: rows of two services are not joined. */
  readonly service: string
  /** Maximum number of rows. */
  readonly limit: number | undefined
  /** Form of the rows, as the options say: a run with another form cannot continue here. */
  readonly form?: object | undefined
  /** Form of CSV. */
  readonly csv?: Encoder.CsvForm | undefined
  /** Texts for the metadata of Parquet and Arrow files. */
  readonly texts?: Readonly<Record<string, string>> | undefined
}

/** Rows with the position after them; without one the next run fetches them again. */
export interface PositionedRows {
  /** Number of rows. */
  readonly length: number
  /** Rows, single or in columns. */
  readonly rows: Chunk.Chunk<unknown>
  /** Position after the rows. */
  readonly checkpoint: Checkpoint | undefined
}

/** Progress of the runs. */
class Place extends Schema.Class<Place>("@candela/cli/Place")({
  /** Endpoint, request, format and service, as JSON. */
  job: Schema.String,
  /** Start of the first run, epoch milliseconds: the time in the metadata of the file. */
  began: Schema.Number,
  /** Number of rows. */
  rows: Schema.NonNegativeInt,
  /** Size of their part of `FILE.partial`, bytes. */
  bytes: Schema.NonNegativeInt,
  /** SHA-256 of that part, in hexadecimal digits. */
  digest: Schema.String,
  /** Position in the stream; absent before the first page. */
  checkpoint: Schema.optional(Checkpoint),
  /** Whether all rows are written. */
  isComplete: Schema.Boolean,
}) {}

const Saved = /* @__PURE__ */ Schema.parseJson(Place)

const sha256 = () => createHash("sha256")

/** Content of `FILE.checkpoint`: JSON, and its digest on the second line. */
const textOf = (json: string): string => `${json}\n${sha256().update(json).digest("hex")}\n`

const encodePlace = (place: Place): string => textOf(Schema.encodeSync(Saved)(place))

/** None for a text that {@link encodePlace} has not written: cut, changed, or of another version. */
const decodePlace = (text: string): Option.Option<Place> => {
  const [json = ""] = text.split("\n", 1)
  // protects: A changed FILE.checkpoint is refused.
  // mutant: "no changed bit and no lost end": text === textOf(json) → true
  return text === textOf(json) ? Schema.decodeOption(Saved)(json) : Option.none()
}

/** Error of a file that is not as the earlier runs left it. */
const damaged = (path: string, { file }: FileJob) =>
  new FileError({
    reason: "format",
    path,
    detail: `it is not as the earlier run left it. Nothing was changed. Remove ${file}.checkpoint, and the same command writes the file from its beginning.`,
  })

const failed = (path: string, step: string) => (error: PlatformError.PlatformError) =>
  new FileError({
    reason: "write",
    path,
    detail: `could not ${step} the file (${causeOf(error)}). ${isFull(error) ? "The disk is full: free space on it, and run the same command again. " : ""}The rows so far are stored.`,
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
const filesOf = ({ file, format }: FileJob) =>
  Effect.map(FileSystem.FileSystem, (fs) => {
    const [partial, place] = [`${file}.partial`, `${file}.checkpoint`]
    /** Hash of the first bytes of a file. */
    const hash = (path: string, bytes: number) =>
      Effect.gen(function* () {
        const hash = sha256()
        if (bytes === 0) return hash
        const content = fs.stream(path, { bytesToRead: bytes, chunkSize: 1 << 20 })
        yield* Stream.runForEach(content, (part) => Effect.sync(() => hash.update(part)))
        return hash
      }).pipe(Effect.mapError(failed(path, "read")))
    return {
      hash,
      /** Whether the rows have become the file. Of an encoded one only its presence tells. */
      isWritten: ({ bytes, digest }: Place) =>
        Effect.gen(function* () {
          if (!(yield* fs.exists(file))) return false
          if (format === "parquet" || format === "arrow") return true
          const { size } = yield* fs.stat(file)
          return Number(size) === bytes && (yield* hash(file, bytes)).digest("hex") === digest
        }).pipe(Effect.mapError((error) => (error._tag === "FileError" ? error : failed(file, "read")(error)))),
      partial,
      load: ifAny(fs.readFileString(place)).pipe(Effect.mapError(failed(place, "read"))),
      save: (next: Place) => {
        const draft = `${place}.draft`
        return fs
          .writeFileString(draft, encodePlace(next))
          .pipe(Effect.zipRight(fs.rename(draft, place)), Effect.mapError(failed(place, "write")))
      },
      /** Size of the rows so far; none without any. */
      size: Effect.map(
        ifAny(fs.stat(partial)),
        Option.map(({ size }) => Number(size)),
      ).pipe(Effect.mapError(failed(partial, "read"))),
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

/** Progress, and the hash of the rows so far. */
interface Begun {
  readonly place: Place
  readonly hash: Hash
}

/** Progress of an earlier run of the same job, if its rows exist; else the beginning. */
const begin = (job: FileJob, id: string) =>
  Effect.gen(function* () {
    const files = yield* filesOf(job)
    const began = yield* Clock.currentTimeMillis
    const none: Begun = {
      place: new Place({ job: id, began, rows: 0, bytes: 0, digest: "", isComplete: false }),
      hash: sha256(),
    }
    const text = yield* files.load
    if (Option.isNone(text)) return none
    const saved = decodePlace(text.value)
    if (Option.isNone(saved)) return yield* damaged(`${job.file}.checkpoint`, job)
    const place = saved.value
    if (place.job !== id) {
      return yield* new UsageError({
        message: `${job.file}.checkpoint belongs to another request, format or service: remove it, or name another file by --out.`,
      })
    }
    const size = yield* files.size
    if (Option.isNone(size)) {
      // Progress without its rows is useless, unless they have already become the file.
      if (place.isComplete && (yield* files.isWritten(place))) return { place, hash: none.hash }
      // A run that is killed at the beginning leaves fewer rows than the old progress says.
      // protects: A run that begins anew leaves no checkpoint of more rows than it has.
      // mutant: "killed while it begins anew": removed
      yield* files.removePlace
      return none
    }
    const hash = size.value < place.bytes ? undefined : yield* files.hash(files.partial, place.bytes)
    // protects: Changed rows in FILE.partial are refused.
    // mutant: "no changed bit and no lost end": ?.copy().digest("hex") === place.digest → !== undefined
    return hash?.copy().digest("hex") === place.digest ? { place, hash } : yield* damaged(files.partial, job)
  })

/** Completes the file when all rows are written. Idempotent. */
const finish = (job: FileJob, place: Place) =>
  Effect.gen(function* () {
    const files = yield* filesOf(job)
    if (Option.isSome(yield* files.size)) {
      if (job.format === "csv" || job.format === "ndjson") yield* files.rename
      else {
        const { columns } = yield* Effect.promise(() => import("@candela/files/NdJson"))
        const { endpoint, file, format, request, texts } = job
        const encode = yield* Encoder.of(format, endpoint, { request, texts, time: place.began, isFile: true })
        yield* Sink.write({ file }, encode(columns(files.partial, endpoint)))
        yield* files.removePartial
      }
    }
    yield* files.removePlace
  })

/** Writes the file of a job. `parts` returns the rows from a position on. Returns the number of rows in the file. */
export const write = <Err, R>(
  job: FileJob,
  parts: (from: Checkpoint | undefined) => Stream.Stream<PositionedRows, Err, R>,
) =>
  Effect.gen(function* () {
    const { endpoint, format, limit, request } = job
    // protects: Rows of two services are not joined in a file.
    // mutant: "the rows of another service are not joined": without , job.service
    const id = Json.text([endpoint.name, request, limit ?? null, format, job.service, job.form ?? null])
    const files = yield* filesOf(job)
    const encode = yield* Encoder.of(format === "csv" ? "csv" : "ndjson", endpoint, { isFile: true, csv: job.csv })
    const header = yield* bytesOf(encode, Stream.empty, 0)
    const { hash, place: found } = yield* begin(job, id)
    let place = found
    const append = (to: (content: Uint8Array) => Effect.Effect<void, FileError>, content: Uint8Array) =>
      Effect.map(to(content), () => void hash.update(content))
    const fetch = Effect.gen(function* () {
      const open = yield* files.open(place.bytes)
      let [rows, bytes] = [place.rows, place.bytes]
      if (bytes === 0) {
        yield* append(open, header)
        bytes = header.length
      }
      const at = () => ({ ...place, rows, bytes, digest: hash.copy().digest("hex") })
      const keep = (part: PositionedRows) =>
        Effect.gen(function* () {
          const content = yield* bytesOf(encode, Stream.fromChunk(part.rows), header.length)
          yield* append(open, content)
          rows += part.length
          bytes += content.length
          if (part.checkpoint === undefined) return
          place = new Place({ ...at(), checkpoint: part.checkpoint })
          yield* files.save(place)
        }).pipe(Effect.uninterruptible)
      yield* Stream.runForEach(parts(place.checkpoint), keep)
      place = new Place({ ...at(), isComplete: true })
      yield* files.save(place)
    }).pipe(Effect.scoped)
    yield* Effect.gen(function* () {
      if (!place.isComplete) yield* fetch
      yield* finish(job, place)
    }).pipe(Effect.onError(() => Effect.ignore(Effect.flatMap(kept(job), tell))))
    return place.rows
  })

/** Number of rows that the next run does not need to fetch. */
const kept = (job: FileJob) =>
  Effect.flatMap(filesOf(job), ({ load }) =>
    Effect.map(load, Option.flatMap(decodePlace)).pipe(
      Effect.map(Option.match({ onNone: () => 0, onSome: ({ rows }) => rows })),
    ),
  )

const tell = (rows: number) =>
  Effect.gen(function* () {
    const { err } = yield* Terminal
    const { quiet } = yield* Settings
    if (quiet || rows === 0) return
    yield* err.write(`${rows.toLocaleString("en-US")} rows are stored: the same command resumes from there.\n`)
  })
