/** Stores of checkpoints. */
import type * as PlatformError from "@effect/platform/Error"
import type * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Checkpoint, CheckpointError } from "../../Checkpoint.js"
import { waitFor } from "../patience.js"
import { crc32 } from "./crc32.js"

/** A store of checkpoints by name. */
interface Store {
  readonly load: (name: string) => Effect.Effect<Option.Option<Checkpoint>, CheckpointError>
  readonly save: (name: string, checkpoint: Checkpoint) => Effect.Effect<void, CheckpointError>
  readonly remove: (name: string) => Effect.Effect<void, CheckpointError>
}

/** Makes a store in memory. */
export const inMemory = (): Store => {
  const checkpoints = new Map<string, Checkpoint>()
  return {
    load: (name) => Effect.sync(() => Option.fromNullable(checkpoints.get(name))),
    save: (name, checkpoint) => Effect.sync(() => void checkpoints.set(name, checkpoint)),
    remove: (name) => Effect.sync(() => void checkpoints.delete(name)),
  }
}

/** Maximum duration of a store's operation, in seconds. */
const patience = 10

/**
 * Guards a store: rejects names that no file can have, and bounds the waiting time. A save whose stream
 * was interrupted runs to its end: operations on the same name wait for it, so that a program and its
 * stream load the same checkpoint. Names share locks by hash: a lock for each would be kept for ever.
 */
export const guarded = (store: Store): Store => {
  const locks = Array.from({ length: 64 }, () => Effect.unsafeMakeSemaphore(1))
  const guard = <A>(
    checkpoint: string,
    operation: CheckpointError["operation"],
    run: () => Effect.Effect<A, CheckpointError>,
  ) =>
    Effect.suspend(() => {
      const fail = (detail: string) => new CheckpointError({ checkpoint, operation, detail })
      // protects: A name that no file can have is refused with a typed error.
      // mutant: "refuses a name with half of a surrogate pair": never
      if (/\p{Surrogate}/u.test(checkpoint)) {
        return fail("its name holds half of a surrogate pair. Choose a name that is well-formed Unicode")
      }
      const lock = locks[Math.abs(Hash.string(checkpoint)) % locks.length]!
      const late = () => fail(`the store did not respond within ${patience} seconds`)
      // protects: A checkpoint is loaded after the save of a stream that was interrupted has ended.
      // mutant: "is waited for by what loads the checkpoint": lock.withPermits(1)( →
      // Effect.zipRight(lock.withPermits(0)(Effect.void),
      return waitFor(lock.withPermits(1)(Effect.suspend(run)), patience * 1000, late)
    })
  return {
    load: (name) => guard(name, "load", () => store.load(name)),
    save: (name, checkpoint) => guard(name, "save", () => Effect.uninterruptible(store.save(name, checkpoint))),
    remove: (name) => guard(name, "remove", () => Effect.uninterruptible(store.remove(name))),
  }
}

/** Stored form of a checkpoint. `version` counts the checkpoints under a name. */
const Stored = Schema.parseJson(Schema.Struct({ version: Schema.NonNegativeInt, checkpoint: Checkpoint }))
type Stored = typeof Stored.Type

/** Digest of a checkpoint, followed by its text. */
const seal = (stored: Stored): string => {
  const text = Schema.encodeSync(Stored)(stored)
  return crc32(text) + text
}
const open = (sealed: string): Option.Option<Stored> => {
  const text = sealed.slice(8)
  // protects: A checkpoint with a flipped bit is not used.
  // mutant: "whichever bit of a value was flipped": ) === sealed.slice(0, 8) → ).length === 8
  return crc32(text) === sealed.slice(0, 8) ? Schema.decodeOption(Stored)(text) : Option.none()
}

/** Content of a place: a checkpoint, nothing, or a damaged value. */
type Found = Option.Option<Stored> | "damaged"

const newest = (one: Found, other: Found): Found => {
  if (one === "damaged" || Option.isNone(one)) return other === "damaged" ? one : other
  return other === "damaged" || Option.isNone(other) || one.value.version > other.value.version ? one : other
}

/**
 * Makes a store in a `KeyValueStore`. Its file system writes a value in several steps, and a
 * program can be killed between them. So each name has two values, written in turns: one of them is
 * always complete. A value whose digest does not match is not used.
 */
export const inKeyValueStore = (store: KeyValueStore.KeyValueStore): Store => {
  const places = (name: string) => [`${name}.0`, `${name}.1`] as const
  const read = (place: string) =>
    Effect.map(
      store.get(place),
      Option.match({
        onNone: (): Found => Option.none(),
        onSome: (sealed): Found => {
          const stored = open(sealed)
          return Option.isSome(stored) ? stored : "damaged"
        },
      }),
    )
  const latest = (name: string) =>
    Effect.map(Effect.all(places(name).map(read)), ([one = Option.none(), other = Option.none()]) => newest(one, other))
  const attempt =
    (checkpoint: string, operation: CheckpointError["operation"]) =>
    <A>(effect: Effect.Effect<A, PlatformError.PlatformError>) =>
      Effect.mapError(effect, ({ message }) => new CheckpointError({ checkpoint, operation, detail: message }))
  const discard = (place: string) =>
    Effect.catchIf(
      store.remove(place),
      (error) => error._tag === "SystemError" && error.reason === "NotFound",
      () => Effect.void,
    )
  return {
    load: (checkpoint) =>
      Effect.flatMap(attempt(checkpoint, "load")(latest(checkpoint)), (found) =>
        found === "damaged"
          ? new CheckpointError({
              checkpoint,
              operation: "load",
              detail: "both of its copies are damaged. Remove it (Checkpoints.remove), so that its stream begins anew",
            })
          : Effect.succeed(Option.map(found, (stored) => stored.checkpoint)),
      ),
    save: (name, checkpoint) =>
      Effect.flatMap(latest(name), (last) => {
        const version = last === "damaged" || Option.isNone(last) ? 0 : last.value.version + 1
        // protects: A checkpoint that was half written leaves the one before it whole.
        // mutant: "gives the checkpoint before, wherever a write was cut off": version % 2]! → 0]
        return store.set(places(name)[version % 2]!, seal({ version, checkpoint }))
      }).pipe(attempt(name, "save")),
    remove: (name) => attempt(name, "remove")(Effect.forEach(places(name), discard, { discard: true })),
  }
}
