/**
 * Form of an endpoint's parameters: the required ones, the most common ones, and the others collapsed.
 *
 * @module
 */
import type * as Param from "@candela/core/declare/Param"
import * as Arr from "effect/Array"
import * as Order from "effect/Order"
import type { CatalogEndpoint, Parameter } from "../common/Catalog.js"
import * as Control from "../common/Control.js"
import { element } from "../common/Dom.js"
import { narrow } from "../common/Navigation.js"
import * as Texts from "../common/Texts.js"

const operators: Readonly<Record<Param.Operator, string>> = {
  eq: "=",
  gt: ">",
  gte: "≥",
  lt: "<",
  lte: "≤",
  any_of: "any of",
  all_of: "all of",
}

const label = ({ filter, name }: Parameter): string =>
  filter !== undefined && filter.operator !== "eq"
    ? `${name.slice(0, -filter.operator.length - 1)} ${operators[filter.operator]}`
    : name

/** Maximum number of visible filter fields, on wide and on narrow windows. */
const mostOpen = { wide: 8, narrow: 4 }

/** Whether a parameter is one of the most common: equality, and bounds of time. */
const isFirst = (parameter: Parameter) =>
  parameter.kind._tag !== "Sort" &&
  parameter.kind._tag !== "Cursor" &&
  (parameter.filter === undefined ||
    (Control.isTime(parameter) ? ["gte", "lte"] : ["eq"]).includes(parameter.filter.operator))

/** Fills an element with a form. `onSubmitted` receives the non-empty texts. */
export const show = (
  into: HTMLElement,
  { parameters }: CatalogEndpoint,
  texts: Texts.Texts,
  onSubmitted: (texts: Texts.Texts) => void,
): void => {
  const line = (parameter: Parameter) =>
    element(
      "div",
      { className: "field" },
      element("label", { htmlFor: `parameter-${parameter.name}`, className: "label" }, label(parameter)),
      Control.make(parameter, texts[parameter.name] ?? ""),
    )
  const lines = (parameters: ReadonlyArray<Parameter>) =>
    element("div", { className: "lines" }, ...parameters.map(line))
  const given = parameters.filter(({ name, presence }) => name in texts || presence === "required")
  const first = parameters.filter((parameter) => !given.includes(parameter) && isFirst(parameter))
  const most = narrow.matches ? mostOpen.narrow : mostOpen.wide
  // What most people filter by stands first, on a phone too.
  const tickersFirst = Order.mapInput(Order.boolean, ({ kind }: Parameter) => kind._tag !== "Ticker")
  const ordered = Arr.sort(first, tickersFirst)
  const open = [...given, ...ordered.slice(0, Math.max(0, most - given.length))]
  const others = parameters.filter((parameter) => !open.includes(parameter))
  const more = element("details", {}, element("summary", {}, `More filters (${others.length})`), lines(others))
  const form = element(
    "form",
    { className: "parameters" },
    lines(Arr.sort(open, tickersFirst)),
    ...(others.length > 0 ? [more] : []),
    element("div", { className: "actions" }, element("button", { className: "primary", type: "submit" }, "Send")),
  )
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    onSubmitted(Texts.ofForm(form))
  })
  into.replaceChildren(form)
}
