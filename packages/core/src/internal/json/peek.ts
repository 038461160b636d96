/** Finds a string at the top level of a document by its two ends, without parsing the rest. */
import { text } from "./tokenizer.js"

/** The members before the first one that is an object or an array. */
const head = /^\s*\{([^[{]*),[^,]*?[[{]/

/**
 * The end of a document with an object or an array, with the members after the last one. A bracket in a string of
 * them leaves a part of that string, which is no JSON: the number of quotes up to the end of the document is odd.
 */
const tail = /[\]}]\s*(?:,([^\]}]*))?\}\s*$/

/** Upper bound for the bytes read at each end. URLs have at most 8,000. */
const END = 16_384

const fieldsOf = (members: string | undefined): object => JSON.parse(`{${members ?? ""}}`) as object

/**
 * Returns the string under a top-level key, if found at the end or the start of the document. The
 * last of repeated keys counts.
 */
export const peek = (b: Uint8Array, key: string): string | undefined => {
  const end = tail.exec(text(b, Math.max(0, b.length - END), b.length))
  // Otherwise the document is truncated, or too small for this to pay off.
  if (end === null) return undefined
  try {
    const fields = { ...fieldsOf(head.exec(text(b, 0, END))?.[1]), ...fieldsOf(end[1]) }
    const value = (fields as Record<string, unknown>)[key]
    return typeof value === "string" ? value : undefined
  } catch {
    return undefined
  }
}
