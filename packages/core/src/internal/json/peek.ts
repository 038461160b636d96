/** Finds a string at the top level of a document by its two ends, without parsing the rest. */
import { text } from "./tokenizer.js"

const string = String.raw`"(?:[^"\\]|\\.)*"`
const member = String.raw`\s*${string}\s*:\s*(?:${string}|[\w.+-]+)\s*`
const members = `${member}(?:,${member})*`

/** The members before the first one that is an object or an array. */
const head = new RegExp(String.raw`^\s*\{(${members}),`)

/**
 * The end of a document with an object or an array, with the members after the last one. A match
 * cannot begin inside a string: the number of quotes up to the end of the document would be odd.
 */
const tail = new RegExp(String.raw`[\]}]\s*(?:,(${members}))?\}\s*$`)

/** Upper bound for the bytes read at each end. URLs have at most 8,000. */
const END = 16_384

const fieldsOf = (match: RegExpExecArray | null): Record<string, unknown> => {
  try {
    return JSON.parse(`{${match?.[1] ?? ""}}`) as Record<string, unknown>
  } catch {
    return {}
  }
}

/**
 * Returns the string under a top-level key, if found at the end or the start of the document. The
 * last of repeated keys counts.
 */
export const peek = (b: Uint8Array, key: string): string | undefined => {
  const end = tail.exec(text(b, Math.max(0, b.length - END), b.length))
  // Otherwise the document is truncated, or too small for this to pay off.
  if (end === null) return undefined
  const value = { ...fieldsOf(head.exec(text(b, 0, END))), ...fieldsOf(end) }[key]
  return typeof value === "string" ? value : undefined
}
