/**
 * Changes of a manifest, each based on the current manifest, even if several processes change it at the same time.
 *
 * A writer first creates a ticket: its own temporary file in the folder. Then it lists the tickets of
 * others, reads the manifest, writes the next one into its ticket, and renames the ticket to the
 * manifest. Removing another writer's ticket takes its place: its rename then fails, and it starts
 * over. So of two that read the same manifest only one can replace it, at whatever instant a process
 * is stopped, killed or continued: the second of two renamers created its ticket before listing, and
 * the first one either saw that ticket, or created its own before, so that the second one removed it.
 *
 * A ticket has a time limit. One that exceeds it belongs to a stopped or dead process, and is
 * removed. Of two created at the same instant, the one whose name sorts first stays.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { StoreError } from "../../../StoreError.js"
import * as Durable from "./durable.js"
import * as Manifest from "../layout/manifest.js"

/** File system of a store, and its writers. */
export interface SharedDisk extends Durable.Disk {
  /**
   * Whether other processes change the manifests of this store at the same time. Without them any
   * other ticket belongs to a dead process. Default `"one"`.
   */
  readonly writers?: "one" | "many" | undefined
}

/** Manifest as it is read. */
export interface Current {
  readonly manifest: Manifest.Manifest
  /** Whether it has the name of older stores. */
  readonly isOld: boolean
}

/**
 * Time limit of another writer's ticket, in milliseconds. Reading a manifest and writing the next
 * one takes some milliseconds, on a slow disk a second.
 */
export const patience = 5000

/**
 * Maximum wait of a writer before it retries, in milliseconds. Random, so that writers waiting for
 * the same ticket do not retry at the same instant.
 */
const longestWait = 50

const pattern = new RegExp(`^\\.${Manifest.fileName.replace(".", "\\.")}\\.[0-9a-f]+\\.part$`)

/**
 * Returns the tickets of others in a folder if all of them may be removed: they exceeded the time
 * limit, or their names sort after that of our own ticket.
 */
const overdue = ({ writers = "one", ...disk }: SharedDisk, folder: string) => {
  const firstSeen = new Map<string, number>()
  const isOverdue = (name: string, now: number) => {
    const since = firstSeen.get(name) ?? now
    firstSeen.set(name, since)
    return writers === "one" || now - since >= patience
  }
  return (own?: string): Effect.Effect<Option.Option<ReadonlyArray<string>>, StoreError> =>
    Effect.zipWith(Clock.currentTimeMillis, Durable.names(disk, folder), (now, names) =>
      Option.liftPredicate(
        names.filter((name) => name !== own && pattern.test(name)),
        // No short circuit: `isOverdue` must record every ticket.
        (tickets) => !tickets.map((name) => isOverdue(name, now) || (own !== undefined && own < name)).includes(false),
      ),
    )
}

/**
 * Changes the manifest of an existing folder. `change` receives the current manifest and returns
 * the next one, or the same one if there is nothing to change. `read` and `change` run once more
 * each time that another writer was faster. Returns the resulting manifest.
 */
export const commit = (
  place: SharedDisk,
  folder: string,
  read: Effect.Effect<Current, StoreError>,
  change: (manifest: Manifest.Manifest) => Manifest.Manifest,
): Effect.Effect<Manifest.Manifest, StoreError> => {
  const { fs, path } = place
  const file = path.join(folder, Manifest.fileName)
  const failed = Durable.failed("write", file)
  const look = overdue(place, folder)

  /** Changes the manifest, unless another writer is active or takes our place. */
  const attempt: Effect.Effect<Option.Option<Manifest.Manifest>, StoreError> = Effect.gen(function* () {
    const name = yield* Durable.temporaryOf(Manifest.fileName)
    const ticket = path.join(folder, name)
    yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(ticket, { force: true })))
    const write = yield* Effect.mapError(Durable.create(place, ticket), failed)
    const others = yield* look(name)
    if (Option.isNone(others)) return Option.none()
    // protects: Of two that change a manifest at the same time, one begins anew.
    // mutant: "by three processes are all there": removed
    yield* Durable.removeAll(place, folder, others.value)
    const { isOld, manifest } = yield* read
    const next = change(manifest)
    if (next === manifest && !isOld) return Option.some(manifest)
    yield* Effect.mapError(write(new TextEncoder().encode(Manifest.print(next))), failed)
    const isOurs = yield* fs.rename(ticket, file).pipe(
      Effect.as(true),
      Effect.catchIf(Durable.isAbsent, () => Effect.succeed(false)),
      Effect.mapError(failed),
    )
    if (!isOurs) return Option.none()
    // Until now readers found the old one, from here on the present one. A process killed here
    // leaves both: the old one then counts as unused.
    if (isOld) yield* Durable.removeAll(place, folder, [Manifest.oldName])
    yield* Durable.flushFolder(place, folder)
    return Option.some(next)
  }).pipe(Effect.scoped)

  return Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      while (true) {
        if (Option.isSome(yield* look())) {
          const done = yield* attempt
          if (Option.isSome(done)) return done.value
        }
        const wait = yield* Random.nextIntBetween(1, longestWait)
        yield* restore(Effect.sleep(Duration.millis(wait)))
      }
    }),
  )
}
