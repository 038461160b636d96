// The tables of `docs/runtimes.md`, between two marks.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../workspace.mjs"
import { render } from "./table.mjs"

/** Where the results are kept, and the page that shows them. */
export const results = join(root, "docs/matrix.json")
export const page = join(root, "docs/runtimes.md")

const begin = "<!-- Written by ./scripts/matrix -->"
const end = "<!-- The end of what it writes -->"

/** A page with the tables of results in place of those between its marks. */
export const withTables = (text, { sections }) => {
  const tables = sections
    .filter(({ entries }) => entries.length > 0)
    .map((section) => `## ${section.title}\n\n${render(section)}`)
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`the page lacks the marks ${begin} and ${end}`)
  return `${before}${begin}\n\n${tables.join("\n\n")}\n\n${end}${after}`
}

/** Writes the tables of the kept results. */
export const update = () => {
  writeFileSync(page, withTables(readFileSync(page, "utf8"), JSON.parse(readFileSync(results, "utf8"))))
}
