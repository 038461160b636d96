/**
 * Changes of a manifest in an object store, each made on the manifest as it stands, by conditional writes: `If-Match` with the ETag of what was read, `If-None-Match: *` where there
 * was nothing. Of two writers that read the same manifest one is overtaken, and begins anew.
 *
 * A write whose answer is lost may have been made, or may still be on its way. So nothing is assumed: the manifest is read again. If it is what was to be written, it was made; if it
 * is not, the change is made on what is there. A write that is on its way fails then, or has the same text.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import type { StoreError } from "../../StoreError.js"
import * as Manifest from "../store/manifest.js"
import * as Client from "./client.js"

/** The longest wait of a writer that was overtaken, in milliseconds. A chance decides, so that two of them do not look at the same instant. */
const longestWait = 50

/** Changes the manifest under a key: `Folder.commit` says how. */
export const commit = (
  client: Client.Client,
  key: string,
  parse: (text: string | undefined) => Manifest.Manifest,
  change: (manifest: Manifest.Manifest) => Manifest.Manifest,
): Effect.Effect<Manifest.Manifest, StoreError> =>
  Effect.gen(function* () {
    const patience = yield* Schedule.driver(Client.patience)
    /** What was written, as far as is known. */
    let sent: { readonly manifest: Manifest.Manifest; readonly text: string } | undefined
    while (true) {
      const found = yield* client.get(key)
      const text = found && new TextDecoder().decode(found.bytes)
      if (sent !== undefined && text === sent.text) return sent.manifest
      const manifest = parse(text)
      const next = change(manifest)
      if (next === manifest) return manifest
      sent = { manifest: next, text: Manifest.print(next) }
      const outcome = yield* client.putIf(key, new TextEncoder().encode(sent.text), found ?? "absent")
      if (outcome._tag === "Made") return next
      if (outcome._tag === "Overtaken") {
        yield* Effect.sleep(Duration.millis(yield* Random.nextIntBetween(1, longestWait)))
      } else {
        yield* Effect.mapError(patience.next(undefined), () => outcome.error)
      }
    }
  })
