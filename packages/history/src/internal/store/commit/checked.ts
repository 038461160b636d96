/**
 * Checks stored files against the digests of their entries before their rows are used. Each file is hashed once per
 * process, and again when its state has changed: its size and time of change in a folder, its ETag in an object store.
 *
 * @module
 */
import { type PlatformError, SystemError } from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { StoreError } from "../../../StoreError.js"
import * as Durable from "./durable.js"
import type { Entry } from "../layout/manifest.js"

/** States in which files had the bytes of their entries, by the names of the files. */
export interface Checked {
  /** Returns the state of a file when it was found sound; `undefined` if it has not been. */
  readonly stateOf: (file: string, entry: Entry) => string | undefined
  readonly remember: (file: string, entry: Entry, state: string) => void
}

/** Folder of a store on this machine, with the checks of this process. */
export interface CheckedFolder extends Durable.Disk {
  readonly folder: string
  readonly checked: Checked
}

/** File for a format's reader. */
export interface Opened {
  readonly path: string
  /** File system that reads the file under this path. */
  readonly fileSystem: FileSystem.FileSystem
  /** Cause of a failed read that does not concern the file itself: a format's reader only reports errors of files. */
  readonly failure: () => StoreError | undefined
}

/** Maximum number of remembered files, some 200 bytes each: those of 2,000 tickers with their months of three years. */
const most = 65_536

/**
 * Makes the memory of a process's checks. Beyond `limit` files, those used longest ago are
 * forgotten, and checked again.
 */
export const make = (limit: number = most): Checked => {
  const states = new Map<string, { readonly sha256: string; readonly state: string }>()
  const put = (file: string, value: { readonly sha256: string; readonly state: string }) => {
    states.delete(file)
    states.set(file, value)
    if (states.size > limit) states.delete(states.keys().next().value!)
  }
  return {
    stateOf: (file, { sha256 }) => {
      const known = states.get(file)
      if (known?.sha256 !== sha256) return undefined
      put(file, known)
      return known.state
    },
    remember: (file, { sha256 }, state) => put(file, { sha256, state }),
  }
}

/** Error of a file that is not as its entry says. */
export const damage = (path: string, problem: string): StoreError =>
  new StoreError({
    reason: "file",
    path,
    detail: `${problem}: the file is damaged, and none of its rows are used. \`verify\` takes it out of the store, and the next \`sync\` fetches its rows again.`,
  })

/** Fails unless bytes are those of an entry. */
// protects: A file whose bytes have changed is not read.
// mutant: "is an error in every way of reading": === sha256 → !== sha256 || digest === sha256
export const require = (path: string, { bytes, sha256 }: Entry, found: Uint8Array): Effect.Effect<void, StoreError> =>
  found.length === bytes
    ? Effect.flatMap(Durable.digest(found), (digest) =>
        digest === sha256 ? Effect.void : damage(path, "its bytes do not have the SHA-256 that the manifest names"),
      )
    : damage(path, `it has ${found.length} bytes in place of ${bytes}`)

/**
 * Fails unless the file of an entry is sound. Returns its bytes if they had to be read; `undefined`
 * for a file that is known to be sound.
 */
export const ensure = (
  { checked, fs }: Pick<CheckedFolder, "checked" | "fs">,
  path: string,
  entry: Entry,
): Effect.Effect<Uint8Array | undefined, StoreError | PlatformError> =>
  Effect.gen(function* () {
    // Taken before the bytes are read: a change during the check gives another state.
    const { ino, mtime, size } = yield* fs.stat(path)
    const changed = Option.match(mtime, { onNone: () => "", onSome: (time) => String(time.getTime()) })
    const state = `${size} ${changed} ${ino === undefined ? "" : Option.getOrElse(ino, () => "")}`
    // protects: A file that changed after its check is checked again.
    // mutant: "read a file once, and again when its size or its time of change differs": === state → !== undefined
    if (checked.stateOf(path, entry) === state) return undefined
    const bytes = yield* fs.readFile(path)
    yield* require(path, entry, bytes)
    checked.remember(path, entry, state)
    return bytes
  })

/** Returns an error of the file system that stands for another one. */
export const unreadable = (method: string, path: string, { message }: { readonly message: string }): SystemError =>
  new SystemError({
    reason: "Unknown",
    module: "FileSystem",
    method,
    pathOrDescriptor: path,
    description: message,
  })

/** Returns some bytes of a file. */
export type Fetch = (method: string, start: number, length: number) => Effect.Effect<Uint8Array, PlatformError>

/** Makes a file from a function that returns its parts. */
export const fileOf = (size: number, fetch: Fetch): Effect.Effect<FileSystem.File> =>
  Effect.sync(() => {
    let at = 0
    const file = {
      stat: Effect.succeed({ type: "File", size: FileSystem.Size(size) }),
      seek: (offset: FileSystem.SizeInput, from: FileSystem.SeekMode) =>
        Effect.sync(() => {
          at = (from === "start" ? 0 : at) + Number(offset)
        }),
      read: (buffer: Uint8Array) =>
        Effect.suspend(() => {
          const length = Math.min(buffer.length, size - at)
          if (length <= 0) return Effect.succeed(FileSystem.Size(0))
          return Effect.map(fetch("read", at, length), (bytes) => {
            buffer.set(bytes)
            at += bytes.length
            return FileSystem.Size(bytes.length)
          })
        }),
    }
    // Readers only need the size and reads at offsets: the other file operations are for writers.
    return file as unknown as FileSystem.File
  })

/** Makes the file system of a single file with these bytes. */
export const ofBytes = (bytes: Uint8Array): FileSystem.FileSystem =>
  FileSystem.makeNoop({
    open: () => fileOf(bytes.length, (_, start, length) => Effect.succeed(bytes.subarray(start, start + length))),
    readFile: () => Effect.succeed(bytes),
  })

/** Opens a file of a folder, whose bytes are checked before the first of them is given away. */
export const open = (local: Pick<CheckedFolder, "checked" | "fs">, path: string, entry: Entry): Opened => {
  let failure: StoreError | undefined
  const source = Effect.mapError(
    Effect.map(ensure(local, path, entry), (bytes) => (bytes === undefined ? local.fs : ofBytes(bytes))),
    (error) => {
      failure = error._tag === "StoreError" ? error : Durable.lost(path)(error)
      return unreadable("open", path, failure)
    },
  )
  return {
    path,
    fileSystem: FileSystem.makeNoop({
      open: (path, options) => Effect.flatMap(source, (fs) => fs.open(path, options)),
      readFile: (path) => Effect.flatMap(source, (fs) => fs.readFile(path)),
    }),
    failure: () => failure,
  }
}
