/**
 * The key of the tab, in the page's header: entered, and forgotten.
 *
 * @module
 */
import * as Key from "../common/Key.js"

/** Brings the form to life: it shows whether the tab has a key, and never which. */
export const attach = (form: HTMLFormElement): void => {
  const state = form.querySelector<HTMLElement>("#key-state")!
  const input = form.querySelector<HTMLInputElement>("#key-text")!
  const use = form.querySelector<HTMLButtonElement>("#key-use")!
  const forget = form.querySelector<HTMLButtonElement>("#key-forget")!

  const update = () => {
    const isKnown = Key.read(window) !== undefined
    state.textContent = isKnown ? "Key kept for this tab" : ""
    input.hidden = use.hidden = isKnown
    forget.hidden = !isKnown
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const key = input.value.trim()
    if (!Key.isValid(key)) {
      state.textContent = "A key has no blanks and no letters beyond ASCII."
      return
    }
    Key.keep(window, key)
    input.value = ""
    update()
    forget.focus()
  })
  forget.addEventListener("click", () => {
    Key.forget(window)
    update()
    input.focus()
  })
  update()
}
