/**
 * Form of an endpoint: its parameters with their values, the resulting request, and its answer.
 *
 * @module
 */
import { isArgument } from "@candela/catalog/CommandLine"
import * as Kind from "@candela/core/internal/Kind"
import type { CatalogEndpoint, Parameter } from "../common/Catalog.js"
import * as Code from "../common/Code.js"
import { command } from "../common/Command.js"
import * as Control from "../common/Control.js"
import { curl } from "../common/Curl.js"
import { element } from "../common/Dom.js"
import { program } from "../common/Program.js"
import * as Texts from "../common/Texts.js"
import * as Answer from "./Answer.js"
import { inline, pair, table, type Cell } from "./Table.js"

/** Number of words above which they are collapsed. */
const mostWords = 8

const wordsOf = (kind: Kind.Kind): ReadonlyArray<string> =>
  kind._tag === "Sort" ? kind.columns : kind._tag === "Boolean" ? [] : Kind.words(kind)

const wordList = (words: ReadonlyArray<string>): Cell => {
  const codes = words.flatMap((word, index) => [index === 0 ? "" : ", ", element("code", {}, word)])
  if (words.length === 0) return []
  return words.length <= mostWords
    ? [element("div", {}, ...codes)]
    : [element("details", {}, element("summary", {}, `${words.length} values`), ...codes)]
}

const operatorOf = ({ filter }: Parameter) =>
  filter === undefined || filter.operator === "eq" ? "" : `.${filter.operator}`

/** Returns the name without the operator of a filter. */
const baseOf = (parameter: Parameter) => parameter.name.slice(0, parameter.name.length - operatorOf(parameter).length)

const control = (endpoint: CatalogEndpoint, parameter: Parameter) => {
  const control = Control.make(parameter, Texts.example(endpoint)[parameter.name] ?? "")
  control.firstElementChild!.setAttribute("aria-label", parameter.name)
  return control
}

const filters = (endpoint: CatalogEndpoint, parameters: ReadonlyArray<Parameter>) =>
  element(
    "details",
    { className: "filters" },
    element("summary", {}, `Filter: ${parameters.map(operatorOf).join(" ")}`),
    ...parameters.map((one) => element("div", {}, element("code", {}, one.name), control(endpoint, one))),
  )

/** Makes the row of a parameter with all operators of its filter. */
const row = (endpoint: CatalogEndpoint, name: string, parameters: ReadonlyArray<Parameter>): [Cell, ...Array<Cell>] => {
  const { in: place, kind, limits, presence, text, type } = parameters[0]!
  const plain = parameters.filter((parameter) => operatorOf(parameter) === "")
  const others = parameters.filter((parameter) => operatorOf(parameter) !== "")
  const facts = [place, ...(presence === "required" ? [presence] : []), type, ...limits]
  return [
    [element("code", {}, name), element("div", { className: "label" }, facts.join(", ")), ...wordList(wordsOf(kind))],
    inline(text),
    [...plain.map((one) => control(endpoint, one)), ...(others.length === 0 ? [] : [filters(endpoint, others)])],
  ]
}

const rows = (endpoint: CatalogEndpoint) => {
  const names = [...new Set(endpoint.parameters.map(baseOf))]
  return names.map((name) =>
    row(
      endpoint,
      name,
      endpoint.parameters.filter((parameter) => baseOf(parameter) === name),
    ),
  )
}

/** Makes the form of an endpoint, beside its request and answer. */
export const view = (endpoint: CatalogEndpoint, onUnauthorized: () => void): HTMLElement => {
  const answer = element("div", { className: "answer", attributes: { "aria-live": "polite" } })
  const form = element(
    "form",
    { className: "request", id: "request" },
    endpoint.parameters.length === 0
      ? element("p", {}, "It has no parameters.")
      : table("parameters", ["Parameter", "Meaning", "Value"], rows(endpoint)),
  )
  const send = element("button", { className: "primary", attributes: { form: form.id } }, "Send the request")
  const url = () => location.origin + Texts.target(endpoint, Texts.ofForm(form))
  const request = () => Texts.toRequest(endpoint, Texts.ofForm(form))
  const names = endpoint.parameters.filter(isArgument).map(({ name }) => name)
  const commandOf = () => command(location.origin, endpoint.name, names, request())
  const programOf = () => program(location.origin, endpoint.name, request(), "page")
  const blocks = [
    [Code.block("curl", "shell", curl(url())), () => curl(url())],
    [Code.block("Command", "shell", commandOf()), commandOf],
    [Code.block("Effect program", "typescript", programOf()), programOf],
  ] as const
  form.addEventListener("input", () => {
    for (const [block, text] of blocks) block.show(text())
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void Answer.request(url(), answer, onUnauthorized)
  })
  return pair(
    element("section", {}, element("h3", {}, "Request"), form),
    element(
      "section",
      { className: "try" },
      element("h3", {}, "Code"),
      ...blocks.map(([block]) => block.whole),
      send,
      answer,
    ),
  )
}
