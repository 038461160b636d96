/**
 * Changes of a manifest in an object store, each based on the current manifest, by conditional
 * writes: `If-Match` with the ETag of the manifest read, `If-None-Match: *` if it was absent. Of
 * two writers that read the same manifest one is overtaken, and starts over.
 *
 * A write whose answer is lost may have been made, or may still be in flight. So the manifest is
 * read again: if it equals the written one, the write was made; otherwise the change is repeated on
 * the manifest read. A write still in flight then fails, or has the same text.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import type { StoreError } from "../../../StoreError.js"
import * as Manifest from "../layout/manifest.js"
import * as Client from "./client.js"

/** Maximum wait of an overtaken writer, milliseconds. Random, so that two of them do not retry at the same instant. */
const longestWait = 50

/** Keys of a folder's manifest. */
export interface Keys {
  readonly key: string
  /** Key in older stores. */
  readonly oldKey: string
}

/** Changes a manifest, as specified by `Folder.commit`. */
export const commit = (
  client: Client.Client,
  { key, oldKey }: Keys,
  parse: (text: string | undefined) => Manifest.Manifest,
  change: (manifest: Manifest.Manifest) => Manifest.Manifest,
): Effect.Effect<Manifest.Manifest, StoreError> =>
  Effect.gen(function* () {
    const patience = yield* Schedule.driver(Client.patience)
    /** Last manifest sent, whose write may have been made. */
    let sent: { readonly manifest: Manifest.Manifest; readonly text: string } | undefined
    let isRenaming = false
    while (true) {
      const found = yield* client.get(key)
      // Of two writers that both find the old one, one is overtaken.
      const old = found === undefined ? yield* client.get(oldKey) : undefined
      isRenaming ||= old !== undefined
      const removed = isRenaming ? client.remove(oldKey) : Effect.void
      const bytes = found?.bytes ?? old?.bytes
      const text = bytes && new TextDecoder().decode(bytes)
      // protects: A change whose answer is lost is looked for.
      // mutant: "whose answer is lost are found by reading, and sent no second time": never
      if (sent !== undefined && found !== undefined && text === sent.text)
        return yield* Effect.as(removed, sent.manifest)
      const manifest = parse(text)
      const next = change(manifest)
      if (next === manifest && old === undefined) return manifest
      sent = { manifest: next, text: Manifest.print(next) }
      const outcome = yield* client.putIf(key, new TextEncoder().encode(sent.text), found ?? "absent")
      // protects: A change whose answer is lost is not taken for made.
      // mutant: "are made once each, whichever requests are refused": === "Made" → !== "Overtaken"
      if (outcome._tag === "Made") return yield* Effect.as(removed, next)
      if (outcome._tag === "Overtaken") {
        yield* Effect.sleep(Duration.millis(yield* Random.nextIntBetween(1, longestWait)))
      } else {
        yield* Effect.mapError(patience.next(undefined), () => outcome.error)
      }
    }
  })
