/**
 * Texts in the columns of a terminal.
 *
 * @module
 */
import stringWidth from "string-width"

const plain = /^[\x20-\x7e]*$/

/** Columns that a text takes. */
export const of = (text: string): number => (plain.test(text) ? text.length : stringWidth(text))

const graphemes = /* @__PURE__ */ new Intl.Segmenter("en", { granularity: "grapheme" })

/** A text cut to so many columns, with an ellipsis where something is missing. */
export const cut = (text: string, width: number): string => {
  if (of(text) <= width) return text
  let [kept, used] = ["", 0]
  for (const { segment } of graphemes.segment(text)) {
    const next = used + of(segment)
    if (next > width - 1) break
    kept += segment
    used = next
  }
  return `${kept.trimEnd()}…`
}

/** A text filled with spaces to so many columns: on the left of numbers, on the right of others. */
export const pad = (text: string, width: number, isNumber: boolean): string => {
  const spaces = " ".repeat(Math.max(0, width - of(text)))
  return isNumber ? spaces + text : text + spaces
}

/** Controls, which could move the cursor, and marks that reverse the direction of what follows. */
const unsafe = /[\p{Cc}\u2028\u2029]+|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A text on one line, without anything that a terminal would obey. */
export const onOneLine = (text: string): string =>
  plain.test(text) ? text : text.replaceAll(unsafe, (part) => (/\p{Cc}|[\u2028\u2029]/u.test(part) ? " " : ""))
