/**
 * The form of an endpoint's parameters: those that a request must carry, and those that the person at the page adds.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
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

const label = (name: string, { role }: Param.Any): string =>
  role?._tag === "Filter" && role.operator !== "eq" ? `${name.replace(/\.\w+$/, "")} ${operators[role.operator]}` : name

const control = (name: string, param: Param.Any, text: string): HTMLInputElement | HTMLSelectElement => {
  const isSeveral = param.role?._tag === "Filter" && /^(any|all)_of$/.test(param.role.operator)
  const words = param.expectedText === "true or false" ? ["true", "false"] : isSeveral ? undefined : param.values
  const common = { id: `parameter-${name}`, name, required: param.presence === "required" }
  if (words !== undefined && param.role?._tag !== "Sort") {
    const select = element("select", common, ...words.map((word) => new Option(word)))
    select.value = text || words[0]!
    return select
  }
  return element("input", {
    ...common,
    value: text,
    title: `Must be ${param.expectedText}`,
    autocomplete: "off",
    spellcheck: false,
  })
}

/** Fills an element with a form. `onSubmitted` receives the texts that are not empty. */
export const show = (
  into: HTMLElement,
  { wireParams }: Endpoint.Any,
  texts: Texts,
  onSubmitted: (texts: Texts) => void,
): void => {
  const form = element("form", { className: "parameters" })
  const line = (name: string) => {
    const param = wireParams[name]!
    const field = control(name, param, texts[name] ?? "")
    const remove = element("button", { className: "quiet remove", type: "button" }, "×")
    remove.setAttribute("aria-label", `Remove ${name}`)
    const whole = element(
      "div",
      { className: "field" },
      element("label", { htmlFor: field.id, className: "label" }, label(name, param)),
      element("div", {}, field, ...(param.presence === "required" ? [] : [remove])),
    )
    remove.addEventListener("click", () => {
      whole.remove()
      form.requestSubmit()
    })
    return { whole, field }
  }
  const shown = Object.keys(wireParams).filter((name) => name in texts || wireParams[name]!.presence === "required")
  const lines = element("div", { className: "lines" }, ...shown.map((name) => line(name).whole))
  const others = Object.keys(wireParams).filter((name) => !shown.includes(name))
  const add = element(
    "select",
    { attributes: { "aria-label": "Add a parameter" } },
    new Option("Add a parameter …", ""),
    ...others.map((name) => new Option(label(name, wireParams[name]!), name)),
  )
  add.addEventListener("change", () => {
    if (add.value === "") return
    const { field, whole } = line(add.value)
    lines.append(whole)
    add.options[add.selectedIndex]!.remove()
    add.value = ""
    field.focus()
  })
  form.append(
    lines,
    element(
      "div",
      { className: "actions" },
      ...(others.length > 0 ? [add] : []),
      element("button", { className: "primary", type: "submit" }, "Send"),
    ),
  )
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const written = Array.from(new FormData(form), ([name, value]) => [name, String(value).trim()] as const)
    onSubmitted(Object.fromEntries(written.filter(([, text]) => text !== "")))
  })
  into.replaceChildren(form)
}
