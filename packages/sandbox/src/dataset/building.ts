import * as FileSystem from "@effect/platform/FileSystem"
import { Clock, Effect, Option } from "effect"
import { hostname } from "node:os"
import { join } from "node:path"

/** File in a folder. The names of files that the database puts beside it begin with this name. */
const file = "data.duckdb"

/**
 * Kind of a folder: data sets are built in `building`, which takes minutes; `candela-import` holds
 * a copy that imports are written to, while it is served.
 */
export type BuildingKind = "building" | "candela-import"

/** Folder names hold the owner's process and host, and six characters that make them unique. */
const prefixOf = (kind: BuildingKind) => `${kind}-${process.pid}-${hostname()}-`
const patternOf = (kind: BuildingKind) => new RegExp(String.raw`^${kind}-(?:(\d+)-(.+)-)?\w{6}$`)

const hour = 3_600_000

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
 * Whether a folder is no longer in use. On this machine the process tells. Another machine or
 * container that shares the directory (its processes are invisible here, and may have our number)
 * builds for less than an hour, but may serve a copy indefinitely.
 */
const isLeftOver = (kind: BuildingKind, name: string, modified: number, now: number) => {
  const [, pid, host] = patternOf(kind).exec(name) ?? []
  if (host === hostname() && Number(pid) !== process.pid) return !isRunning(Number(pid))
  if (kind === "building") return now - modified > hour
  return host === hostname() && modified < now - process.uptime() * 1_000
}

/** Makes a folder for the scope, and returns the path of the file in it. */
export const make = (kind: BuildingKind, directory: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    files.makeTempDirectoryScoped({ directory, prefix: prefixOf(kind) }),
  ).pipe(Effect.map((folder) => join(folder, file)))

/** Removes the folders of killed processes. A folder that cannot be removed stays, without an error. */
export const sweep = (kind: BuildingKind, directory: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    // File times follow the machine's clock, even where a test replaces the clock.
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
