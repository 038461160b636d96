/**
 * Entries in a `KeyValueStore`, bounded in size: the least recently used ones are evicted first.
 *
 * A `KeyValueStore` does not list its keys, so one value is the index: the size and time of last
 * use of each entry. The index is read again before each change, so several processes can share a
 * store. If two of them change it at the same moment, one change is lost: then an entry is unknown
 * until it is used again, or known although it is gone. Neither makes a response wrong.
 */
import type * as PlatformError from "@effect/platform/Error"
import type * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const indexName = "index"

/** Size in bytes and time of last use of each entry: epoch milliseconds, or slightly more, so that they are unique. */
const Index = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Tuple(Schema.Number, Schema.Number) }))
type Index = Map<string, readonly [size: number, used: number]>

const sizeOf = (index: Index) => [...index.values()].reduce((sum, [size]) => sum + size, 0)

export interface Shelf {
  /** Returns the value stored under a name. */
  readonly get: (name: string) => Effect.Effect<Option.Option<Uint8Array>, PlatformError.PlatformError>
  /**
   * Records a use of an entry, written to the index with the next change. Without a size, unknown entries are ignored.
   */
  readonly touch: (name: string, size?: number) => Effect.Effect<void>
  /**
   * Stores an entry of at most `maxSize` bytes, and removes others until all have room.
   * Uninterruptible. Returns the number of removed ones.
   */
  readonly put: (name: string, sealed: Uint8Array) => Effect.Effect<number, PlatformError.PlatformError>
  readonly remove: (name: string) => Effect.Effect<void, PlatformError.PlatformError>
  /** Writes recorded uses to the index. */
  readonly flush: Effect.Effect<void, PlatformError.PlatformError>
  readonly size: Effect.Effect<{ readonly entries: number; readonly bytes: number }, PlatformError.PlatformError>
}

export const make = (store: KeyValueStore.KeyValueStore, maxSize: number): Effect.Effect<Shelf> =>
  Effect.map(Effect.makeSemaphore(1), (mutex) => {
    const used: Index = new Map()
    let latest = 0
    let known: Index = new Map()
    const now = Effect.map(Clock.currentTimeMillis, (now) => (latest = Math.max(now, latest + 1)))

    const read = Effect.map(store.get(indexName), (text) => {
      const stored = Option.map(text, Schema.decodeOption(Index))
      // Another process may be writing it.
      const isDamaged = Option.isSome(stored) && Option.isNone(stored.value)
      if (!isDamaged) known = new Map(Object.entries(Option.getOrElse(Option.flatten(stored), () => ({}))))
      for (const [name, line] of used) known.set(name, line)
      return known
    })
    const write = (index: Index) => {
      used.clear()
      return store.set(indexName, JSON.stringify(Object.fromEntries(index)))
    }
    const discard = (name: string) =>
      Effect.catchIf(
        store.remove(name),
        (error) => error._tag === "SystemError" && error.reason === "NotFound",
        () => Effect.void,
      )
    const changing = <A, E>(change: (index: Index) => Effect.Effect<A, E>) =>
      Effect.uninterruptible(mutex.withPermits(1)(Effect.flatMap(read, change)))

    return {
      get: store.getUint8Array,
      touch: (name, size = (used.get(name) ?? known.get(name))?.[0]) =>
        Effect.map(now, (now) => void (size !== undefined && used.set(name, [size, now]))),
      put: (name, sealed) =>
        changing((index) =>
          Effect.gen(function* () {
            if (sealed.length > maxSize) return 0
            index.set(name, [sealed.length, yield* now])
            // protects: The store stays within its size, and what was not used for longest leaves first.
            // mutant: "stays within its size, and keeps what was used last": one - other → other - one
            const oldestFirst = [...index].sort(([, [, one]], [, [, other]]) => one - other)
            let excess = sizeOf(index) - maxSize
            let removed = 0
            for (const [old, [size]] of oldestFirst) {
              if (excess <= 0) break
              yield* discard(old)
              index.delete(old)
              excess -= size
              removed += 1
            }
            // Before the entry itself: a name without an entry is harmless, an entry without a name
            // would never be evicted.
            yield* write(index)
            yield* store.set(name, sealed)
            return removed
          }),
        ),
      remove: (name) =>
        changing((index) => {
          used.delete(name)
          index.delete(name)
          return Effect.zipRight(discard(name), write(index))
        }),
      flush: Effect.suspend(() => (used.size === 0 ? Effect.void : changing(write))),
      size: Effect.map(read, (index) => ({ entries: index.size, bytes: sizeOf(index) })),
    }
  })
