/**
 * List of endpoints by service, with a search field.
 *
 * @module
 */
import * as Search from "@candela/catalog/Search"
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
  const endpoints = services.flatMap(({ endpoints }) => endpoints)
  const search = Search.make(endpoints)

  const linkTo = (endpoint: CatalogEndpoint, text: string) => {
    const link = element("a", { href: hrefOf(endpoint), title: endpoint.summary }, text)
    link.append(element("span", { className: "path" }, endpoint.path))
    link.addEventListener("click", () => (index.open = !narrow.matches))
    return link
  }
  const item = (endpoint: CatalogEndpoint) => {
    const link = linkTo(endpoint, endpoint.method)
    links.set(endpoint.name, link)
    return element("li", {}, link)
  }
  const sections = services.map(({ className, endpoints }) =>
    element("section", {}, element("h2", {}, className), element("ul", {}, ...endpoints.map(item))),
  )
  const found = element("ul", { hidden: true })
  const none = element("p", { className: "label", hidden: true }, "No endpoint is found for these words.")
  const filter = element("input", {
    id: "filter",
    type: "search",
    placeholder: "Find an endpoint",
    autocomplete: "off",
    attributes: { "aria-label": "Find an endpoint", "aria-keyshortcuts": "/" },
  })
  filter.addEventListener("input", () => {
    const written = filter.value.trim().toLowerCase()
    // A part of a name or of a path is no word.
    const literal = endpoints.filter(({ name, path }) => `${name} ${path}`.toLowerCase().includes(written))
    const all = written === "" ? [] : [...new Set([...literal, ...search(filter.value)])]
    found.replaceChildren(...all.map((endpoint) => element("li", {}, linkTo(endpoint, endpoint.name))))
    found.hidden = all.length === 0
    for (const section of sections) section.hidden = written !== ""
    none.hidden = written === "" || all.length > 0
  })
  index.append(filter, found, ...sections, none)

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
