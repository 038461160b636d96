/**
 * Temporary files for incomplete output. Their names contain the target file, the process and the
 * machine: the next command that writes the same file removes leftovers of killed ones.
 *
 * @module
 */
import { FileSystem } from "@effect/platform/FileSystem"
import { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import { hostname } from "node:os"

/** Maximum length of each part of the name: a whole name may have 255 bytes. */
const longest = 40

const prefixOf = (name: string) => `.candela-${name.slice(0, longest)}-${hostname().slice(0, longest)}-`

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process cannot be signalled, but it is running.
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/**
 * Name of this process's temporary file for a file. Leftovers of killed processes for the same file
 * are removed; those that cannot be removed stay.
 */
export const make = (file: string): Effect.Effect<string, never, FileSystem | Path> =>
  Effect.gen(function* () {
    const [fs, path] = [yield* FileSystem, yield* Path]
    // The temporary file is beside the file, not beside a link to it.
    const real = yield* Effect.orElseSucceed(fs.realPath(file), () => file)
    const [folder, prefix] = [path.dirname(real), prefixOf(path.basename(real))]
    const isLeft = (name: string) => {
      const pid = name.startsWith(prefix) ? /^(\d+)\.part$/.exec(name.slice(prefix.length))?.[1] : undefined
      return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))
    }
    const names = yield* Effect.orElseSucceed(fs.readDirectory(folder), () => [])
    yield* Effect.forEach(names.filter(isLeft), (name) =>
      Effect.ignore(fs.remove(path.join(folder, name), { force: true })),
    )
    return `${prefix}${process.pid}.part`
  })
