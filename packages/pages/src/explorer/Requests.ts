/**
 * The requests behind what is shown, to copy: as a command of the shell and as a program.
 *
 * @module
 */
import * as Either from "effect/Either"
import type { Call } from "./Catalog.js"
import { byId, element } from "./Dom.js"
import * as RequestText from "./RequestText.js"

/** Copies a text; where the browser forbids it, the text is selected instead. */
const copy = async (code: HTMLElement, button: HTMLButtonElement) => {
  try {
    await navigator.clipboard.writeText(code.textContent ?? "")
    button.textContent = "Copied"
  } catch {
    getSelection()?.selectAllChildren(code)
    button.textContent = "Selected"
  }
}

const block = (title: string, text: string) => {
  const code = element("code", {}, text)
  const button = element("button", { className: "quiet", type: "button" }, "Copy")
  button.setAttribute("aria-label", `Copy: ${title}`)
  button.addEventListener("click", () => void copy(code, button))
  return element(
    "section",
    { className: title.split(" ")[0]! },
    element("div", { className: "bar" }, element("h3", {}, title), button),
    element("pre", { tabIndex: 0, attributes: { role: "region", "aria-label": title } }, code),
  )
}

const blocks = (call: Call): ReadonlyArray<HTMLElement> => {
  const program = block("Effect program", RequestText.program(location.origin, call))
  return Either.match(RequestText.path(call), {
    onLeft: () => [program],
    onRight: (path) => [block("curl", RequestText.curl(location.origin, path)), program],
  })
}

/** Shows the requests, one at a time. */
export const show = (calls: ReadonlyArray<Call>): void => {
  const panel = byId("requests")
  const texts = element("div", { className: "texts" })
  const names = calls.map(({ entry }) => entry.endpoint.name)
  const select = element(
    "select",
    { attributes: { "aria-label": "Request" } },
    ...names.map((name) => new Option(name)),
  )
  const chosen = () => texts.replaceChildren(...blocks(calls[select.selectedIndex]!))
  select.addEventListener("change", chosen)
  chosen()
  const title = element("h2", {}, "Request")
  panel.replaceChildren(
    element("div", { className: "bar" }, title, calls.length > 1 ? select : element("code", {}, names[0]!)),
    texts,
  )
  panel.hidden = false
}
