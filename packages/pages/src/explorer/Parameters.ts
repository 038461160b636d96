/**
 * The form of an endpoint's parameters: those that a request must carry, and those that the person at the page adds.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Kind from "@candela/core/Kind"
import type * as Param from "@candela/core/Param"
import { element } from "../common/Dom.js"
import type { Texts } from "./Texts.js"

const operators: Readonly<Record<Param.Operator, string>> = {
  eq: "=",
  gt: ">",
  gte: "≥",
  lt: "<",
  lte: "≤",
  any_of: "any of",
  all_of: "all of",
}

const label = (name: string, { filter }: Param.Any): string =>
  filter !== undefined && filter.operator !== "eq"
    ? `${name.replace(/\.\w+$/, "")} ${operators[filter.operator]}`
    : name

const isDate = ({ kind }: Param.Any) => kind._tag === "Date" || kind._tag === "Instant"

/** A field for dates that is only its picker: what is picked goes into the field beside it, which takes instants too. */
const picker = (name: string, field: HTMLInputElement) => {
  const date = element("input", { type: "date", className: "picker", attributes: { "aria-label": `Pick ${name}` } })
  date.addEventListener("change", () => (field.value = date.value))
  return date
}

const control = (
  name: string,
  param: Param.Any,
  text: string,
): ReadonlyArray<HTMLElement & { readonly id: string }> => {
  const isRequired = param.presence === "required"
  const words = Kind.words(param.kind)
  const common = { id: `parameter-${name}`, name, required: isRequired }
  if (words.length > 0 && param.kind._tag !== "List" && !(param.kind._tag === "Sort" && param.kind.directed)) {
    const none = isRequired ? [] : [new Option("any", "")]
    const select = element("select", common, ...none, ...words.map((word) => new Option(word)))
    select.value = text || (isRequired ? words[0]! : "")
    return [select]
  }
  const field = element("input", {
    ...common,
    value: text,
    title: `Must be ${Kind.expected(param.kind, "wire")}`,
    autocomplete: "off",
    spellcheck: false,
  })
  if (isDate(param)) {
    if (param.kind._tag === "Instant") return [field, picker(name, field)]
    field.type = "date"
    field.value = text
  }
  if (words.length === 0) return [field]
  const list = element("datalist", { id: `words-${name}` }, ...words.map((word) => new Option(word)))
  field.setAttribute("list", list.id)
  return [field, list]
}

/** How many fields of filters stand open, on wide windows and on narrow ones. */
const mostOpen = { wide: 8, narrow: 4 }

/** Whether a parameter is one of those that people look for first: what is equal, and from when to when. */
const isFirst = (param: Param.Any) =>
  param.kind._tag !== "Sort" &&
  param.kind._tag !== "Cursor" &&
  (param.filter === undefined || (isDate(param) ? /^[gl]te$/ : /^eq$/).test(param.filter.operator))

/** Fills an element with a form. `onSubmitted` receives the texts that are not empty. */
export const show = (
  into: HTMLElement,
  { wireParams }: Endpoint.Any,
  texts: Texts,
  onSubmitted: (texts: Texts) => void,
): void => {
  const line = (name: string) =>
    element(
      "div",
      { className: "field" },
      element("label", { htmlFor: `parameter-${name}`, className: "label" }, label(name, wireParams[name]!)),
      element("div", {}, ...control(name, wireParams[name]!, texts[name] ?? "")),
    )
  const names = Object.keys(wireParams)
  const given = names.filter((name) => name in texts || wireParams[name]!.presence === "required")
  const most = matchMedia("(max-width: 900px)").matches ? mostOpen.narrow : mostOpen.wide
  const first = names.filter((name) => !given.includes(name) && isFirst(wireParams[name]!))
  const open = [...given, ...first.slice(0, Math.max(0, most - given.length))]
  const others = names.filter((name) => !open.includes(name))
  const lines = (names: ReadonlyArray<string>) => element("div", { className: "lines" }, ...names.map(line))
  const more = element("details", {}, element("summary", {}, `More filters (${others.length})`), lines(others))
  const form = element(
    "form",
    { className: "parameters" },
    lines(names.filter((name) => open.includes(name))),
    ...(others.length > 0 ? [more] : []),
    element("div", { className: "actions" }, element("button", { className: "primary", type: "submit" }, "Send")),
  )
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const written = Array.from(new FormData(form), ([name, value]) => [name, String(value).trim()] as const)
    onSubmitted(Object.fromEntries(written.filter(([, text]) => text !== "")))
  })
  into.replaceChildren(form)
}
