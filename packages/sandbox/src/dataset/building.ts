import * as FileSystem from "@effect/platform/FileSystem"
import { Clock, Effect, Option } from "effect"
import { hostname } from "node:os"
import { join } from "node:path"

/** The file in a folder; what the database puts beside it begins with its name. */
const file = "data.duckdb"

/** Data sets are built in some folders, which takes minutes. Others hold the copies that imports are written to, for as long as they are served. */
export type Kind = "building" | "candela-import"

/** A folder says whose it is. Six characters make its name unlike any other. */
const prefixOf = (kind: Kind) => `${kind}-${process.pid}-${hostname()}-`
const patternOf = (kind: Kind) => new RegExp(String.raw`^${kind}-(?:(\d+)-(.+)-)?\w{6}$`)

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
 * Whether nobody uses a folder any more. On this machine that is known by the process. Another machine or container that shares the directory (its processes
 * are not seen, and may have our number) does not build for an hour, but may serve a copy for as long as it likes.
 */
const isLeftOver = (kind: Kind, name: string, modified: number, now: number) => {
  const [, pid, host] = patternOf(kind).exec(name) ?? []
  if (host === hostname() && Number(pid) !== process.pid) return !isRunning(Number(pid))
  if (kind === "building") return now - modified > hour
  return host === hostname() && modified < now - process.uptime() * 1_000
}

/** Makes a folder for the scope, and gives the path of the file in it. */
export const make = (kind: Kind, directory: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    files.makeTempDirectoryScoped({ directory, prefix: prefixOf(kind) }),
  ).pipe(Effect.map((folder) => join(folder, file)))

/** Removes the folders of processes that were killed. What cannot be removed stays, and is no reason not to begin. */
export const sweep = (kind: Kind, directory: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    // Files are dated by the machine's clock, whatever clock a test has put in its place.
    const now = Clock.make().unsafeCurrentTimeMillis()
    const sweepOne = (name: string) =>
      Effect.gen(function* () {
        const folder = join(directory, name)
        const { mtime } = yield* files.stat(folder)
        const ours = (yield* files.readDirectory(folder)).every((entry) => entry.startsWith(file))
        if (ours && isLeftOver(kind, name, Option.getOrElse(mtime, () => new Date(now)).getTime(), now)) {
          yield* files.remove(folder, { recursive: true, force: true })
        }
      })
    const names = yield* files.readDirectory(directory)
    yield* Effect.forEach(
      names.filter((name) => patternOf(kind).test(name)),
      (name) => Effect.ignore(sweepOne(name)),
    )
  }).pipe(Effect.ignore)
