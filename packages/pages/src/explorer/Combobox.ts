/**
 * A text field that offers what was found for its text, as the pattern of WAI-ARIA says.
 *
 * @module
 */
import { element } from "../common/Dom.js"
import type { Found } from "./Search.js"

/** Offers what was found. */
export interface Combobox {
  readonly offer: (found: ReadonlyArray<Found>) => void
  readonly say: (words: string) => void
  readonly close: () => void
}

/** Makes a field and its list a combobox. */
export const make = (input: HTMLInputElement, list: HTMLElement, onChosen: (ticker: string) => void): Combobox => {
  let options: ReadonlyArray<HTMLElement> = []
  let active = -1

  const open = (isOpen: boolean) => {
    list.hidden = !isOpen
    input.setAttribute("aria-expanded", String(isOpen))
    if (!isOpen) activate(-1)
  }
  const activate = (index: number) => {
    active = index
    for (const [at, option] of options.entries()) option.setAttribute("aria-selected", String(at === index))
    const option = options[index]
    input.setAttribute("aria-activedescendant", option?.id ?? "")
    option?.scrollIntoView({ block: "nearest" })
  }
  const choose = (ticker: string) => {
    open(false)
    input.value = ""
    input.blur()
    onChosen(ticker)
  }
  const move = (by: number) => {
    open(options.length > 0)
    activate(options.length === 0 ? -1 : (active + by + options.length) % options.length)
  }

  input.addEventListener("keydown", (event) => {
    switch (event.key) {
      case "ArrowDown":
        event.preventDefault()
        return move(1)
      case "ArrowUp":
        event.preventDefault()
        return move(active < 0 ? 0 : -1)
      case "Escape":
        return list.hidden ? input.blur() : open(false)
      case "Enter": {
        event.preventDefault()
        const ticker = options[Math.max(active, 0)]?.dataset["ticker"] ?? input.value.trim()
        return ticker === "" ? undefined : choose(ticker)
      }
    }
  })
  input.addEventListener("blur", () => open(false))

  return {
    offer: (found) => {
      options = found.map(({ name, ticker }, index) =>
        element(
          "li",
          {
            id: `found-${index}`,
            // The field keeps the focus.
            onmousedown: (event) => event.preventDefault(),
            onclick: () => choose(ticker),
            attributes: { role: "option", "aria-selected": "false", "data-ticker": ticker },
          },
          element("b", {}, ticker),
          element("span", {}, name),
        ),
      )
      list.replaceChildren(...options)
      activate(-1)
      open(options.length > 0 && document.activeElement === input)
    },
    say: (words) => {
      options = []
      list.replaceChildren(
        element("li", { className: "words", attributes: { role: "option", "aria-disabled": "true" } }, words),
      )
      open(document.activeElement === input)
    },
    close: () => open(false),
  }
}
