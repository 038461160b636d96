/**
 * Marker of a sync that has not ended: its process was killed, or it failed. Such a sync may have left files that no
 * manifest lists in any folder. The next one looks for them everywhere, once, so that no other sync has to list each
 * folder that it leaves as it is.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { StoreError } from "../../../StoreError.js"
import type { CheckedFolder } from "./checked.js"
import * as Durable from "./durable.js"

/** Begins with a dot, so no engine takes it for data. */
export const fileName = ".unfinished"

/** Not empty: a full disk would notice too late. */
const text = /* @__PURE__ */ new TextEncoder().encode("A sync has not ended. The next one removes what it left.\n")

/** How to run a sync with a marker. */
export interface Run<A, E, R> {
  readonly operation: Effect.Effect<A, E, R>
  /** Whether the operation completed every change that it began. */
  readonly isWhole: (result: A) => boolean
  /** Removes what an earlier operation left. Where it fails, the marker stays. */
  readonly sweep: Effect.Effect<unknown, StoreError>
}

/** Runs a sync of the only writer, with a marker until it has ended. After one that has not, sweeps first. */
export const run = <A, E, R>(
  { folder, ...disk }: CheckedFolder,
  { isWhole, operation, sweep }: Run<A, E, R>,
): Effect.Effect<A, E | StoreError, R> =>
  Effect.gen(function* () {
    const marker = disk.path.join(folder, fileName)
    const isMarked = (yield* Durable.names(disk, folder)).includes(fileName)
    // protects: What a killed process left is removed by the next sync, in folders that it does not change, too.
    // mutant: "removes what one that was killed left, in folders that it leaves as they are": yield*
    // Effect.isSuccess(sweep) → true
    const isSwept = !isMarked || (yield* Effect.isSuccess(sweep))
    if (!isMarked) {
      yield* Effect.scoped(Effect.flatMap(Durable.create(disk, marker), (write) => write(text))).pipe(
        Effect.mapError(Durable.failed("write", marker)),
      )
      yield* Durable.flushFolder(disk, folder)
    }
    const result = yield* operation
    // protects: A sync that leaves a ticker behind is followed by one that removes what was left.
    // mutant: "that fails, or leaves a ticker behind": isSwept && isWhole(result) → isSwept
    if (isSwept && isWhole(result)) yield* Effect.ignore(disk.fs.remove(marker, { force: true }))
    return result
  })
