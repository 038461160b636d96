/**
 * Sends a request of the page and shows its answer: status, time, size, headers, body, and a button for the next page.
 *
 * @module
 */
import * as Redacted from "effect/Redacted"
import { element } from "../common/Dom.js"
import * as Key from "../common/Key.js"
import * as Code from "../common/Code.js"
import * as ExactJson from "./ExactJson.js"

/** Maximum number of shown characters of a body. */
const mostCharacters = 20_000

const headersOfInterest = ["content-type", "x-request-id", "retry-after"]

interface Answered {
  readonly response: Response
  readonly text: string
  readonly millis: number
}

const send = async (url: string): Promise<Answered> => {
  const key = Key.read(window)
  // oxlint-disable-next-line eslint/no-restricted-properties -- the time of a real request, which no test clock drives
  const started = performance.now()
  const response = await fetch(url, {
    headers: key === undefined ? {} : { authorization: `Bearer ${Redacted.value(key)}` },
    cache: "no-store",
  })
  const text = await response.text()
  // oxlint-disable-next-line eslint/no-restricted-properties -- see above
  return { response, text, millis: performance.now() - started }
}

const read = (text: string): unknown => {
  try {
    return ExactJson.parse(text)
  } catch {
    return undefined
  }
}

const nextOf = (value: unknown): string | undefined => {
  const next = (value as { readonly next_url?: unknown } | null | undefined)?.next_url
  return typeof next === "string" ? next : undefined
}

const show = (
  into: HTMLElement,
  { millis, response, text }: Answered,
  onUnauthorized: () => void,
  advice: string,
): void => {
  const value = read(text)
  const body = value === undefined ? text : ExactJson.format(value)
  const headers = headersOfInterest.flatMap((name) => {
    const header = response.headers.get(name)
    return header === null ? [] : [element("dt", {}, name), element("dd", {}, header)]
  })
  const next = nextOf(value)
  const more = element("button", { type: "button" }, "Next page")
  more.addEventListener("click", () => void request(next!, into, onUnauthorized, advice))
  into.replaceChildren(
    element(
      "p",
      { className: response.ok ? "status" : "status refused" },
      element("strong", {}, `${response.status} ${response.statusText}`),
      ` in ${Math.round(millis)} ms, ${text.length.toLocaleString("en-US")} characters`,
    ),
    element("dl", {}, ...headers),
    Code.block("The body of the response", "json", body.slice(0, mostCharacters)).whole,
    ...(body.length > mostCharacters
      ? [element("p", { className: "label" }, `The first ${mostCharacters} characters are shown.`)]
      : []),
    ...(next === undefined ? [] : [more]),
  )
  if (response.status === 401) onUnauthorized()
}

/**
 * Sends a request with the key of the tab, and shows the answer. Without a key it is sent
 * nevertheless: the service reports what is missing.
 *
 * @param advice - Advice shown if there is no answer.
 */
export const request = async (
  url: string,
  into: HTMLElement,
  onUnauthorized: () => void,
  advice = "Does the sandbox still run?",
): Promise<void> => {
  into.replaceChildren(element("p", { className: "status" }, "Waiting for the response …"))
  try {
    show(into, await send(url), onUnauthorized, advice)
  } catch (error) {
    into.replaceChildren(element("p", { className: "notice error" }, `No response: ${String(error)}. ${advice}`))
  }
}
