// The table of docs/endpoints.md, which `./scripts/generate` writes from the declarations and their doc comments.
import { join } from "node:path"
import { root } from "../workspace.mjs"
import { formatted } from "./generate.mjs"

/** The page that holds the table. */
export const page = join(root, "docs/endpoints.md")

const [begin, end] = ["<!-- The endpoints, written by ./scripts/generate -->", "<!-- The end of the endpoints -->"]

/** The first sentence of a text, for a cell. */
const firstSentence = (text) =>
  text
    .split(/(?<=[a-z)`]\.) (?=[A-Z`])/)[0]
    .replace(/\.$/, "")
    .replaceAll("|", "\\|")

/** A row for each endpoint of the services (as `catalog.mjs` reads them), in their order. */
export const tableOf = (services) => {
  const rows = services.flatMap(({ endpoints, texts }) =>
    Object.values(endpoints).map(({ name, path }) => {
      const { specification, text } = texts[name]
      const number = typeof specification === "number" ? specification : ""
      return `| \`${name}\` | ${firstSentence(text)} | \`${path}\` | ${number} |`
    }),
  )
  return ["| method | client and sandbox give | path | no. |", "| --- | --- | --- | --- |", ...rows].join("\n")
}

/** The page with the table in its place. */
export const withTable = async (text, table) => {
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`docs/endpoints.md has no place for the table: ${begin} ... ${end}`)
  return formatted(page, `${before}${begin}\n\n${table}\n\n${end}${after}`)
}
