/**
 * Page of an endpoint: its result, its request in three languages, parameters, an answer of the
 * sandbox, errors, and limits by plan.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as CommandLine from "@candela/catalog/CommandLine"
import * as Search from "@candela/catalog/Search"
import * as Kind from "@candela/core/internal/Kind"
import * as Columns from "@candela/pages/common/Columns"
import { curl } from "@candela/pages/common/Curl"
import type { CatalogEndpoint, Field, Parameter, Refusal } from "@candela/pages/common/Catalog"
import { program } from "@candela/pages/common/Program"
import * as Texts from "@candela/pages/common/Texts"
import { plans } from "@candela/sandbox/access/Subscription"
import { code, codeGroup, fence, frontmatter, page, table, text } from "./Markdown.js"

/** Address of the sandbox in examples. */
const baseUrl = "http://127.0.0.1:8787"

/** Input of a page. */
export interface Facts {
  /** Declaration with its texts. */
  readonly entry: Catalog.Entry
  /** Endpoint in the form for the sandbox's pages, with an answer. */
  readonly endpoint: CatalogEndpoint
  /** Errors of all endpoints, by name. */
  readonly errors: Readonly<Record<string, Refusal>>
  /** Whether plans limit its data. */
  readonly limitedByPlan: boolean
}

/**
 * Returns the path of an endpoint's page, from the root of the site and without an extension: `reference/stocks/bars`.
 */
export const pathOf = ({ method, service }: Pick<CatalogEndpoint, "method" | "service">): string =>
  `reference/${service}/${CommandLine.kebab(method)}`

/** Returns the words in which people ask for the endpoint of a page; none for any other page. */
export const wordsFor = (path: string): ReadonlyArray<string> => {
  const entry = Catalog.endpoints.find((entry) => path === `${pathOf(entry)}.md`)
  return entry === undefined ? [] : Search.wordsFor(entry.name)
}

/** Returns the title of an endpoint's page. */
export const titleOf = ({ name, summary }: Pick<CatalogEndpoint, "name" | "summary">): string => `${name}: ${summary}`

const operatorOf = ({ filter }: Parameter) =>
  filter === undefined || filter.operator === "eq" ? "" : `.${filter.operator}`

const baseOf = (parameter: Parameter) => parameter.name.slice(0, parameter.name.length - operatorOf(parameter).length)

const wordsOf = (kind: Kind.Kind): ReadonlyArray<string> =>
  kind._tag === "Sort" ? kind.columns : kind._tag === "Boolean" ? [] : Kind.words(kind)

const oneOf = (kind: Kind.Kind) => {
  const words = wordsOf(kind)
  return words.length === 0 ? "" : ` One of ${words.map(code).join(", ")}.`
}

/** Makes a row for each parameter, with the operators of its filter. */
const parameterRows = (parameters: ReadonlyArray<Parameter>) =>
  [...new Set(parameters.map(baseOf))].map((base) => {
    const group = parameters.filter((parameter) => baseOf(parameter) === base)
    const { in: place, kind, limits, presence, text: meaning, type } = group[0]!
    const operators = group
      .filter((one) => operatorOf(one) !== "")
      .map((one) => {
        const own = one.limits.filter((limit) => !limits.includes(limit))
        return code(operatorOf(one)) + (own.length === 0 ? "" : ` (${own.join(", ")})`)
      })
    return [
      [code(base), ...operators].join(" "),
      [place, ...(presence === "required" ? ["**required**"] : []), type, ...limits].join(", "),
      text(meaning) + oneOf(kind),
    ]
  })

const fieldRows = (fields: ReadonlyArray<Field>) =>
  fields.map(({ optional, path, text: meaning, type, unit, wirePath }) => {
    const wireKey = wirePath.slice(wirePath.lastIndexOf(".") + 1)
    const own = path.slice(path.lastIndexOf(".") + 1)
    return [
      code(path) + (own === wireKey ? "" : ` (on the wire ${code(wireKey)})`),
      [type, ...(unit === undefined ? [] : [unit]), ...(optional ? ["optional"] : [])].join(", "),
      text(meaning),
    ]
  })

const valueAt = (value: unknown, keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>((inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key], value)

/** Makes a table of an answer's first rows, with the filled columns, limited to a readable number of both. */
const answerTable = (endpoint: CatalogEndpoint): string | undefined => {
  const { answer } = endpoint
  const columns = Columns.of(endpoint)
  const first = columns[0]?.wirePath
  if (first === undefined) return undefined
  const place = first.includes("[].") ? first.slice(0, first.indexOf("[].")) : undefined
  const found = place === undefined ? [answer] : valueAt(answer, place === "" ? [] : place.split("."))
  const rows = Array.isArray(found) ? found.slice(0, 5) : []
  const inRow = (wirePath: string) => (place === undefined ? wirePath : wirePath.slice(place.length + 3)).split(".")
  const filled = columns
    .filter(({ wirePath }) => rows.some((row) => (valueAt(row, inRow(wirePath)) ?? undefined) !== undefined))
    .slice(0, 10)
  if (rows.length === 0 || filled.length === 0) return undefined
  const cell = (value: unknown) => {
    const words = value === undefined || value === null ? "" : String(value)
    return text(words.length > 60 ? `${words.slice(0, 57)}...` : words)
  }
  const cells = rows.map((row) => filled.map(({ wirePath }) => cell(valueAt(row, inRow(wirePath)))))
  return [
    '<div class="rows">',
    table(
      filled.map(({ path }) => code(path)),
      cells,
    ),
    "</div>",
  ].join("\n\n")
}

/** Makes a table whose cells are stacked on phones. */
const facts = (headings: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  ['<div class="facts">', table(headings, rows), "</div>"].join("\n\n")

/** Describes the client's methods for all rows. */
const forms = ({ kind, method, service }: { kind: string; method: string; service: string }) => {
  const call = `${service}.${method}`
  switch (kind) {
    case "history":
      return `${code(`${call}(request)`)} gives one page, ${code(".pages")}, ${code(".stream")} and ${code(".columns")} the whole range: [pages, streams and columns](/guides/methods).`
    case "paged":
      return `${code(`${call}(request)`)} gives one page, ${code(".pages")} and ${code(".stream")} all of them: [pages and streams](/guides/methods).`
    default:
      return undefined
  }
}

const span = (milliseconds: number) =>
  milliseconds === 0
    ? "none"
    : milliseconds < 3_600_000
      ? `${milliseconds / 60_000} minutes`
      : `${milliseconds / 3_600_000} hours`

const planRules = ({ limitedByPlan }: Facts): string =>
  limitedByPlan
    ? page(
        "A key's plan decides how new and how old the data may be. Data that are too new are left out; `status` is `DELAYED` if the delay touches the requested time. A range that begins before the plan's history is refused with 403. These are the plans of the sandbox:",
        table(
          ["plan", "delay", "history"],
          Object.values(plans).map(({ delay, name, years }) => [
            code(name),
            span(delay),
            years === undefined ? "all" : `${years} years`,
          ]),
        ),
      ).trim()
    : "Reference data are the same on every plan."

const pageSize = (parameters: ReadonlyArray<Parameter>) =>
  parameters.flatMap(({ kind, limits, name }) =>
    kind._tag === "Limit" ? [`A page holds ${limits.join(", ")} rows (${code(name)}).`] : [],
  )

const tags: Readonly<Record<string, string>> = { NotEntitled: "Unauthorized" }

const errorRows = ({ endpoint, errors, limitedByPlan }: Facts) =>
  endpoint.errors
    .filter((name) => name !== "NotEntitled" || limitedByPlan)
    .map((name) => [String(errors[name]!.status), code(tags[name] ?? name), text(errors[name]!.text)])

/** Makes the page of an endpoint. */
export const make = (given: Facts): string => {
  const { endpoint, entry, errors } = given
  const { answer, around, fields, method, name, parameters, path, service, summary } = endpoint
  const { declaration, example } = entry
  const wire = Object.fromEntries(
    parameters.flatMap(({ example: value, name: key }) =>
      key in example && value !== undefined ? [[key, value] as const] : [],
    ),
  )
  const commandLine = CommandLine.line(name, CommandLine.argumentsOf(declaration), example)
  const rows = answerTable(endpoint)
  return page(
    frontmatter({ title: name, description: endpoint.text.replaceAll("`", ""), outline: [2, 3], endpoint: name }),
    `# ${text(titleOf(endpoint))}`,
    `<p class="address"><span class="verb">GET</span> <code v-pre>${path.replaceAll("/", "<wbr>/")}</code></p>`,
    endpoint.text === `${summary}.` ? undefined : text(endpoint.text),
    "## Request",
    codeGroup([
      ["TypeScript", "ts", program(baseUrl, name, example, "page")],
      ["Command line", "sh", `candela ${commandLine} --sandbox`],
      ["HTTP", "sh", curl(baseUrl + Texts.target(endpoint, wire))],
    ]),
    forms({ kind: declaration.kind, method, service }),
    "## Try it",
    `<TryIt name="${name}" />`,
    "## Parameters",
    parameters.length === 0 ? "It has none." : facts(["Parameter", "Value", "Meaning"], parameterRows(parameters)),
    "## Answer",
    "A response of the sandbox. Its figures are synthetic.",
    rows,
    `<details class="json"><summary>The response as JSON</summary>`,
    fence("json", JSON.stringify(answer, null, 2)),
    "</details>",
    "### Fields",
    facts(["Field", "Value", "Meaning"], fieldRows(fields)),
    ...(around.length === 0
      ? []
      : ["### Fields beside the rows", facts(["Field", "Value", "Meaning"], fieldRows(around))]),
    "## Errors",
    facts(["Status", "Tag in the client", "When"], errorRows(given)),
    "The client also refuses a malformed request itself, with `InvalidRequest` and before it is sent. [Errors](/guides/errors) has all of them, with what is retried.",
    `<details class="json"><summary>The body of a refusal</summary>`,
    fence("json", JSON.stringify(errors["Conflict"]?.body, null, 2)),
    "</details>",
    "## Plans and limits",
    [planRules(given), ...pageSize(parameters)].join("\n\n"),
    "Requests count against the key's rate limit: [rate limits](/guides/limits).",
  )
}
