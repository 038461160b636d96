/** Where checkpoints are kept. */
import type * as PlatformError from "@effect/platform/Error"
import type * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Checkpoint, CheckpointError } from "../../Checkpoint.js"

/** In memory. */
export const inMemory = () => {
  const checkpoints = new Map<string, Checkpoint>()
  return {
    load: (name: string) => Effect.sync(() => Option.fromNullable(checkpoints.get(name))),
    save: (name: string, checkpoint: Checkpoint) => Effect.sync(() => void checkpoints.set(name, checkpoint)),
    remove: (name: string) => Effect.sync(() => void checkpoints.delete(name)),
  }
}

/** A checkpoint as it is stored. `version` counts the checkpoints under a name. */
const Stored = Schema.parseJson(Schema.Struct({ version: Schema.NonNegativeInt, checkpoint: Checkpoint }))

/**
 * In a `KeyValueStore`. Its file system writes a value in several steps, and a program can be killed between them. So each name has two values, which are
 * written in turns: one of them is always whole.
 */
export const inKeyValueStore = (store: KeyValueStore.KeyValueStore) => {
  const places = (name: string) => [`${name}.0`, `${name}.1`] as const
  const read = (place: string) => Effect.map(store.get(place), Option.flatMap(Schema.decodeOption(Stored)))
  const latest = (name: string) =>
    Effect.map(Effect.all(places(name).map(read)), ([one = Option.none(), other = Option.none()]) =>
      Option.isSome(one) && Option.isSome(other)
        ? one.value.version > other.value.version
          ? one
          : other
        : Option.orElse(one, () => other),
    )
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
    load: (name: string) =>
      attempt(
        name,
        "load",
      )(
        Effect.map(
          latest(name),
          Option.map(({ checkpoint }) => checkpoint),
        ),
      ),
    save: (name: string, checkpoint: Checkpoint) =>
      Effect.flatMap(latest(name), (last) => {
        const version = Option.match(last, { onNone: () => 0, onSome: ({ version }) => version + 1 })
        const place = places(name)[version % 2]!
        return store.set(place, Schema.encodeSync(Stored)({ version, checkpoint }))
      }).pipe(Effect.uninterruptible, attempt(name, "save")),
    remove: (name: string) => attempt(name, "remove")(Effect.forEach(places(name), discard, { discard: true })),
  }
}
