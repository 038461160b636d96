import * as Redacted from "effect/Redacted"
import type { MarketDataError } from "../../MarketDataError.js"

/** Shorter keys are not redacted: they are no secret, and may be part of a word. */
const shortestKey = 8

const mask = "<redacted>"

/** A document of megabytes is searched in parts of so many bytes: as one text it would take as much memory again. */
const part = 65_536

/** The fields of errors with text of the service or the runtime. */
const foreign = ["detail", "requestId", "path", "actual", "snippet"]

/** Removes the key from text of services and runtimes, some of which repeat it. Redact a text before shortening it: half of a key is not found. */
export interface Redaction {
  readonly text: (text: string) => string
  readonly error: (error: MarketDataError) => MarketDataError
  /** The document without the key; `undefined` if it does not hold the key. */
  readonly bytes: (document: Uint8Array) => Uint8Array | undefined
}

/** The spellings of a key: unchanged, in JSON, in a URL. */
const spellings = (key: string): ReadonlyArray<string> => [
  ...new Set([key, JSON.stringify(key).slice(1, -1), key.replaceAll("/", "\\/"), encodeURIComponent(key)]),
]

export const make = (apiKey: Redacted.Redacted): Redaction => {
  const key = Redacted.value(apiKey)
  const secrets = key.length < shortestKey ? [] : spellings(key)
  const text = (text: string) => secrets.reduce((clean, secret) => clean.replaceAll(secret, mask), text)
  return {
    text,
    error: (error) => {
      const fields: Record<string, unknown> = { ...error }
      const found = foreign.filter((name) => {
        const value = fields[name]
        return typeof value === "string" && (fields[name] = text(value)) !== value
      })
      return found.length === 0 ? error : new (error.constructor as new (fields: unknown) => MarketDataError)(fields)
    },
    bytes: (document) => {
      for (let from = 0; from < document.length; from += part) {
        // A unit of the key takes up to nine bytes, in a URL.
        const written = new TextDecoder().decode(document.subarray(from, from + part + 9 * key.length))
        if (text(written) !== written) return new TextEncoder().encode(text(new TextDecoder().decode(document)))
      }
      return undefined
    },
  }
}
