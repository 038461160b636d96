/**
 * Text field that offers search results for its text, following the WAI-ARIA combobox pattern.
 *
 * @module
 */
import { element } from "../common/Dom.js"
import type { Found } from "./Search.js"

/** Combobox of search results. */
export interface Combobox {
  readonly offer: (found: ReadonlyArray<Found>) => void
  readonly say: (words: string) => void
  readonly close: () => void
}

/** Turns a field and its list into a combobox. */
export const make = (
  input: HTMLInputElement,
  list: HTMLElement,
  labels: Readonly<Record<Found["market"], string>>,
  onChosen: (chosen: { readonly ticker: string; readonly market?: Found["market"] }) => void,
): Combobox => {
  let options: ReadonlyArray<HTMLElement> = []
  let offered: ReadonlyArray<Found> = []
  let active = -1
  /** Whether the options match the text, and whether to choose the first one as soon as they do. */
  let isCurrent = false
  let isAwaited = false

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
  const choose = (found: Found | undefined) => {
    const chosen = found ?? { ticker: input.value.trim() }
    open(false)
    isAwaited = false
    if (chosen.ticker === "") return
    input.value = ""
    input.blur()
    onChosen(chosen)
  }
  const offer = (found: ReadonlyArray<Found>) => {
    offered = found
    isCurrent = true
    if (isAwaited) choose(found[0])
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
        if (active < 0 && input.value.trim() === "") return
        if (isCurrent || active >= 0) return choose(offered[Math.max(active, 0)])
        isAwaited = true
      }
    }
  })
  input.addEventListener("input", () => {
    isCurrent = isAwaited = false
    activate(-1)
  })
  input.addEventListener("blur", () => {
    open(false)
    isAwaited = false
  })

  return {
    offer: (found) => {
      options = found.map((one, index) =>
        element(
          "li",
          {
            id: `found-${index}`,
            // The field keeps the focus.
            onmousedown: (event) => event.preventDefault(),
            onclick: () => choose(one),
            attributes: { role: "option", "aria-selected": "false" },
          },
          element("b", {}, one.ticker),
          element("span", {}, one.name),
          element("i", {}, labels[one.market]),
        ),
      )
      list.replaceChildren(...options)
      // A late answer keeps the option that the user has moved to meanwhile.
      const gone = offered[active]
      activate(found.findIndex(({ market, ticker }) => market === gone?.market && ticker === gone.ticker))
      open(options.length > 0 && document.activeElement === input)
      offer(found)
    },
    say: (words) => {
      options = []
      list.replaceChildren(
        element("li", { className: "words", attributes: { role: "option", "aria-disabled": "true" } }, words),
      )
      open(document.activeElement === input)
      offer([])
    },
    close: () => open(false),
  }
}
