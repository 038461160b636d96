/** Record batches of bytes in the file format or in the stream format of Apache Arrow. */
import * as FileSystem from "@effect/platform/FileSystem"
import type { RecordBatch, RecordBatchReader, Schema } from "apache-arrow"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { FileError } from "../../FileError.js"
import type { Arrow } from "./library.js"

/** The batches of a file, and their schema. */
export interface Batches<Err = never> {
  readonly schema: Schema
  readonly batches: Stream.Stream<RecordBatch, Err | FileError>
}

const MAGIC = "ARROW1"

/** The continuation mark, and a length of 0: the end of a stream. */
const END = "255,255,255,255,0,0,0,0"

/** How often a place of a whole file is read again at most: a message and its dictionary are sought anew. */
const MOST_REPEATED = 8

const damaged = (detail: string) =>
  new FileError({
    reason: "format",
    detail: `this is no whole file or stream of Apache Arrow: ${detail}. Write it or download it again.`,
  })

const failure = (error: unknown): FileError =>
  error instanceof FileError ? error : damaged(error instanceof Error ? error.message : String(error))

/** Opens a reader, and closes it at the end of the scope. `checked` judges a source whose last batch was read. */
const open = <Err>(
  arrow: Arrow,
  source: unknown,
  checked: Effect.Effect<void, Err | FileError>,
): Effect.Effect<Batches<Err>, Err | FileError, Scope.Scope> =>
  Effect.gen(function* () {
    // What went wrong with the source comes before what the library makes of it.
    const step = <A>(run: () => Promise<A>) =>
      Effect.catchAll(Effect.tryPromise({ try: run, catch: failure }), (error) =>
        Effect.zipRight(checked, Effect.fail(error)),
      )
    const reader = yield* Effect.acquireRelease(
      step(async () => {
        const reader = await arrow.RecordBatchReader.from(source as AsyncIterable<Uint8Array>)
        return (await reader.open()) as RecordBatchReader
      }),
      (reader) => Effect.ignore(Effect.tryPromise(async () => reader.cancel())),
    )
    if ((reader.schema as Schema | undefined) === undefined) {
      yield* checked
      return yield* damaged("it has no schema")
    }
    const next = Effect.mapError(
      step(async () => reader.next()),
      Option.some,
    ).pipe(
      Effect.flatMap(({ done, value }) =>
        done === true
          ? Effect.zipRight(Effect.mapError(checked, Option.some), Effect.fail(Option.none()))
          : Effect.succeed(value as RecordBatch),
      ),
    )
    return { schema: reader.schema, batches: Stream.repeatEffectOption(next) }
  })

/** The batches of a stream of bytes. Those of the stream format come while it is read; a file is read to its end first. */
export const ofStream = <Err, R>(
  arrow: Arrow,
  bytes: Stream.Stream<Uint8Array, Err, R>,
): Effect.Effect<Batches<Err>, Err | FileError, R | Scope.Scope> =>
  Effect.gen(function* () {
    let failed: Cause.Cause<Err> | undefined
    let first = ""
    let last: ReadonlyArray<number> = []
    const watched = bytes.pipe(
      Stream.tap((chunk) =>
        Effect.sync(() => {
          if (first.length < MAGIC.length) first += String.fromCharCode(...chunk.subarray(0, MAGIC.length))
          last = [...last, ...chunk.subarray(-8)].slice(-8)
        }),
      ),
      // The library would take the failure for its own.
      Stream.catchAllCause((cause) => {
        failed = cause
        return Stream.empty
      }),
    )
    const checked = Effect.suspend((): Effect.Effect<void, Err | FileError> => {
      if (failed !== undefined) return Effect.failCause(failed)
      // A stream that is cut between two batches is only known by this.
      return first.startsWith(MAGIC) || last.join() === END
        ? Effect.void
        : Effect.fail(damaged("it ends before its end mark"))
    })
    return yield* open(arrow, yield* Stream.toAsyncIterableEffect(watched), checked)
  })

const refused = (path: string) => (error: { readonly message: string }) =>
  new FileError({ reason: "read", path, detail: `could not be read (${error.message}). Check the path.` })

/** The batches of a file, in either format. Of the file format one batch is in memory at a time. */
export const ofPath = (
  arrow: Arrow,
  path: string,
): Effect.Effect<Batches<FileError>, FileError, FileSystem.FileSystem | Scope.Scope> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const file = yield* Effect.mapError(fs.open(path), refused(path))
    const { size } = yield* Effect.mapError(file.stat, refused(path))
    const read = (buffer: Uint8Array, position: number) =>
      Effect.zipRight(file.seek(position, "start"), file.read(buffer)).pipe(
        Effect.mapError(refused(path)),
        // The library would ask again and again.
        Effect.filterOrFail(
          (count) => count > 0n,
          () => damaged("it ends too early"),
        ),
      )
    const textAt = (position: number) => {
      const buffer = new Uint8Array(MAGIC.length)
      return Effect.as(read(buffer, Math.max(0, position)), buffer).pipe(
        Effect.map((buffer) => String.fromCharCode(...buffer)),
      )
    }
    if ((yield* textAt(0)) !== MAGIC) {
      const bytes = Stream.mapError(fs.stream(path, { chunkSize: 1 << 20 }), refused(path))
      return yield* ofStream(arrow, bytes)
    }
    if ((yield* textAt(Number(size) - MAGIC.length)) !== MAGIC) return yield* damaged("it ends too early")
    const run = Runtime.runPromiseExit(yield* Effect.runtime())
    const asked = new Map<number, number>()
    // The part of Node's `FileHandle` that the library uses.
    const handle = {
      fd: 0,
      stat: () => Promise.resolve({ size: Number(size) }),
      read: async (buffer: Uint8Array, offset: number, length: number, position: number) => {
        const times = (asked.get(position) ?? 0) + 1
        asked.set(position, times)
        // By the negative length of a damaged message the library goes back, and would read for ever.
        if (times > MOST_REPEATED) throw damaged("the length of a message is negative")
        const exit = await run(read(buffer.subarray(offset, offset + length), position))
        if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
        return { bytesRead: Number(exit.value), buffer }
      },
      close: () => Promise.resolve(),
    }
    return yield* open(arrow, handle, Effect.void)
  })
