// The table of docs/endpoints.md, which `./scripts/generate` writes from the declarations and their doc comments.
import { join } from "node:path"
import { format, resolveConfig } from "prettier"
import { root } from "../workspace.mjs"

/** The page that holds the table. */
export const page = join(root, "docs/endpoints.md")

const [begin, end] = ["<!-- The endpoints, written by ./scripts/generate -->", "<!-- The end of the endpoints -->"]

/** What an endpoint gives, and its number in the specification, from its doc comment. */
const wordsOf = (description) => {
  const [, words, number = ""] = /^(.*?)(?: \(specification, endpoints? (\d+)?.*\))?$/s.exec(description)
  const [sentence] = words.split(/(?<=[a-z)`]\.) (?=[A-Z`])/)
  return { serves: sentence.replace(/\.$/, "").replaceAll("|", "\\|"), number }
}

/** A row for each endpoint, in the order of the packages and their methods. */
export const tableOf = (services, descriptions) => {
  const rows = services.flatMap(({ endpoints }) =>
    Object.values(endpoints).map(({ name, path }) => {
      const { number, serves } = wordsOf(descriptions[name].description)
      return `| \`${name}\` | ${serves} | \`${path}\` | ${number} |`
    }),
  )
  return ["| method | client and sandbox give | path | no. |", "| --- | --- | --- | --- |", ...rows].join("\n")
}

/** The page with the table in its place. */
export const withTable = async (text, table) => {
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`docs/endpoints.md has no place for the table: ${begin} ... ${end}`)
  return format(`${before}${begin}\n\n${table}\n\n${end}${after}`, {
    ...(await resolveConfig(page)),
    filepath: page,
  })
}
