import { FileSystem } from "@effect/platform"
import { Clock, Effect, Option } from "effect"
import { hostname } from "node:os"
import { join } from "node:path"

/** The file that is built; what the database puts beside it begins with its name. */
const file = "data.duckdb"

/** A folder says who builds in it. Six characters make its name unlike any other. */
const prefix = `building-${process.pid}-${hostname()}-`
const pattern = /^building-(?:(\d+)-(.+)-)?\w{6}$/

const hour = 3_600_000

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process may not be signalled, but it runs.
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/**
 * Whether nobody builds in a folder any more. On this machine that is known by the process. Another machine or container that shares the
 * directory (its processes are not seen, and may have our number) takes minutes for what was not touched for an hour.
 */
const isLeftOver = (name: string, modified: number, now: number) => {
  const [, pid, host] = pattern.exec(name) ?? []
  return host === hostname() && Number(pid) !== process.pid ? !isRunning(Number(pid)) : now - modified > hour
}

/** Makes a folder to build a data set in, for the scope, and gives the path of the file to build. */
export const make = (directory: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped({ directory, prefix })).pipe(
    Effect.map((folder) => join(folder, file)),
  )

/** Removes the folders of builds that were killed. What cannot be removed stays, and is no reason not to begin. */
export const sweep = (directory: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    // Files are dated by the machine's clock, whatever clock a test has put in its place.
    const now = Clock.make().unsafeCurrentTimeMillis()
    const sweepOne = (name: string) =>
      Effect.gen(function* () {
        const folder = join(directory, name)
        const { mtime } = yield* files.stat(folder)
        const ours = (yield* files.readDirectory(folder)).every((entry) => entry.startsWith(file))
        if (ours && isLeftOver(name, Option.getOrElse(mtime, () => new Date(now)).getTime(), now)) {
          yield* files.remove(folder, { recursive: true, force: true })
        }
      })
    const names = yield* files.readDirectory(directory)
    yield* Effect.forEach(
      names.filter((name) => pattern.test(name)),
      (name) => Effect.ignore(sweepOne(name)),
    )
  }).pipe(Effect.ignore)
