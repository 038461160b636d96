/**
 * Parts of the pages of `docs` that are written from results: what stands between `<!-- begin figures decode-bars -->` and `<!-- end -->`.
 *
 * @module
 */
import type { Outcome } from "./Snippets.js"

/** Writes the part with a name and its arguments; `undefined` where there is none of this name. */
export type Write = (name: string, ...args: ReadonlyArray<string>) => string | undefined

const section = /^<!-- begin ([\w -]+) -->\n[^]*?^<!-- end -->$/gm

/** A text without the spaces and dashes by which columns of tables are aligned. */
const unaligned = (text: string) => text.replace(/ +/g, " ").replace(/-{3,}/g, "---")

/** Compares the written parts of a page with their results. */
export const check = (page: string, markdown: string, write: Write): Outcome => {
  const problems: Array<string> = []
  const text = markdown.replace(section, (whole, words: string) => {
    const [name = "", ...args] = words.split(" ")
    const content = write(name, ...args)
    if (content === undefined) {
      problems.push(`${page}: there are no results for "${words}"`)
      return whole
    }
    const expected = `<!-- begin ${words} -->\n\n${content.trim()}\n\n<!-- end -->`
    if (unaligned(expected) === unaligned(whole)) return whole
    problems.push(`${page}: "${words}" differs from its results`)
    return expected
  })
  return { text, problems }
}
