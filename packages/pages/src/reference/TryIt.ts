/**
 * The form of an endpoint: its parameters with their values, the request that they mean, and its answer.
 *
 * @module
 */
import { curl } from "../common/Curl.js"
import { program } from "../common/Program.js"
import { element } from "../common/Dom.js"
import * as Answer from "./Answer.js"
import * as Call from "./Call.js"
import * as Code from "../common/Code.js"
import type { Endpoint, Group, Input } from "./Endpoint.js"
import * as Prose from "./Prose.js"
import { pair, table, type Cell } from "./Table.js"

/** More values than these are folded away. */
const mostValues = 8

const small = (text: string) => element("div", { className: "label" }, text)

const codes = (values: ReadonlyArray<string>): Cell =>
  values.flatMap((value, index) => [index === 0 ? "" : ", ", element("code", {}, value)])

const valueList = (values: ReadonlyArray<string>): Cell =>
  values.length === 0
    ? []
    : values.length <= mostValues
      ? [element("div", {}, ...codes(values))]
      : [element("details", {}, element("summary", {}, `${values.length} values`), ...codes(values))]

/** The control of an input. What a request must have is filled in; for the rest, an example stands as a hint where there is no default. */
const control = ({ example, hasDefault, isList, name, required, type, values }: Input) => {
  const attributes = { "aria-label": name }
  const options = type === "boolean" ? ["true", "false"] : isList ? [] : values
  if (options.length === 0) {
    return element("input", {
      name,
      autocomplete: "off",
      spellcheck: false,
      value: required ? example : "",
      placeholder: required || hasDefault ? "" : example,
      attributes,
    })
  }
  const none = new Option(hasDefault ? "default" : "any", "")
  const select = element("select", { name, attributes }, none, ...options.map((value) => new Option(value)))
  if (required) select.value = example || options[0]!
  return select
}

const operatorOf = ({ name }: Input) => name.slice(name.lastIndexOf("."))

const filters = (inputs: ReadonlyArray<Input>) =>
  element(
    "details",
    { className: "filters" },
    element("summary", {}, `Filter: ${inputs.map(operatorOf).join(" ")}`),
    ...inputs.map((input) => element("div", {}, element("code", {}, input.name), control(input))),
  )

const row = ({ inputs, name }: Group): [Cell, ...Array<Cell>] => {
  const [first] = inputs
  const plain = inputs.filter((input) => input.name === name)
  const others = inputs.filter((input) => input.name !== name)
  const heading = [element("code", {}, name), small(first.required ? `${first.in}, required` : first.in)]
  return [
    [...heading, small(first.type), ...first.limits.map(small), ...valueList(first.values)],
    Prose.blocks(first.description),
    [...plain.map(control), ...(others.length === 0 ? [] : [filters(others)])],
  ]
}

const valuesOf = (form: HTMLFormElement): Call.Values =>
  Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value).trim()]))

/** The form of an endpoint, and beside it the request that it means and what is answered. */
export const view = (endpoint: Endpoint): HTMLElement => {
  const answer = element("div", { className: "answer", attributes: { "aria-live": "polite" } })
  const form = element(
    "form",
    { className: "request", id: "request" },
    endpoint.groups.length === 0
      ? element("p", {}, "It has no parameters.")
      : table("parameters", ["Parameter", "Meaning", "Value"], endpoint.groups.map(row)),
  )
  const send = element("button", { className: "primary", attributes: { form: form.id } }, "Send the request")
  const url = () => location.origin + Call.target(endpoint, valuesOf(form))
  const programOf = () => program(location.origin, endpoint.id, Call.request(endpoint, valuesOf(form)), "page")
  const command = Code.block("curl", "shell", curl(url()))
  const code = Code.block("Effect program", "typescript", programOf())
  form.addEventListener("input", () => {
    command.show(curl(url()))
    code.show(programOf())
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void Answer.request(url(), answer)
  })
  return pair(
    element("section", {}, element("h3", {}, "Request"), form),
    element("section", { className: "try" }, element("h3", {}, "Code"), command.whole, code.whole, send, answer),
  )
}
