/**
 * Texts in the columns of a terminal.
 *
 * @module
 */
import stringWidth from "string-width"

const plain = /^[\x20-\x7e]*$/

/** Width of a text in columns. */
export const of = (text: string): number => (plain.test(text) ? text.length : stringWidth(text))

const graphemes = /* @__PURE__ */ new Intl.Segmenter("en", { granularity: "grapheme" })

/** Cuts a text to a number of columns, with an ellipsis for the rest. */
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

/** Pads a text with spaces to a number of columns: on the left for numbers, on the right for others. */
export const pad = (text: string, width: number, isNumber: boolean): string => {
  const spaces = " ".repeat(Math.max(0, width - of(text)))
  return isNumber ? spaces + text : text + spaces
}
