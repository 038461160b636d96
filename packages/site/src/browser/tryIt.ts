/**
 * Form of an endpoint's page: sends its request to a sandbox that the reader has started. The key
 * stays in the tab's session storage, and is sent in a header.
 *
 * @module
 */
import * as Control from "@candela/pages/common/Control"
import { element } from "@candela/pages/common/Dom"
import * as Key from "@candela/pages/common/Key"
import * as Texts from "@candela/pages/common/Texts"
import type { CatalogEndpoint, Parameter } from "@candela/pages/common/Catalog"
import * as Answer from "@candela/pages/reference/Answer"
import * as Redacted from "effect/Redacted"

/** Endpoint data for the form: `try/<name>.json`. */
type Tried = Pick<CatalogEndpoint, "name" | "parameters" | "path">

const urlName = "candela.url"
const usual = "http://127.0.0.1:8787"

/** Returns the reason why a text is not the address of a sandbox on this computer: the pages may access no other. */
const refusal = (address: string): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || url.protocol !== "http:") return `The address must begin with http://, as ${usual} does.`
  return ["127.0.0.1", "localhost"].includes(url.hostname)
    ? undefined
    : "This page sends requests only to a sandbox on this computer: 127.0.0.1 or localhost."
}

const labelled = (label: string, control: HTMLElement, note = "") =>
  element("label", { className: "field" }, element("span", {}, label, element("small", {}, note)), control)

const controlOf = (endpoint: Tried, parameter: Parameter) => {
  const control = Control.make(parameter, Texts.example(endpoint as CatalogEndpoint)[parameter.name] ?? "")
  return labelled(parameter.name, control, parameter.presence === "required" ? " required" : "")
}

const inputOf = (properties: Partial<Omit<HTMLInputElement, "style" | "attributes">>) =>
  element("input", { type: "text", autocomplete: "off", spellcheck: false, ...properties })

/** Fills an element with the form of an endpoint. */
export const mount = (into: HTMLElement, endpoint: Tried): void => {
  const address = inputOf({ type: "url", name: "sandbox-url", value: sessionStorage.getItem(urlName) ?? usual })
  const stored = Key.read(window)
  const key = inputOf({
    type: "password",
    name: "sandbox-key",
    value: stored === undefined ? "" : Redacted.value(stored),
    placeholder: Key.byDefault,
  })
  const required = endpoint.parameters.filter(({ presence }) => presence === "required")
  const others = endpoint.parameters.filter(({ presence }) => presence !== "required")
  const form = element(
    "form",
    { className: "parameters" },
    ...required.map((parameter) => controlOf(endpoint, parameter)),
    ...(others.length === 0
      ? []
      : [
          element(
            "details",
            {},
            element("summary", {}, `${others.length} more ${others.length === 1 ? "parameter" : "parameters"}`),
            element("div", { className: "fields" }, ...others.map((parameter) => controlOf(endpoint, parameter))),
          ),
        ]),
    element("button", { className: "send" }, "Send the request"),
  )
  const answer = element("div", { className: "answer", attributes: { "aria-live": "polite" } })
  const complain = (words: string) => answer.replaceChildren(element("p", { className: "refused" }, words))

  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const base = address.value.trim()
    const words = refusal(base)
    if (words !== undefined) return complain(words)
    const text = key.value.trim() || Key.byDefault
    if (!Key.isValid(text)) return complain("A key has no blanks and no letters beyond ASCII.")
    sessionStorage.setItem(urlName, base)
    Key.keep(window, text)
    const url = new URL(base).origin + Texts.target(endpoint as CatalogEndpoint, Texts.ofForm(form))
    void Answer.request(
      url,
      answer,
      () => key.focus(),
      `Does the sandbox run, and does it allow this page? Start it with --cors ${location.origin}.`,
    )
  })
  into.replaceChildren(
    element(
      "p",
      {},
      "Start a sandbox that accepts requests of this page, and send the request to it. Nothing leaves your computer.",
    ),
    element("pre", { className: "start", tabIndex: 0 }, `npx candela-sandbox --cors ${location.origin}`),
    element("div", { className: "fields" }, labelled("Sandbox", address), labelled("Key", key)),
    form,
    answer,
  )
}
