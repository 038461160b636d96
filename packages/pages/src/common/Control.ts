/**
 * Form control of a parameter.
 *
 * @module
 */
import * as Kind from "@candela/core/internal/Kind"
import type { Parameter } from "./Catalog.js"
import { element } from "./Dom.js"

/** Whether a parameter is a date or an instant. */
export const isTime = ({ kind }: Parameter): boolean => kind._tag === "Date" || kind._tag === "Instant"

/**
 * Makes a date field used only as a picker: the picked date is copied into the field beside it,
 * which also accepts instants.
 */
const picker = (name: string, field: HTMLInputElement) => {
  const date = element("input", { type: "date", className: "picker", attributes: { "aria-label": `Pick ${name}` } })
  date.addEventListener("change", () => {
    field.value = date.value
    field.dispatchEvent(new Event("input", { bubbles: true }))
  })
  return date
}

/**
 * Makes the control of a parameter with a text: a selection of words, a date picker, or a field.
 * Its id is `parameter-` and the name.
 */
export const make = (parameter: Parameter, text: string): HTMLElement => {
  const { default: usual, example, kind, name, presence } = parameter
  const words = Kind.words(kind)
  const isRequired = presence === "required"
  const own = { id: `parameter-${name}`, name, required: isRequired, title: parameter.text }
  const takesSeveral = kind._tag === "List" || (kind._tag === "Sort" && kind.directed)
  if (words.length > 0 && !takesSeveral) {
    const none = isRequired ? [] : [new Option(usual === undefined ? "any" : `${usual} (default)`, "")]
    const select = element("select", own, ...none, ...words.map((word) => new Option(word)))
    select.value = text || (isRequired ? words[0]! : "")
    return element("div", { className: "control" }, select)
  }
  const field = element("input", {
    ...own,
    title: `${parameter.text} Must be ${Kind.expected(kind, "wire")}.`,
    type: kind._tag === "Date" ? "date" : "text",
    value: text,
    placeholder: (isRequired ? undefined : (usual ?? example)) ?? "",
    autocomplete: "off",
    spellcheck: false,
  })
  const list = element("datalist", { id: `words-${name}` }, ...words.map((word) => new Option(word)))
  if (words.length > 0) field.setAttribute("list", list.id)
  return element(
    "div",
    { className: "control" },
    field,
    ...(words.length > 0 ? [list] : []),
    ...(kind._tag === "Instant" ? [picker(name, field)] : []),
  )
}
