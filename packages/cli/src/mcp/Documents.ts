/**
 * Documents of a session: a guide, and one per endpoint, made from the catalogue.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import type { Field } from "@candela/catalog/Field"
import type { Parameter } from "@candela/catalog/Parameter"
import * as Text from "@candela/catalog/Text"
import * as Rows from "./Rows.js"
import * as Search from "./Search.js"
import * as Workspace from "./Workspace.js"

/** URI of an endpoint's document. */
export const uriOf = ({ name }: Pick<Catalog.Entry, "name">): string => `candela://endpoints/${name}`

const parameterLine = ({ declaration, example, name, ...parameter }: Parameter): string => {
  const required = declaration.presence === "required" ? "required" : "optional"
  const text = Text.ofParameter({ declaration, example, name, ...parameter })
  const shown = example === undefined ? "" : ` Example: ${JSON.stringify(example)}.`
  return `- \`${name}\` (${Text.ofKind(declaration.kind)}, ${required}): ${text}${shown}`
}

const fieldLine = ({ optional, path, text, type, unit }: Field): string => {
  const absent = optional ? ", may be absent" : ""
  return `- \`${path}\` (${Text.ofType(type)}${unit === undefined ? "" : `, ${unit}`}${absent})${text === "" ? "" : `: ${text}`}`
}

/** Shape of an endpoint's answer, in a word. */
const shape: Readonly<Record<Catalog.Entry["declaration"]["kind"], string>> = {
  single: "One value.",
  list: "Rows, all in one answer.",
  paged: "Rows, page by page: the tool follows the pages.",
  history: "Rows in a range of time, page by page: the tool follows the pages.",
}

/** Full documentation of an endpoint, as Markdown. */
export const ofEndpoint = (entry: Catalog.Entry): string => {
  const { declaration, example, fields, name, parameters } = entry
  return [
    `# ${name}`,
    Text.ofEndpoint(entry),
    `${shape[declaration.kind]} \`GET ${declaration.path}\``,
    "## Request",
    parameters.length === 0 ? "No parameters." : parameters.map(parameterLine).join("\n"),
    `A request that works:\n\n\`\`\`json\n${JSON.stringify({ endpoint: name, request: example })}\n\`\`\``,
    declaration.kind === "single" ? "## Fields of the value" : "## Fields of a row",
    fields.map(fieldLine).join("\n"),
  ].join("\n\n")
}

/** Guide to the tools. */
export const guide = (): string =>
  [
    "# Market data with Candela",
    `Stocks, futures, forex, crypto, reference data and the economy: ${Catalog.endpoints.length} endpoints, each with checked parameters.`,
    "1. `search_catalog` finds endpoints by words.\n2. `describe_endpoint` says every parameter and field of one.\n3. `call_endpoint` makes a request. A request that the service would refuse or misread is refused with a sentence that says how to mend it.\n4. With `table`, `call_endpoint` keeps all rows of a request as a table; `query` asks it by SQL (DuckDB), also several tables at once.\n5. `draw_chart` draws candles and volume.",
    `Rows: an answer has ${Rows.defaultRows} rows unless \`rows\` says more (at most ${Rows.maxRows}, and ${Rows.maxCharacters} characters), and says how many there are beside them. A table takes ${Workspace.maxTableRows} rows. For totals, averages and comparisons keep a table and query it, in place of reading all rows.`,
    "Instants are RFC 3339 texts in UTC, dates are `yyyy-mm-dd`. Requests take both. Days of stocks are days in New York. Prices are in dollars for stocks, in the quote currency for pairs.",
    "The manual of the library and of its command line is in the resources `candela://docs/...`: `candela://docs/errors` has the errors, `candela://docs/history` the store of histories.",
    "## Services",
    Catalog.services
      .map(
        ({ endpoints, name, text }) =>
          `- **${name}**: ${text} ${endpoints.map(({ name }) => `\`${name}\``).join(", ")}`,
      )
      .join("\n"),
  ].join("\n\n")

/** Suggests endpoints for an unknown name. */
export const suggestions = (name: string): string => {
  const found = Search.find(name).slice(0, 3)
  return found.length === 0
    ? "Find its name with search_catalog."
    : `Did you mean ${found.map(({ name }) => name).join(" or ")}? search_catalog finds others.`
}
