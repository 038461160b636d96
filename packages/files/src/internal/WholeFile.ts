/**
 * Files of any bytes, complete or absent.
 *
 * ```ts
 * Stream.make("done\n").pipe(Stream.encodeText, Stream.run(WholeFile.sink("note.txt")))
 * ```
 *
 * The bytes go to a temporary file in the same folder. When all of them are written and flushed, it
 * is renamed to its name: an existing file is replaced atomically, and is untouched until then. On
 * failure or interruption the temporary file is removed; a killed process leaves it. Its name
 * begins with a dot and has its own ending, so that patterns such as `*.parquet` do not match it.
 *
 * @module
 */
import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Scope from "effect/Scope"
import * as Sink from "effect/Sink"
import { causeOf, FileError, isFull } from "../FileError.js"

/** A file being written. */
export interface WholeFile {
  /** Path of the temporary file, for another writer in place of `write`. */
  readonly temporary: string
  /** Appends all bytes. They must not change meanwhile. */
  readonly write: (bytes: Uint8Array) => Effect.Effect<void, FileError>
  /** Puts the file in place: flushed, closed and renamed. Nothing can be written afterwards. */
  readonly commit: Effect.Effect<void, FileError>
}

/** Whether a name is that of a temporary file, which a killed process leaves. */
export const isTemporary = (name: string): boolean => /^\.candela-[0-9a-f]{12}\.part$/.test(name)

const temporaryName = Effect.map(
  Random.nextIntBetween(0, 2 ** 48),
  (number) => `.candela-${number.toString(16).padStart(12, "0")}.part`,
)

/** Returns advice for an error of the operating system. */
const adviceOf = (error: PlatformError.PlatformError): string => {
  if (isFull(error)) return "The disk is full: free space on it, or write to another one."
  if (/EFBIG/.test(error.message)) return "The file is larger than the system allows."
  if (error._tag === "BadArgument") return "Correct the path."
  switch (error.reason) {
    case "NotFound":
      return "Create its folder first."
    case "PermissionDenied":
      return "Write to a folder that this user may write to."
    default:
      return "Write it again when that is mended."
  }
}

const refused = (path: string, step: string) => (error: PlatformError.PlatformError) =>
  new FileError({
    reason: "write",
    path,
    detail: `could not ${step} the file, and nothing of it was kept (${causeOf(error)}). ${adviceOf(error)}`,
  })

const isAbsent = (error: PlatformError.PlatformError) => error._tag === "SystemError" && error.reason === "NotFound"

/** Returns the folder of a path, with a trailing separator; empty for a bare name. */
const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)

/** Returns the resolved path of the file, and the state of an existing file. */
const targetOf = (fs: FileSystem.FileSystem, path: string) =>
  Effect.gen(function* () {
    const real = yield* Effect.catchIf(fs.realPath(path), isAbsent, () => Effect.succeed(path))
    const existing = yield* Effect.catchIf(Effect.asSome(fs.stat(real)), isAbsent, () => Effect.succeedNone)
    return { real, existing: Option.getOrUndefined(existing) }
  }).pipe(
    Effect.mapError(refused(path, "create")),
    Effect.filterOrFail(
      // protects: A rename does not replace a device or a folder.
      // mutant: "does not replace a folder or a device": === undefined || existing.type === "File" → !== null
      ({ existing }) => existing === undefined || existing.type === "File",
      ({ existing }) =>
        new FileError({
          reason: "write",
          path,
          detail: `a ${existing!.type} stands under this name, which a file cannot replace. Choose another name; for pipes and devices, write the bytes of \`encode\`.`,
        }),
    ),
  )

/**
 * Makes the new name durable. Not every system can open a folder (Windows cannot), and the file is complete without it.
 */
const flushFolder = (fs: FileSystem.FileSystem, folder: string) =>
  Effect.ignore(Effect.scoped(Effect.flatMap(fs.open(folder === "" ? "." : folder), (handle) => handle.sync)))

/**
 * Creates a temporary file, open for writing. Closing reports the system's errors: some report a full disk only then.
 */
const create = (fs: FileSystem.FileSystem, path: string, mode: number | undefined) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    // protects: A temporary file of another process is not written to.
    // mutant: "does not touch temporary files of others": "wx" → "w"
    const handle = yield* fs
      .open(path, { flag: "wx", ...(mode === undefined ? {} : { mode }) })
      .pipe(Scope.extend(scope))
    return { handle, flusher: flusher(handle), close: Scope.close(scope, Exit.void) }
  })

/** Number of bytes after which a file is flushed in the background, so that little is left to flush at its end. */
export const FLUSH = 8 * 1024 * 1024

/**
 * Flushes a file while it is written. Each flush waits for the previous one: the system may report a failure only once.
 */
const flusher = (handle: FileSystem.File) => {
  let unflushed = 0
  let running: Fiber.Fiber<void, PlatformError.PlatformError> | undefined
  const settled = Effect.suspend(() => running ?? Effect.void)
  return {
    /** Counts written bytes, and starts a flush when they are many. */
    written: (bytes: number) =>
      Effect.suspend(() => {
        unflushed += bytes
        if (unflushed < FLUSH) return Effect.void
        unflushed = 0
        return Effect.flatMap(settled, () =>
          Effect.map(Effect.forkDaemon(handle.sync), (fiber) => {
            running = fiber
          }),
        )
      }),
    /** Flushes the rest. */
    flush: Effect.flatMap(settled, () => handle.sync),
    /** Waits for a running flush, ignoring its outcome. */
    ended: Effect.exit(settled),
  }
}

/** Options of a file being written. */
export interface WholeFileOptions {
  /**
   * Name of the temporary file, in the folder of the file. It must not exist. Default: a random one
   * that begins with `.candela-` and ends in `.part`.
   */
  readonly temporary?: string | undefined
}

/** Opens a file for writing: at the end of the scope it is complete if committed, otherwise absent. */
export const open = (
  path: string,
  options: WholeFileOptions = {},
): Effect.Effect<WholeFile, FileError, FileSystem.FileSystem | Scope.Scope> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const { existing, real } = yield* targetOf(fs, path)
    const folder = folderOf(real)
    const temporary = folder + (options.temporary ?? (yield* temporaryName))
    let renamed = false
    const { close, flusher, handle } = yield* Effect.acquireRelease(
      Effect.mapError(create(fs, temporary, existing && existing.mode & 0o777), refused(path, "create")),
      ({ close, flusher }) =>
        Effect.zipRight(
          Effect.zipRight(flusher.ended, Effect.exit(close)),
          // protects: What was written so far is removed when the stream fails.
          // mutant: "is left as it was by a stream that fails": suspend(() => (renamed ? Effect.void :
          // Effect.ignore(fs.remove(temporary, { force: true })))) → void
          // protects: A stream that fails leaves no file.
          // mutant: "is left as it was by a stream that fails": remove(temporary, { force: true } → rename(temporary,
          // real
          Effect.suspend(() => (renamed ? Effect.void : Effect.ignore(fs.remove(temporary, { force: true })))),
        ),
    )
    return {
      temporary,
      // An interrupted write continues in the system: closing the file meanwhile would let it end in another file.
      write: (bytes) =>
        Effect.mapError(handle.writeAll(bytes), refused(path, "write")).pipe(
          Effect.zipRight(Effect.mapError(flusher.written(bytes.length), refused(path, "flush"))),
          Effect.uninterruptible,
        ),
      // protects: A file that has all its bytes is put in its place, whatever is interrupted.
      // mutant: "when it is interrupted": without .pipe(Effect.uninterruptible)
      commit: Effect.gen(function* () {
        // protects: A file is flushed before it is put in its place.
        // mutant: "when a step is refused": removed
        yield* Effect.mapError(flusher.flush, refused(path, "flush"))
        // protects: A file that the system could not close is not put in its place.
        // mutant: "when a step is refused": catchAllDefect(close, (error) => Effect.fail(refused(path, "close")(error
        // as PlatformError.PlatformError)), ) → exit(close)
        yield* Effect.catchAllDefect(close, (error) =>
          Effect.fail(refused(path, "close")(error as PlatformError.PlatformError)),
        )
        yield* Effect.mapError(fs.rename(temporary, real), refused(path, "rename"))
        renamed = true
        yield* flushFolder(fs, folder)
      }).pipe(Effect.uninterruptible),
    }
  })

/**
 * Makes a sink of bytes: the file is in place after the last one, and absent if the stream fails or
 * is interrupted. Returns the number of bytes.
 */
export const sink = (
  path: string,
  options?: WholeFileOptions,
): Sink.Sink<number, Uint8Array, never, FileError, FileSystem.FileSystem> =>
  Sink.unwrapScoped(
    Effect.map(open(path, options), (file) => {
      let written = 0
      return Sink.forEach((bytes: Uint8Array) =>
        Effect.map(file.write(bytes), () => {
          written += bytes.length
        }),
      ).pipe(
        Sink.mapEffect(() => file.commit),
        Sink.map(() => written),
      )
    }),
  )
