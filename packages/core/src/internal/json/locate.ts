/** Finds values in a document without parsing it. */
import { eachElement, eachMember, skipSpace, skipString, skipValue, start, stringAt } from "./tokenizer.js"

/** Keys (as on the wire) and indices, from the root of a document. */
export type Path = ReadonlyArray<PropertyKey>

/**
 * The position of the value at a path; negative if there is none. If keys are repeated, `JSON.parse` uses the last one; the first one is found without reading
 * the rest of the document.
 */
export const locate = (b: Uint8Array, path: Path, repeated: "first" | "last"): number => {
  let p = skipSpace(b, start(b))
  for (const key of path) {
    let found = -1
    const note = (at: PropertyKey, value: number) => {
      if (at === key) found = value
      return found >= 0 && repeated === "first" ? ~value : skipValue(b, value)
    }
    if (b[p] === 123) eachMember(b, p, note)
    else if (b[p] === 91) eachElement(b, p, note)
    if (found < 0) return found
    p = found
  }
  return p
}

const isSpace = (c: number | undefined): boolean => c === 32 || c === 10 || c === 13 || c === 9

/** The position of the last byte up to `p` that is not white space. */
const backSpace = (b: Uint8Array, p: number): number => {
  while (isSpace(b[p])) p--
  return p
}

/** From a closing quote to the opening quote. A quote after an odd number of backslashes is part of the string. */
const backString = (b: Uint8Array, p: number): number => {
  for (;;) {
    do p--
    while (p >= 0 && b[p] !== 34)
    let slashes = 0
    while (b[p - 1 - slashes] === 92) slashes++
    if (p < 0 || slashes % 2 === 0) return p
  }
}

/** From the last byte of a number, `true`, `false` or `null` to its first byte. */
const backWord = (b: Uint8Array, p: number): number => {
  const isPart = (c: number | undefined) =>
    c !== undefined && ((c >= 48 && c <= 57) || (c >= 97 && c <= 122) || c === 69 || c === 43 || c === 45 || c === 46)
  while (isPart(b[p])) p--
  return p + 1
}

/** The position of a top-level value, as far as one end of the document shows it. */
type Peek = { readonly found: number } | "absent" | "unknown"

/** Reads backwards from the end of the document, up to the first object or array. */
const inTail = (b: Uint8Array, key: string): Peek => {
  let p = backSpace(b, b.length - 1)
  if (b[p] !== 125) return "unknown"
  p = backSpace(b, p - 1)
  for (;;) {
    const value = b[p] === 34 ? backString(b, p) : backWord(b, p)
    if (value < 0 || value > p) return "unknown"
    p = backSpace(b, value - 1)
    if (b[p] !== 58) return "unknown"
    p = backSpace(b, p - 1)
    if (b[p] !== 34) return "unknown"
    const name = backString(b, p)
    if (name < 0 || skipString(b, name) !== p + 1) return "unknown"
    if (stringAt(b, name, p + 1) === key) return { found: value }
    p = backSpace(b, name - 1)
    if (b[p] === 123) return "absent"
    if (b[p] !== 44) return "unknown"
    p = backSpace(b, p - 1)
  }
}

/** Reads forwards from the start of the document, up to the first object or array. */
const inHead = (b: Uint8Array, key: string): Peek => {
  let found = -1
  eachMember(b, skipSpace(b, start(b)), (name, value) => {
    if (name === key) found = value
    return b[value] === 123 || b[value] === 91 ? ~value : skipValue(b, value)
  })
  return found < 0 ? "unknown" : { found }
}

/** The string under a top-level key, if the end or the start of the document shows it. */
export const peek = (b: Uint8Array, key: string): string | undefined => {
  const tail = inTail(b, key)
  const seen = tail === "unknown" ? inHead(b, key) : tail
  if (typeof seen === "string") return undefined
  const end = skipString(b, seen.found)
  return end < 0 ? undefined : stringAt(b, seen.found, end)
}
