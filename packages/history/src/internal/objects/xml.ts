/**
 * Parses the two documents of an object store: a page of a listing, and an error. Both are machine-written flat lists of elements, without attributes, comments or CDATA in the
 * parts read here, and no element contains another of its own name. A full XML parser would add six packages.
 *
 * @module
 */

const words: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const unescape = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex?: string, decimal?: string, word?: string) => {
    if (word !== undefined) return words[word] ?? all
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })

/** Returns the content of each element with a name, as XML. */
export const elements = (xml: string, name: string): ReadonlyArray<string> =>
  Array.from(xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs")), ([, content]) => content!)

/** Returns the text of the first element with a name; `undefined` without one. */
export const text = (xml: string, name: string): string | undefined => {
  const [first] = elements(xml, name)
  return first === undefined ? undefined : unescape(first)
}
