/**
 * The endpoints by domain, with a field that narrows them.
 *
 * @module
 */
import { element } from "../common/Dom.js"
import type { Endpoint } from "./Endpoint.js"

/** The address of an endpoint's part of the page. */
export const addressOf = ({ id }: Endpoint): string => `#${encodeURIComponent(id)}`

const link = (endpoint: Endpoint) => {
  const { id, path, summary } = endpoint
  const name = id.slice(id.indexOf(".") + 1)
  return element(
    "li",
    { attributes: { "data-search": `${id} ${path} ${summary}`.toLowerCase() } },
    element("a", { href: addressOf(endpoint), title: summary }, name, element("span", { className: "path" }, path)),
  )
}

const domainList = (domain: string, endpoints: ReadonlyArray<Endpoint>) =>
  element("section", {}, element("h2", {}, domain), element("ul", {}, ...endpoints.map(link)))

/** Fills the navigation: `input` narrows what `list` holds, `none` is shown when nothing is left. */
export const fill = (
  list: HTMLElement,
  input: HTMLInputElement,
  none: HTMLElement,
  endpoints: ReadonlyArray<Endpoint>,
) => {
  const domains = [...new Set(endpoints.map(({ domain }) => domain))]
  list.replaceChildren(
    ...domains.map((domain) =>
      domainList(
        domain,
        endpoints.filter((endpoint) => endpoint.domain === domain),
      ),
    ),
  )
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/)
    for (const item of list.querySelectorAll("li")) {
      item.hidden = !words.every((word) => item.dataset["search"]!.includes(word))
    }
    for (const section of list.querySelectorAll("section"))
      section.hidden = section.querySelector("li:not([hidden])") === null
    none.hidden = list.querySelector("li:not([hidden])") !== null
  })
}

/** Marks the link of the endpoint that is shown, and scrolls the navigation to it where it is out of sight. */
export const mark = (list: HTMLElement, endpoint: Endpoint | undefined): void => {
  const address = endpoint && addressOf(endpoint)
  for (const link of list.querySelectorAll("a")) {
    const isShown = link.getAttribute("href") === address
    if (isShown) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
    if (isShown) reveal(list.closest("nav")!, link)
  }
}

/** Scrolls an element alone, where `scrollIntoView` scrolls the page too. */
const reveal = (scrolled: HTMLElement, shown: HTMLElement): void => {
  const frame = scrolled.getBoundingClientRect()
  const { bottom, top } = shown.getBoundingClientRect()
  if (top < frame.top || bottom > Math.min(frame.bottom, innerHeight))
    scrolled.scrollTop += top - frame.top - frame.height / 2
}
