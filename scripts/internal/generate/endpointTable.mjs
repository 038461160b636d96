// The tables of docs/endpoints.md, which `./scripts/generate` writes from the declarations and their doc comments.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../workspace.mjs"
import { formatted } from "./generate.mjs"

/** The page that holds the tables. */
export const page = join(root, "docs/endpoints.md")

const beginOf = (name) => `<!-- The ${name}, written by ./scripts/generate -->`
const endOf = (name) => `<!-- The end of the ${name} -->`

/** The first sentence of a text, for a cell. */
const firstSentence = (text) =>
  text
    .split(/(?<=[a-z)`]\.) (?=[A-Z`])/)[0]
    .replace(/\.$/, "")
    .replaceAll("|", "\\|")

/** Endpoints for which the sandbox has no data: those with a synthetic route in the module of their service. */
export const syntheticIn = (service, routes) =>
  Array.from(routes.matchAll(/^  (\w+): Route\.synthetic\(\)/gm), ([, method]) => `${service}.${method}`)

const synthetic = ({ name }) => {
  const file = join(root, `packages/sandbox/src/routes/${name}.ts`)
  return existsSync(file) ? syntheticIn(name, readFileSync(file, "utf8")) : []
}

/**
 * A row for each endpoint of the services (as `catalog.mjs` reads them), in their order. Those of
 * `marked` are synthetic in the sandbox.
 */
export const tableOf = (services, marked = services.flatMap(synthetic)) => {
  const rows = services.flatMap(({ endpoints, texts }) =>
    Object.values(endpoints).map(({ name, path }) => {
      const { specification, text } = texts[name]
      const number = typeof specification === "number" ? specification : ""
      const mark = marked.includes(name) ? " (synthetic in the sandbox: rows from the schema alone)" : ""
      return `| \`${name}\` | ${firstSentence(text)}${mark} | \`${path}\` | ${number} |`
    }),
  )
  return ["| method | client and sandbox give | path | no. |", "| --- | --- | --- | --- |", ...rows].join("\n")
}

/** Plans whose connections have a topic, in words. */
const plansOf = ({ delayed, feed }) =>
  feed === "market" ? (delayed ? "real-time, delayed" : "real-time") : `${feed} plans`

/** A row for each topic of the live services (as `catalog.mjs` reads them), in their order. */
export const topicTableOf = (services) => {
  const rows = services.flatMap(({ texts, topics }) =>
    Object.values(topics).map((topic) => {
      const { code, fill, name, wildcard } = topic
      const filled = fill === undefined ? "" : `\`${fill.endpoint.name}\``
      return `| \`${name}\` | ${firstSentence(texts[name].text)} | \`${code}\` | ${plansOf(topic)} | ${wildcard ? "yes" : ""} | ${filled} |`
    }),
  )
  return [
    "| topic | the live channel sends | code | feeds | `*` | filled from |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n")
}

/** The page with the tables in their places, by their names. */
export const withTables = async (text, tables) => {
  const filled = Object.entries(tables).reduce((text, [name, table]) => {
    const [begin, end] = [beginOf(name), endOf(name)]
    const [before, rest] = text.split(begin)
    const after = rest?.split(end)[1]
    if (after === undefined) throw new Error(`docs/endpoints.md has no place for the table: ${begin} ... ${end}`)
    return `${before}${begin}\n\n${table}\n\n${end}${after}`
  }, text)
  return formatted(page, filled)
}
