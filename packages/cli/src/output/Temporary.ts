/**
 * The files under which others are written before they are whole. Their names say for which file, and by which process of which machine: the next command that writes the same
 * file removes what a killed one has left.
 *
 * @module
 */
import { FileSystem } from "@effect/platform/FileSystem"
import { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import { hostname } from "node:os"

/** A name may have 255 bytes. */
const longest = 40

const prefixOf = (name: string) => `.candela-${name.slice(0, longest)}-${hostname().slice(0, longest)}-`

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process may not be signalled, but it runs.
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** The temporary file of a file that this process writes, by its name. What killed processes have left of the same file is removed; what cannot be removed stays. */
export const make = (file: string): Effect.Effect<string, never, FileSystem | Path> =>
  Effect.gen(function* () {
    const [fs, path] = [yield* FileSystem, yield* Path]
    // The temporary file stands beside the file, not beside a link to it.
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
