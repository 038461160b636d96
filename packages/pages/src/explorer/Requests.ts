/**
 * Requests of the shown data, for copying: as shell commands and as a program.
 *
 * @module
 */
import { argumentsOf } from "@candela/catalog/CommandLine"
import * as Either from "effect/Either"
import * as Code from "../common/Code.js"
import { command } from "../common/Command.js"
import { curl } from "../common/Curl.js"
import { byId, element } from "../common/Dom.js"
import * as Program from "../common/Program.js"
import * as Call from "./Call.js"

const blocks = (call: Call.Call): ReadonlyArray<HTMLElement> => {
  const { endpoint, request, use } = call
  const text = Program.program(location.origin, endpoint.name, request, use)
  const program = Code.block("Effect program", "typescript", text).whole
  const line = command(location.origin, endpoint.name, argumentsOf(endpoint), request)
  return Either.match(Call.path(call), {
    onLeft: () => [program],
    onRight: (path) => [
      Code.block("curl", "shell", curl(location.origin + path)).whole,
      Code.block("Command", "shell", line).whole,
      program,
    ],
  })
}

/** Shows the requests, one at a time. */
export const show = (calls: ReadonlyArray<Call.Call>): void => {
  const panel = byId("requests")
  const texts = element("div", { className: "texts" })
  const names = calls.map(({ endpoint, purpose }) => [endpoint.name, ...(purpose ? [purpose] : [])].join(", "))
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
