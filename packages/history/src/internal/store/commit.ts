/**
 * Changes of a manifest, each made on the manifest as it stands, also where several processes change it at the same time.
 *
 * Whoever changes a manifest first creates a ticket: a temporary file of its own in the folder. Then it looks for the tickets of others, reads the manifest, writes the next one
 * into its ticket, and renames the ticket to the manifest. To take the place of another is to remove its ticket: its rename fails then, and it begins anew. So of two that read
 * the same manifest only one can replace it, at whatever instant a process is stopped, killed or continued: the second one of two renames had its ticket before it looked,
 * and the first one either saw that ticket, or created its own before, so that the second one removed it.
 *
 * A ticket is given time. One that stays longer belongs to a process that is stopped or dead, and is removed. Of two that are created at the same instant the one whose name comes
 * first in the alphabet stays.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { StoreError } from "../../StoreError.js"
import * as Durable from "./durable.js"
import * as Manifest from "./manifest.js"

/** Where manifests are changed, and by whom. */
export interface Place extends Durable.Disk {
  /** Whether other processes change the manifests of this store at the same time. Without them a ticket that is there is that of a dead process. Default `"one"`. */
  readonly writers?: "one" | "many" | undefined
}

/** How long a ticket of another writer may stay, in milliseconds. Reading a manifest and writing the next one takes some milliseconds, on a slow disk a second. */
export const patience = 5000

/** The longest wait before a writer looks again, in milliseconds. A chance decides, so that those who wait for the same ticket do not look at the same instant. */
const longestWait = 50

const pattern = new RegExp(`^\\.${Manifest.fileName.replace(".", "\\.")}\\.[0-9a-f]+\\.part$`)

/** The tickets of others in a folder, where all of them may be removed: they have had their time, or their names come after that of our own ticket. */
const overdue = ({ writers = "one", ...disk }: Place, folder: string) => {
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
        // Each of them is remembered, so all are looked at.
        (tickets) => !tickets.map((name) => isOverdue(name, now) || (own !== undefined && own < name)).includes(false),
      ),
    )
}

/**
 * Changes the manifest of a folder, which is there. `change` gets the manifest that stands and returns the next one; the same one if there is nothing to change. `read` is run, and
 * `change` called, once more for each time that another writer was faster. Returns the manifest that stands then.
 */
export const commit = (
  place: Place,
  folder: string,
  read: Effect.Effect<Manifest.Manifest, StoreError>,
  change: (manifest: Manifest.Manifest) => Manifest.Manifest,
): Effect.Effect<Manifest.Manifest, StoreError> => {
  const { fs, path } = place
  const file = path.join(folder, Manifest.fileName)
  const failed = Durable.failed("write", file)
  const look = overdue(place, folder)

  /** Changes the manifest, unless another writer is there or takes our place. */
  const attempt: Effect.Effect<Option.Option<Manifest.Manifest>, StoreError> = Effect.gen(function* () {
    const name = yield* Durable.temporaryOf(Manifest.fileName)
    const ticket = path.join(folder, name)
    yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(ticket, { force: true })))
    const write = yield* Effect.mapError(Durable.create(place, ticket), failed)
    const others = yield* look(name)
    if (Option.isNone(others)) return Option.none()
    yield* Durable.removeAll(place, folder, others.value)
    const manifest = yield* read
    const next = change(manifest)
    if (next === manifest) return Option.some(manifest)
    yield* Effect.mapError(write(new TextEncoder().encode(Manifest.print(next))), failed)
    const isOurs = yield* fs.rename(ticket, file).pipe(
      Effect.as(true),
      Effect.catchIf(Durable.isAbsent, () => Effect.succeed(false)),
      Effect.mapError(failed),
    )
    if (!isOurs) return Option.none()
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
