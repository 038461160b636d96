/**
 * Finds and removes API keys in texts and documents, in all listed spellings.
 *
 * A key is found verbatim, in percent-encoding and form encoding (also where they encode needlessly), with JSON
 * escapes (`\u0061`, `\/`), in hexadecimal, and in base64 and base64url at any offset. Letter case is ignored,
 * and up to three encodings may be nested. For a key with more than 16 characters the first 16 and the last 16
 * are found as well. A key with fewer than 8 characters is not searched for: it may be part of a word.
 *
 * A search takes time in proportion to the text: the number of decodings and the length of the patterns are bounded.
 *
 * @module
 */
import { identity } from "effect/Function"
import * as Redacted from "effect/Redacted"
import { decodings, partsOf, spellings } from "./redaction/spellings.js"

/**
 * Size in bytes of the parts in which documents are searched: decoded as one text, a document would double its memory.
 */
const chunkSize = 65_536

/** Maximum length of a spelling of a key's part that crosses two chunks, in bytes. */
const overlap = 1_024

/** Finds and removes keys. */
export interface Redaction {
  /**
   * Replaces each key in a text by `<redacted>`. Redact a text before shortening it: part of a key may not be found.
   */
  readonly text: (text: string) => string
  /** Replaces each key in a UTF-8 document by `<redacted>`; `undefined` if it contains no key. */
  readonly bytes: (document: Uint8Array) => Uint8Array | undefined
  /** Whether a text contains a key. */
  readonly isIn: (text: string) => boolean
}

const lengthOfStart = (text: string, at: number, start: string): number => {
  let length = 0
  while (length < start.length && text[at + length]?.toLowerCase() === start[length]!.toLowerCase()) length++
  return length
}

/** Makes a redaction of one or several keys. */
export const make = (...keys: ReadonlyArray<Redacted.Redacted>): Redaction => {
  const all = new Map(keys.map(Redacted.value).flatMap(spellings))
  // protects: A key that the service repeats is in no error.
  // mutant: "is taken out of what the service repeats": always
  if (all.size === 0) return { text: identity, bytes: () => undefined, isIn: () => false }
  const pattern = new RegExp(
    partsOf(all)
      .map((part) => part.replace(/\W/g, "\\$&"))
      .join("|"),
    "gi",
  )

  const isIn = (text: string) => decodings(text).some(({ text }) => text.search(pattern) >= 0)

  /** Returns the positions of keys in a text: pairs of start and exclusive end, at each level of decoding. */
  const places = (text: string) => {
    const found: Array<readonly [number, number]> = []
    for (const { source, text: decoded } of decodings(text)) {
      pattern.lastIndex = 0
      for (let match; (match = pattern.exec(decoded)) !== null;) {
        const { index } = match
        // The match may be only the start of a longer key.
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
        // protects: The key is found in a long document that is searched in parts.
        // mutant: "wherever it stands, in each spelling": without + overlap
        if (isIn(new TextDecoder().decode(document.subarray(from, from + chunkSize + overlap)))) {
          return new TextEncoder().encode(text(new TextDecoder().decode(document)))
        }
      }
      return undefined
    },
  }
}
