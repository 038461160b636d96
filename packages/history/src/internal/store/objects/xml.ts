/**
 * Parses the two documents of an object store: a page of a listing, and an error. Both are
 * machine-written flat lists of elements, without attributes, comments or CDATA in the parts read
 * here, and no element contains another of its own name. A full XML parser would add six packages.
 *
 * @module
 */

const words: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const unescape = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (all, hex?: string, decimal?: string, word?: string) => {
      if (word !== undefined) return words[word] ?? all
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )

/**
 * Yields the content of each element with a name, as XML, and `undefined` for one that is not closed. Takes
 * linear time for any text: a pattern would search the rest of the text for the end of each unclosed element.
 */
export function* elements(xml: string, name: string): Generator<string | undefined> {
  const [opening, closing] = [`<${name}>`, `</${name}>`]
  for (let start = xml.indexOf(opening); start !== -1;) {
    const end = xml.indexOf(closing, start + opening.length)
    const content = end === -1 ? opening : xml.slice(start + opening.length, end)
    // protects: An element that is not closed is no entry.
    // mutant: "of 200,000 entries that are not closed is an error": content.includes(opening)) return yield undefined →
    // end === -1) return
    if (content.includes(opening)) return yield undefined
    yield content
    start = xml.indexOf(opening, end + closing.length)
  }
}

/** Returns the text of the first element with a name; `undefined` without a closed one. */
export const text = (xml: string, name: string): string | undefined => {
  const { value } = elements(xml, name).next()
  return typeof value === "string" ? unescape(value) : undefined
}
