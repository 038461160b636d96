/**
 * Page `/reference`: every endpoint of the catalogue, with a form for its request.
 *
 * @module
 */
import * as Redacted from "effect/Redacted"
import * as Catalog from "./common/Catalog.js"
import { byId, element } from "./common/Dom.js"
import * as Key from "./common/Key.js"
import * as KeyForm from "./common/KeyForm.js"
import * as Navigation from "./common/Navigation.js"
import * as Skip from "./common/Skip.js"
import * as Theme from "./common/Theme.js"
import * as EndpointView from "./reference/EndpointView.js"
import * as ExactJson from "./reference/ExactJson.js"
import * as RequestForm from "./reference/RequestForm.js"
import { inline } from "./reference/Table.js"

const overview = (services: ReadonlyArray<Catalog.Service>): ReadonlyArray<HTMLElement> => [
  element("h2", { tabIndex: -1 }, "Reference"),
  element(
    "p",
    {},
    "All endpoints of the sandbox: symbols and names are real, every price, volume and other figure is synthetic. ",
    "Choose an endpoint to read about it and to try it. The OpenAPI document of the sandbox is at ",
    element("a", { href: "/openapi.json" }, "/openapi.json"),
    ".",
  ),
  element(
    "dl",
    { className: "services" },
    ...services.flatMap(({ className, text }) => [element("dt", {}, className), element("dd", {}, ...inline(text))]),
  ),
]

const start = async () => {
  const keyForm = KeyForm.make(() => {})
  const { errors, services } = ExactJson.parse(await Catalog.load()) as Catalog.Catalog
  const endpoints = services.flatMap(({ endpoints }) => endpoints)
  const mark = Navigation.make(services, ({ name }) => `#${name}`)
  const askForKey = () => {
    const key = Key.read(window)
    const why = key === undefined ? "The request needs a key." : "The key is not known."
    keyForm.ask({ why, refused: key && Redacted.value(key) })
  }
  /** Shows the endpoint in the address, or the overview. */
  const show = () => {
    const chosen = endpoints.find(({ name }) => `#${name}` === location.hash)
    document.title = `${chosen?.name ?? "Reference"} · Candela sandbox`
    byId("content").replaceChildren(
      ...(chosen === undefined
        ? overview(services)
        : [
            ...EndpointView.introduction(chosen),
            RequestForm.view(chosen, askForKey),
            ...EndpointView.answer(
              chosen,
              chosen.errors.map((name) => errors[name]!),
            ),
          ]),
    )
    mark(chosen?.name)
  }
  show()
  addEventListener("hashchange", () => {
    show()
    scrollTo(0, 0)
    byId("content").querySelector<HTMLElement>("h2")?.focus()
  })
}

addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches("input, select, textarea")
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  byId<HTMLDetailsElement>("index").open = true
  document.getElementById("filter")?.focus()
})

Key.take(window)
Theme.start(() => {})
Skip.start()
void start()
  .catch((error: unknown) => {
    byId("content").replaceChildren(
      element("p", { className: "notice error" }, `The endpoints cannot be shown. ${String(error)}`),
    )
  })
  .finally(() => byId("main").removeAttribute("aria-busy"))
