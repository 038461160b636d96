/** File systems that fail, or wait, at a step. */
import * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Layer } from "effect"

/** Steps of writing a file, in the order in which they are taken. */
export type Step = "realPath" | "stat" | "open" | "write" | "sync" | "close" | "rename" | "openFolder" | "syncFolder"

/** What stands before a step. */
export type Before = (step: Step) => Effect.Effect<void, PlatformError.PlatformError>

/** The operating system's refusal. */
export const refusal = (
  description: string,
  reason: PlatformError.SystemErrorReason = "Unknown",
): PlatformError.SystemError =>
  new PlatformError.SystemError({ module: "FileSystem", method: "write", reason, description })

const watchedFile = (file: FileSystem.File, before: Before, isFolder: boolean): FileSystem.File =>
  Object.create(file, {
    writeAll: { value: (bytes: Uint8Array) => Effect.zipRight(before("write"), file.writeAll(bytes)) },
    sync: { get: () => Effect.zipRight(before(isFolder ? "syncFolder" : "sync"), file.sync) },
  }) as FileSystem.File

/** A file system on top of another, which does `before` each step of writing a file. */
export const watched = (before: Before): Layer.Layer<FileSystem.FileSystem, never, FileSystem.FileSystem> =>
  Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (fs) => ({
      ...fs,
      realPath: (path) => Effect.zipRight(before("realPath"), fs.realPath(path)),
      stat: (path) => Effect.zipRight(before("stat"), fs.stat(path)),
      rename: (from, to) => Effect.zipRight(before("rename"), fs.rename(from, to)),
      open: (path, options) => {
        const isFolder = options?.flag === undefined
        const opened = Effect.map(fs.open(path, options), (file) => watchedFile(file, before, isFolder))
        return Effect.zipRight(
          before(isFolder ? "openFolder" : "open"),
          // As the file system of Node does, a file that cannot be closed is a defect.
          isFolder
            ? opened
            : Effect.zipLeft(
                opened,
                Effect.addFinalizer(() => Effect.orDie(before("close"))),
              ),
        )
      },
    })),
  )
