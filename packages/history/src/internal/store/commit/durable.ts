/**
 * Files that are either complete or absent, even after a power failure: written under a temporary
 * name, flushed, renamed, and the folder flushed.
 *
 * @module
 */
import type { PlatformError } from "@effect/platform/Error"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import { causeOf, isFull } from "@candela/files/FileError"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import * as Scope from "effect/Scope"
import { StoreError } from "../../../StoreError.js"

/** File system of the store. */
export interface Disk {
  readonly fs: FileSystem
  readonly path: Path
}

/** Adds the file's path to an error of the file system. */
export const failed =
  (reason: "read" | "write", path: string) =>
  (error: PlatformError): StoreError =>
    new StoreError({
      reason,
      path,
      detail:
        reason === "read"
          ? `could not be read (${causeOf(error)}). See that this process may read the store's folder.`
          : // protects: A full disk is named as the cause.
            // mutant: "says that the disk is full": isFull(error) → false
            `could not be written (${causeOf(error)}). ${isFull(error) ? "The disk is full: free space on it" : "See that this process may write there"}, then sync again: what was written before stands.`,
    })

/** Error of a stored file that cannot be opened. */
export const lost =
  (path: string) =>
  (error: PlatformError): StoreError =>
    isAbsent(error)
      ? new StoreError({
          reason: "file",
          path,
          detail: "the file is not there. The next `sync` fetches its rows again.",
        })
      : failed("read", path)(error)

/** Whether the file does not exist. */
export const isAbsent = (error: PlatformError): boolean => error._tag === "SystemError" && error.reason === "NotFound"

/**
 * Whether a name is that of a file being written, or left by a killed process. Such names begin
 * with a dot and end in `.part`, so no engine takes them for data.
 */
export const isTemporary = (name: string): boolean => name.startsWith(".") && name.endsWith(".part")

/**
 * Makes the names in a folder durable. Not every system can open a folder (Windows cannot): there
 * the system's own write order must suffice.
 */
export const flushFolder = ({ fs }: Disk, folder: string): Effect.Effect<void> =>
  Effect.ignore(Effect.scoped(Effect.flatMap(fs.open(folder, { flag: "r" }), (handle) => handle.sync)))

/** Makes a temporary name for a file, different for each write, so that two writers of a file do not share it. */
export const temporaryOf = (name: string): Effect.Effect<string> =>
  Effect.map(Random.nextIntBetween(0, 2 ** 48), (random) => `.${name}.${random.toString(16)}.part`)

/** Opens a new file until the end of the scope. The result writes all its bytes, flushes and closes. */
export const create = (
  { fs }: Disk,
  file: string,
): Effect.Effect<(bytes: Uint8Array) => Effect.Effect<void, PlatformError>, PlatformError, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.acquireRelease(Scope.make(), (scope) =>
      Effect.catchAllCause(Scope.close(scope, Exit.void), () => Effect.void),
    )
    const handle = yield* Scope.extend(fs.open(file, { flag: "wx" }), scope)
    // Some systems report a full disk only on closing.
    const close = Effect.catchAllDefect(Scope.close(scope, Exit.void), (error) => Effect.fail(error as PlatformError))
    // protects: A file is flushed before it is put in its place.
    // mutant: "before any of its changes of files leaves a store that reads": Effect.zipRight(handle.writeAll(bytes),
    // handle.sync → handle.writeAll(bytes
    return (bytes) => Effect.zipRight(Effect.zipRight(handle.writeAll(bytes), handle.sync), close)
  })

/** Writes a file in a folder, replacing one of the same name. On failure and on interruption the previous one stays. */
export const replace = (disk: Disk, folder: string, name: string, bytes: Uint8Array): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    const { fs, path } = disk
    const file = path.join(folder, name)
    // protects: A file is written beside its name.
    // mutant: "in the middle of any of them, too": path.join(folder, yield* temporaryOf(name)) → file
    const temporary = path.join(folder, yield* temporaryOf(name))
    yield* Effect.scoped(Effect.flatMap(create(disk, temporary), (write) => write(bytes))).pipe(
      Effect.zipRight(fs.rename(temporary, file)),
      Effect.tapError(() => Effect.ignore(fs.remove(temporary, { force: true }))),
      Effect.mapError(failed("write", file)),
      Effect.zipRight(flushFolder(disk, folder)),
    )
    // An interrupted write continues in the system: removing its file would not end it.
  }).pipe(Effect.uninterruptible)

/** Returns the names in a folder, sorted by code units; none if it does not exist. */
export const names = ({ fs }: Disk, folder: string): Effect.Effect<ReadonlyArray<string>, StoreError> =>
  fs.readDirectory(folder).pipe(
    Effect.map((names) => [...names].sort()),
    Effect.catchIf(isAbsent, () => Effect.succeed([])),
    Effect.mapError(failed("read", folder)),
  )

/** Removes files of a folder. */
export const removeAll = (disk: Disk, folder: string, files: ReadonlyArray<string>): Effect.Effect<void, StoreError> =>
  Effect.forEach(
    files,
    (name) => {
      const file = disk.path.join(folder, name)
      return Effect.mapError(disk.fs.remove(file, { force: true, recursive: true }), failed("write", file))
    },
    { discard: true },
  )

/** Size in bytes up to which hashing takes less time than handing the bytes to another thread: about a millisecond. */
const small = 2 ** 20

/** SHA-256 of bytes, in hexadecimal digits. */
export const digest = (bytes: Uint8Array): Effect.Effect<string> =>
  Effect.promise(async () => {
    if (bytes.length <= small) {
      const { createHash } = await import("node:crypto")
      return createHash("sha256").update(bytes).digest("hex")
    }
    const hash = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  })
