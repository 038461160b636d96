/**
 * The page `/reference`: every endpoint of the sandbox's OpenAPI document, each with a form that makes its request.
 *
 * @module
 */
import { byId, element } from "./common/Dom.js"
import * as Key from "./common/Key.js"
import * as Skip from "./common/Skip.js"
import * as Theme from "./common/Theme.js"
import * as Endpoint from "./reference/Endpoint.js"
import * as EndpointView from "./reference/EndpointView.js"
import * as ExactJson from "./reference/ExactJson.js"
import * as KeyForm from "./reference/KeyForm.js"
import * as Navigation from "./reference/Navigation.js"
import type { Document } from "./reference/OpenApi.js"
import * as Prose from "./reference/Prose.js"
import * as TryIt from "./reference/TryIt.js"

const content = byId("content")
const index = byId<HTMLDetailsElement>("index")
const filter = byId<HTMLInputElement>("filter")
const list = byId("endpoints")
const narrow = matchMedia("(max-width: 900px)")

const overview = ({ info, tags = [] }: Document): ReadonlyArray<HTMLElement> => [
  element("h2", { tabIndex: -1 }, info.title),
  ...Prose.blocks(info.description ?? ""),
  element(
    "p",
    {},
    "The whole document, OpenAPI 3.1: ",
    element("a", { href: "/openapi.json" }, "/openapi.json"),
    ". Choose an endpoint to read about it and to try it.",
  ),
  element(
    "dl",
    { className: "domains" },
    ...tags.flatMap(({ description = "", name }) => [
      element("dt", {}, name),
      element("dd", {}, ...Prose.inline(description)),
    ]),
  ),
]

/** Shows what the address says: an endpoint, or the overview. */
const show = (api: Document, endpoints: ReadonlyArray<Endpoint.Endpoint>): void => {
  const chosen = endpoints.find((endpoint) => Navigation.addressOf(endpoint) === location.hash)
  document.title = `${chosen?.id ?? "Reference"} · Candela sandbox`
  content.replaceChildren(
    ...(chosen === undefined
      ? overview(api)
      : [...EndpointView.introduction(chosen), TryIt.view(chosen), ...EndpointView.answer(chosen)]),
  )
  Navigation.mark(list, chosen)
  if (narrow.matches) index.open = chosen === undefined
}

const start = async () => {
  const response = await fetch("/openapi.json")
  if (!response.ok) throw new Error(`/openapi.json: ${response.status} ${response.statusText}`)
  const api = ExactJson.parse(await response.text()) as Document
  const endpoints = Endpoint.all(api)
  Navigation.fill(list, filter, byId("none"), endpoints)
  show(api, endpoints)
  addEventListener("hashchange", () => {
    show(api, endpoints)
    scrollTo(0, 0)
    content.querySelector<HTMLElement>("h2")?.focus()
  })
}

addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches("input, select, textarea")
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  index.open = true
  filter.focus()
})

Key.take(window)
Theme.start(() => {})
Skip.start()
KeyForm.attach(byId<HTMLFormElement>("key"))
void start()
  .catch((error: unknown) => {
    content.replaceChildren(
      element("p", { className: "notice error" }, `The document cannot be shown. ${String(error)}`),
    )
  })
  .finally(() => byId("main").removeAttribute("aria-busy"))
