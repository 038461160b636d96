import type * as Endpoint from "@candela/core/Endpoint"

/** What a key is called, in a query and wherever one may have come by mistake. */
const keyName = /api[^]{0,3}key/i

/** Shorter parts of a key tell nothing, and are found everywhere. */
const shortestPart = 6

const partsOf = (key: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(0, key.length - shortestPart + 1) }, (_, at) => key.slice(at, at + shortestPart))

/** Every part of every key that a request holds, good or bad, where keys belong. */
const keyParts = (authorization: string | undefined, query: URLSearchParams): ReadonlyArray<string> => {
  const named = [...query].flatMap(([name, value]) => (keyName.test(name) ? [value] : []))
  return [authorization?.replace(/^Bearer +/i, "") ?? "", ...named].flatMap(partsOf)
}

const decodeOnce = (text: string): string =>
  text
    .replaceAll("+", " ")
    .replace(/(%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString())

/** The text, and what it becomes when its percent-encoding is taken off, once and again: one may stand in another. */
const decodings = (text: string): ReadonlyArray<string> => {
  const decoded = decodeOnce(text)
  return decoded === text ? [text] : [text, ...decodings(decoded)]
}

/**
 * The path of a request with the parameters of its query that the endpoint declares, for a log. A path that may hold a key is `/...`, and a parameter that
 * may hold one is left out.
 */
export const redactedPath = (
  authorization: string | undefined,
  { pathname, searchParams }: URL,
  endpoint: Endpoint.Any | undefined,
): string => {
  const parts = keyParts(authorization, searchParams)
  const holdsKey = (text: string) =>
    decodings(text).some((text) => keyName.test(text) || parts.some((part) => text.includes(part)))

  const isDeclared = (name: string) =>
    endpoint !== undefined && (name === "cursor" || Object.hasOwn(endpoint.wireParams, name))
  const declared = [...searchParams].flatMap(([name, value]) =>
    isDeclared(name) ? [new URLSearchParams({ [name]: value }).toString()] : [],
  )
  const whole = declared.length === 0 ? pathname : `${pathname}?${declared.join("&")}`
  if (!holdsKey(whole)) return whole

  let kept = holdsKey(pathname) ? "/..." : pathname
  let separator = "?"
  for (const parameter of declared) {
    if (holdsKey(kept + separator + parameter)) continue
    kept += separator + parameter
    separator = "&"
  }
  return kept
}
