/**
 * Finds and removes API keys in texts and documents: the one list of the spellings that are searched for.
 *
 * A key is found as it is, in percent-encoding and form encoding (also where they encode needlessly), with JSON escapes (`\u0061`, `\/`), in hexadecimal,
 * and in base64 and base64url at any offset. Letter case never counts, and up to three encodings may lie on top of each other. Of a key with more than 16
 * characters the first 16 and the last 16 are found as well. A key with fewer than 8 characters is not searched for: it may be part of a word.
 *
 * A search takes time in proportion to the text: the number of decodings and the length of what is searched for are bounded.
 *
 * @module
 */
import { identity } from "effect/Function"
import * as Redacted from "effect/Redacted"
import { decodings, partsOf, spellings } from "./internal/redaction/spellings.js"

/** Documents are searched in parts of so many bytes: decoded as one text, a document would take as much memory again. */
const chunkSize = 65_536

/** The longest spelling of a part of a key that lies across two chunks, in bytes. */
const overlap = 1_024

/** Finds and removes keys. */
export interface Redaction {
  /** The text with `<redacted>` in place of each key. Redact a text before shortening it: half of a key is not found. */
  readonly text: (text: string) => string
  /** The UTF-8 document with `<redacted>` in place of each key; `undefined` if it holds no key. */
  readonly bytes: (document: Uint8Array) => Uint8Array | undefined
  /** Whether a text holds a key. */
  readonly isIn: (text: string) => boolean
}

const lengthOfStart = (text: string, at: number, start: string): number => {
  let length = 0
  while (length < start.length && text[at + length]?.toLowerCase() === start[length]!.toLowerCase()) length++
  return length
}

/** Finds and removes one or several keys. */
export const make = (...keys: ReadonlyArray<Redacted.Redacted>): Redaction => {
  const all = new Map(keys.map(Redacted.value).flatMap(spellings))
  if (all.size === 0) return { text: identity, bytes: () => undefined, isIn: () => false }
  const pattern = new RegExp(
    partsOf(all)
      .map((part) => part.replace(/\W/g, "\\$&"))
      .join("|"),
    "gi",
  )

  const isIn = (text: string) => decodings(text).some(({ text }) => text.search(pattern) >= 0)

  /** Where keys are in a text: pairs of the first position and the one behind the last, at each level of decoding. */
  const places = (text: string) => {
    const found: Array<readonly [number, number]> = []
    for (const { source, text: decoded } of decodings(text)) {
      pattern.lastIndex = 0
      for (let match; (match = pattern.exec(decoded)) !== null;) {
        const { index } = match
        // The start of a key may go on.
        const length = Math.max(match[0].length, ...[...all.keys()].map((key) => lengthOfStart(decoded, index, key)))
        pattern.lastIndex = index + length
        found.push([source(index), source(index + length)])
      }
    }
    return found.sort(([one], [other]) => one - other)
  }

  const text = (text: string) => {
    let clean = ""
    let copied = 0
    for (const [from, to] of places(text)) {
      if (from >= copied) clean += `${text.slice(copied, from)}<redacted>`
      copied = Math.max(copied, to)
    }
    return clean + text.slice(copied)
  }

  return {
    text,
    isIn,
    bytes: (document) => {
      for (let from = 0; from < document.length; from += chunkSize) {
        if (isIn(new TextDecoder().decode(document.subarray(from, from + chunkSize + overlap)))) {
          return new TextEncoder().encode(text(new TextDecoder().decode(document)))
        }
      }
      return undefined
    },
  }
}
