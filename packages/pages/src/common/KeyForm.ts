/**
 * Form for the key, below the header of a page, and the button that opens it. It never shows a valid key.
 *
 * @module
 */
import { byId, element } from "./Dom.js"
import * as Key from "./Key.js"

/** Options of asking. */
export interface Question {
  /** Whether the form can be cancelled. Default true. */
  readonly canBeCancelled?: boolean
  /** Refused key, which stays in the field. */
  readonly refused?: string | undefined
  /** Reason for asking. */
  readonly why?: string
}

/** Form for the key. */
export interface KeyForm {
  /** Asks for a key. */
  readonly ask: (question?: Question) => void
  /** Hides the form. */
  readonly close: () => void
}

/** Adds the form to the page. `onChanged` is called when a key is entered or removed. */
export const make = (onChanged: () => void): KeyForm => {
  const open = byId<HTMLButtonElement>("change-key")
  const field = element("input", {
    id: "key",
    type: "password",
    autocomplete: "off",
    spellcheck: false,
    required: true,
    attributes: { "aria-describedby": "key-error key-hint" },
  })
  const error = element("p", { id: "key-error", attributes: { role: "alert" } })
  const button = (text: string, onclick: () => void) => element("button", { type: "button", onclick }, text)

  const close = () => {
    form.hidden = true
    open.hidden = false
    open.textContent = Key.read(window) === undefined ? "Enter a key" : "Change key"
  }
  const use = (key: string) => {
    Key.keep(window, key)
    close()
    onChanged()
  }
  const cancel = button("Cancel", () => {
    close()
    open.focus()
  })
  const forget = button("Forget the key", () => {
    Key.forget(window)
    close()
    onChanged()
  })
  const form = element(
    "form",
    { id: "key-form", className: "panel", hidden: true, ariaLabel: "Your key" },
    element("h2", {}, "Your key"),
    element(
      "p",
      { id: "key-hint" },
      "The sandbox printed its keys when it started. The key stays in this tab, and is sent in a header only.",
    ),
    element(
      "div",
      { className: "actions" },
      element("label", { className: "visually-hidden", htmlFor: field.id }, "Key"),
      field,
      element("button", { className: "primary" }, "Use this key"),
    ),
    error,
    element(
      "div",
      { className: "actions" },
      button(`Use the default key, ${Key.byDefault}`, () => use(Key.byDefault)),
      forget,
      cancel,
    ),
  )
  const ask = ({ canBeCancelled = true, refused = "", why = "" }: Question = {}) => {
    open.hidden = true
    form.hidden = false
    cancel.hidden = !canBeCancelled
    forget.hidden = Key.read(window) === undefined
    field.value = refused
    error.textContent = why
    field.focus()
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const key = field.value.trim()
    if (Key.isValid(key)) use(key)
    else error.textContent = "A key has no blanks and no letters beyond ASCII."
  })
  open.addEventListener("click", () => ask())
  document.querySelector("header")!.after(form)
  close()
  return { ask, close }
}
