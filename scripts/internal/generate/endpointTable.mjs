// What the README says of all endpoints: `./scripts/generate` writes their table, from the declarations and their doc comments, and checks the introduction.
import { join } from "node:path"
import { format, resolveConfig } from "prettier"
import { root } from "../workspace.mjs"

export const readme = join(root, "README.md")

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

/** A README with the table in its place. */
export const withTable = async (text, table) => {
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`README.md has no place for the endpoints: ${begin} ... ${end}`)
  return format(`${before}${begin}\n\n${table}\n\n${end}${after}`, {
    ...(await resolveConfig(readme)),
    filepath: readme,
  })
}

/** What the introduction of a README lacks: the number of endpoints, or a method in its package's row. */
export const gapsInIntroduction = (text, services) => {
  const lines = text.split("\n")
  const number = services.reduce((sum, { endpoints }) => sum + Object.keys(endpoints).length, 0)
  const gaps = services.flatMap(({ endpoints, package: name }) => {
    const row = lines.find((line) => line.startsWith(`| \`${name}\``)) ?? ""
    const missing = Object.keys(endpoints).filter((method) => !row.includes(`\`${method}\``))
    return missing.map((method) => `README.md: the row of ${name} lacks the method "${method}"`)
  })
  return text.includes(` ${number} endpoints`) ? gaps : [...gaps, `README.md: say that there are ${number} endpoints`]
}
