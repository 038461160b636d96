/**
 * Sections of the pages of `docs` written from results, between
 * `<!-- begin figures decode-bars -->` and `<!-- end -->`.
 *
 * @module
 */
import type { Outcome } from "./Snippets.js"

/** Writes the section with a name and arguments; `undefined` for an unknown name. */
export type Write = (name: string, ...args: ReadonlyArray<string>) => string | undefined

const section = /^<!-- begin ([\w -]+) -->\n[^]*?^<!-- end -->$/gm

/** Removes the spaces and dashes that align columns of tables. */
const unaligned = (text: string) => text.replace(/ +/g, " ").replace(/-{3,}/g, "---")

/** Compares the written sections of a page with their results. */
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
