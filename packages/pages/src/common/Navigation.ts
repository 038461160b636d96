/**
 * List of endpoints by service, with a filter field.
 *
 * @module
 */
import type { CatalogEndpoint, Service } from "./Catalog.js"
import { byId, element } from "./Dom.js"

/** Whether a window is so narrow that the endpoints are collapsed. */
export const narrow: MediaQueryList = matchMedia("(max-width: 900px)")

/** Fills the page's index of endpoints. Returns a function that marks the shown one. */
export const make = (
  services: ReadonlyArray<Service>,
  hrefOf: (endpoint: CatalogEndpoint) => string,
): ((shown: string | undefined) => void) => {
  const index = byId<HTMLDetailsElement>("index")
  const links = new Map<string, HTMLAnchorElement>()
  const items: Array<readonly [item: HTMLElement, words: string]> = []

  const item = (endpoint: CatalogEndpoint) => {
    const { method, name, path, summary } = endpoint
    const link = element("a", { href: hrefOf(endpoint), title: summary }, method)
    link.append(element("span", { className: "path" }, path))
    link.addEventListener("click", () => (index.open = !narrow.matches))
    links.set(name, link)
    const item = element("li", {}, link)
    items.push([item, `${name} ${path} ${summary}`.toLowerCase()])
    return item
  }
  const sections = services.map(({ className, endpoints }) =>
    element("section", {}, element("h2", {}, className), element("ul", {}, ...endpoints.map(item))),
  )
  const none = element("p", { className: "label", hidden: true }, "No endpoint has these words.")
  const filter = element("input", {
    id: "filter",
    type: "search",
    placeholder: "Find an endpoint",
    autocomplete: "off",
    attributes: { "aria-label": "Find an endpoint", "aria-keyshortcuts": "/" },
  })
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/)
    for (const [item, text] of items) item.hidden = !words.every((word) => text.includes(word))
    for (const section of sections) section.hidden = section.querySelector("li:not([hidden])") === null
    none.hidden = sections.some((section) => !section.hidden)
  })
  index.append(filter, ...sections, none)

  return (shown) => {
    for (const [name, link] of links) {
      if (name === shown) link.setAttribute("aria-current", "page")
      else link.removeAttribute("aria-current")
    }
    index.open = !narrow.matches || shown === undefined
    const link = links.get(shown ?? "")
    if (link !== undefined) reveal(index.parentElement!, link)
  }
}

/** Scrolls only an element; `scrollIntoView` would scroll the page too. */
const reveal = (scrolled: HTMLElement, shown: HTMLElement): void => {
  const frame = scrolled.getBoundingClientRect()
  const { bottom, top } = shown.getBoundingClientRect()
  if (top < frame.top || bottom > Math.min(frame.bottom, innerHeight))
    scrolled.scrollTop += top - frame.top - frame.height / 2
}
