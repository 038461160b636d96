/**
 * The grammar of JSON on bytes. Each function takes a position and returns the position after the
 * token it read, or, if the document violates the grammar, the negative number `~position` of the
 * first wrong byte. Nothing recurses, so any nesting can be read.
 */

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const OPEN_ARRAY = 91
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

const isDigit = (c: number | undefined): boolean => c !== undefined && c >= 48 && c <= 57
const isHex = (c: number | undefined): boolean =>
  c !== undefined && ((c >= 48 && c <= 57) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102))

/** The start of the document: a byte order mark is skipped. */
export const start = (b: Uint8Array): number => (b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf ? 3 : 0)

export const skipSpace = (b: Uint8Array, p: number): number => {
  let c = b[p]
  while (c === 32 || c === 10 || c === 13 || c === 9) c = b[++p]
  return p
}

/** The bytes that may follow a backslash, except `u`: `"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`. */
const escapes = [34, 92, 47, 98, 102, 110, 114, 116]

/** From an opening quote to after the closing one. */
export const skipString = (b: Uint8Array, p: number): number => {
  if (b[p] !== QUOTE) return ~p
  for (;;) {
    let c = b[++p]
    if (c === QUOTE) return p + 1
    if (c === undefined || c < 32) return ~p
    if (c !== BACKSLASH) continue
    c = b[++p]
    if (c === 117) {
      for (let i = 0; i < 4; i++) if (!isHex(b[++p])) return ~p
    } else if (!escapes.includes(c!)) {
      return ~p
    }
  }
}

/** The sign and the digits of a number, up to its fraction or exponent. */
export const skipInteger = (b: Uint8Array, p: number): number => {
  if (b[p] === 45) p++
  if (b[p] === 48) return p + 1
  if (!isDigit(b[p])) return ~p
  while (isDigit(b[p])) p++
  return p
}

export const skipNumber = (b: Uint8Array, p: number): number => {
  p = skipInteger(b, p)
  if (p < 0) return p
  if (b[p] === 46) {
    if (!isDigit(b[++p])) return ~p
    while (isDigit(b[p])) p++
  }
  if (b[p] === 101 || b[p] === 69) {
    p++
    if (b[p] === 43 || b[p] === 45) p++
    if (!isDigit(b[p])) return ~p
    while (isDigit(b[p])) p++
  }
  return p
}

export const skipWord = (b: Uint8Array, p: number, word: string): number => {
  for (let i = 0; i < word.length; i++, p++) if (b[p] !== word.charCodeAt(i)) return ~p
  return p
}

const skipScalar = (b: Uint8Array, p: number): number => {
  switch (b[p]) {
    case QUOTE:
      return skipString(b, p)
    case 116:
      return skipWord(b, p, "true")
    case 102:
      return skipWord(b, p, "false")
    case 110:
      return skipWord(b, p, "null")
    default:
      return skipNumber(b, p)
  }
}

/** From a key's opening quote to after its colon. */
export const skipKey = (b: Uint8Array, p: number): number => {
  p = skipString(b, p)
  if (p < 0) return p
  p = skipSpace(b, p)
  return b[p] === COLON ? p + 1 : ~p
}

/** Any value, with the white space before it. */
export const skipValue = (b: Uint8Array, p: number): number => {
  const closers: Array<number> = []
  for (;;) {
    p = skipSpace(b, p)
    const c = b[p]
    if (c === OPEN_OBJECT || c === OPEN_ARRAY) {
      p = skipSpace(b, p + 1)
      if (b[p] !== c + 2) {
        closers.push(c + 2)
        if (c === OPEN_OBJECT && (p = skipKey(b, p)) < 0) return p
        continue
      }
      p++
    } else if ((p = skipScalar(b, p)) < 0) return p
    // After a value: the end of containers, or the next element of the innermost one.
    for (;;) {
      const closer = closers.at(-1)
      if (closer === undefined) return p
      p = skipSpace(b, p)
      if (b[p] === closer) {
        closers.pop()
        p++
      } else if (b[p] === COMMA) {
        p++
        if (closer === CLOSE_OBJECT && (p = skipKey(b, skipSpace(b, p))) < 0) return p
        break
      } else return ~p
    }
  }
}

/** The whole document: one value and white space. */
export const skipDocument = (b: Uint8Array): number => {
  let p = skipValue(b, start(b))
  if (p < 0) return p
  p = skipSpace(b, p)
  return p === b.length ? p : ~p
}

let utf8: TextDecoder | undefined

/** The text between two positions. Bytes that are not UTF-8 become U+FFFD, as in the whole document. */
export const text = (b: Uint8Array, from: number, to: number): string =>
  (utf8 ??= new TextDecoder("utf-8", { ignoreBOM: true })).decode(b.subarray(from, to))

/** Up to this length, joining characters is faster than `TextDecoder`. */
const SHORT = 24

/** The text between two positions of ASCII bytes. */
export const asciiText = (b: Uint8Array, from: number, to: number): string => {
  if (to - from > SHORT) return text(b, from, to)
  let out = ""
  for (; from < to; from++) out += String.fromCharCode(b[from]!)
  return out
}
