/**
 * Code to read and to copy.
 *
 * @module
 */
import { element } from "./Dom.js"

/** A block of code under a name, which can be scrolled with the keyboard. */
export const block = (name: string, text: string): HTMLPreElement =>
  element("pre", { className: "code", tabIndex: 0, attributes: { role: "region", "aria-label": name } }, text)

/** A button that copies the text of a block. Where the browser forbids it, the text is selected instead. */
export const copyButton = (label: string, code: HTMLElement): HTMLButtonElement => {
  const button = element("button", { type: "button" }, label)
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(code.textContent ?? "").then(
      () => (button.textContent = "Copied"),
      () => {
        getSelection()?.selectAllChildren(code)
        button.textContent = "Selected"
      },
    )
  })
  return button
}
