/**
 * Entries as files of a folder, bounded in size: the least recently used ones are evicted first.
 *
 * The folder itself is the index, so that nothing can be left behind: files of a killed process are listed
 * like any others. Listing it for each entry would take time in proportion to their number. So a process
 * reserves room for many: it creates an empty file whose name contains the size, lists the folder, and
 * removes the oldest files until all of them and all reservations have room. As a reservation is made
 * before its process lists, two processes that reserve at the same time do not take the same room.
 *
 * A file is written under another name and renamed, so that it is complete or absent. Its time of
 * last use is its modification time.
 */
import type * as PlatformError from "@effect/platform/Error"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { Shelf } from "./shelf.js"

const reserved = /^reserved-(\d+)-/
/** Name of an entry, possibly one that was never renamed. Other files of the folder do not belong to the cache. */
const entry = /^[0-9a-f]{64}(\.\d+)?$/

/** A process reserves a 64th of the room, or an eighth of the free room at its last listing. */
const least = 64
const share = 8

/** Milliseconds after which a reservation counts as abandoned. A live process then makes another one. */
const stale = 60_000

export const make = (
  files: FileSystem.FileSystem,
  directory: string,
  maxSize: number,
): Effect.Effect<Shelf, PlatformError.PlatformError> =>
  Effect.gen(function* () {
    yield* files.makeDirectory(directory, { recursive: true })
    const mutex = yield* Effect.makeSemaphore(1)
    const pathOf = (name: string) => `${directory}/${name}`
    const unique = Random.nextIntBetween(0, 2 ** 48)
    const isAbsent = (error: PlatformError.PlatformError) => error._tag === "SystemError" && error.reason === "NotFound"
    const discard = (name: string) => Effect.catchIf(files.remove(pathOf(name)), isAbsent, () => Effect.void)

    const used = new Map<string, number>()
    let latest = 0
    /** Unique times. */
    const now = Effect.map(Clock.currentTimeMillis, (now) => (latest = Math.max(now, latest + 1)))
    let reservation: string | undefined
    let [left, free] = [0, 0]

    const sizeOf = (name: string) =>
      Effect.map(Effect.option(files.stat(pathOf(name))), (info) => {
        if (Option.isNone(info)) return []
        const time = Option.match(info.value.mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
        // protects: Programs that share a folder do not take the same room.
        // mutant: "never holds more than its size": without reserved.exec(name)?.[1] ??
        return [{ name, size: Number(reserved.exec(name)?.[1] ?? info.value.size), time }]
      })
    const list = Effect.gen(function* () {
      const names = (yield* files.readDirectory(directory)).filter((name) => reserved.test(name) || entry.test(name))
      return (yield* Effect.forEach(names, sizeOf, { concurrency: 16 })).flat()
    })
    const setTime = (name: string, time: number) => files.utimes(pathOf(name), new Date(time), new Date(time))
    const flush = Effect.gen(function* () {
      const last = [...used]
      used.clear()
      // Entries evicted since need no time.
      yield* Effect.forEach(last, ([name, time]) => Effect.ignore(setTime(name, time)), {
        concurrency: 16,
        discard: true,
      })
    })
    const release = Effect.suspend(() => {
      const name = reservation
      reservation = undefined
      return name === undefined ? Effect.void : discard(name)
    })

    /**
     * Makes room for at least that many bytes. Returns the number of removed files; `undefined` if
     * others have reserved all the room.
     */
    const reserve = (bytes: number) =>
      Effect.gen(function* () {
        yield* flush
        const size = Math.min(maxSize, Math.max(bytes, Math.floor(maxSize / least), Math.floor(free / share)))
        const name = `reserved-${size}-${yield* unique}`
        const time = yield* now
        yield* files.writeFile(pathOf(name), new Uint8Array())
        yield* setTime(name, time)
        yield* release
        reservation = name
        left = size
        const found = yield* list
        let excess = found.reduce((sum, { size }) => sum + size, 0) - maxSize
        let removed = 0
        for (const old of found.toSorted((one, other) => one.time - other.time)) {
          if (excess <= 0) break
          if (reserved.test(old.name) && (old.name === name || time - old.time < stale)) continue
          yield* discard(old.name)
          excess -= old.size
          removed += 1
        }
        free = Math.max(0, -excess)
        if (excess <= 0) return removed
        yield* release
        return undefined
      })

    /** A killed process leaves its draft: it is listed, and evicted like an entry. */
    const write = (name: string, sealed: Uint8Array) =>
      Effect.gen(function* () {
        const draft = `${name}.${yield* unique}`
        yield* files.writeFile(pathOf(draft), sealed).pipe(
          Effect.zipRight(Effect.flatMap(now, (now) => setTime(draft, now))),
          Effect.zipRight(files.rename(pathOf(draft), pathOf(name))),
          Effect.tapError(() => Effect.ignore(discard(draft))),
        )
      })

    return {
      get: (name) => Effect.catchIf(Effect.asSome(files.readFile(pathOf(name))), isAbsent, () => Effect.succeedNone),
      touch: (name) => Effect.map(now, (now) => void used.set(name, now)),
      put: (name, sealed) =>
        mutex.withPermits(1)(
          Effect.uninterruptible(
            Effect.gen(function* () {
              if (sealed.length > maxSize) return 0
              // protects: A new entry takes constant time.
              // mutant: "makes a new entry in constant time": >= sealed.length → < 0
              const holds =
                left >= sealed.length && reservation !== undefined && (yield* files.exists(pathOf(reservation)))
              const removed = holds ? 0 : yield* reserve(sealed.length)
              if (removed === undefined) return 0
              yield* write(name, sealed)
              left -= sealed.length
              return removed
            }),
          ),
        ),
      remove: (name) => Effect.suspend(() => (used.delete(name), discard(name))),
      flush: mutex.withPermits(1)(Effect.uninterruptible(Effect.zipRight(flush, release))),
      size: Effect.map(list, (found) => {
        const entries = found.filter(({ name }) => entry.test(name))
        return { entries: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) }
      }),
    }
  })
