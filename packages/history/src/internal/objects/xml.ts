/**
 * The two documents of an object store: a page of a listing, and an error. Both are flat lists of elements that a program wrote, without attributes, comments or CDATA in what is
 * read here, and no element holds another of its own name. A parser of all of XML brings six packages for this.
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

/** What stands in each element of a name, as XML. */
export const elements = (xml: string, name: string): ReadonlyArray<string> =>
  Array.from(xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs")), ([, content]) => content!)

/** The text of the first element of a name; `undefined` without one. */
export const text = (xml: string, name: string): string | undefined => {
  const [first] = elements(xml, name)
  return first === undefined ? undefined : unescape(first)
}
