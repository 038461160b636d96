/**
 * Checks whether an object store honours conditional writes. One that ignores the headers reports success, and
 * loses the changes of other writers: so it is tested, with a separate object, before the first write of a process.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { StoreError } from "../../../StoreError.js"
import type { Bucket } from "./bucket.js"
import type { Client } from "./client.js"

/** Name of the object in the store. It is never removed: several processes may test at the same time. */
export const fileName = "_conditional-writes.txt"

const content = new TextEncoder().encode(
  "@candela/history writes this object to see that writes depend on a condition.\n",
)

/** ETag that matches no content. */
const nowhere = { etag: '"00000000000000000000000000000000"' }

/** Fails where conditions are not honoured. */
export const require = (bucket: Bucket, client: Client): Effect.Effect<void, StoreError> => {
  const key = bucket.keyOf(fileName)
  const refuse = (header: string) =>
    new StoreError({
      reason: "access",
      path: bucket.root,
      detail: `the object store at ${bucket.endpoint} ignores ${header}: two writers would overwrite each other's changes. Use one that honours conditional writes, or a newer version of it.`,
    })
  /** Whether the object was overwritten. Repeating this request is safe. */
  const isMade = (condition: Parameters<Client["putIf"]>[2]) =>
    Effect.flatMap(client.putIf(key, content, condition), (outcome) =>
      outcome._tag === "Unknown" ? Effect.fail(outcome.error) : Effect.succeed(outcome._tag === "Made"),
    )
  return Effect.gen(function* () {
    // The first write creates the object, the second one must fail.
    if ((yield* isMade("absent")) && (yield* isMade("absent"))) return yield* refuse("If-None-Match")
    if (yield* isMade(nowhere)) return yield* refuse("If-Match")
  })
}
