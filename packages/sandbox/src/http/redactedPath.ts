import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Redaction from "@candela/core/internal/Redaction"
import { Redacted } from "effect"

/** Names of keys, in a query and wherever a key may be put by mistake. */
const keyName = /api[^]{0,3}key/i

/**
 * Maximum number of keys: a request has one, or two where header and query differ. With more it is
 * hidden, not searched: each key costs a search.
 */
const mostKeys = 4

/** All keys in a request's header and query, valid or not. */
const keysOf = (authorization: string | undefined, query: URLSearchParams): ReadonlyArray<string> => {
  const named = [...query].flatMap(([name, value]) => (keyName.test(name) ? [value] : []))
  return [...new Set([authorization?.replace(/^Bearer +/i, "") ?? "", ...named])]
}

/** Rounds of percent-decoding of a text. Any number of encodings of one percent sign counts once. */
// protects: The log of requests takes time in proportion to a request, whatever it holds.
// mutant: "is looked for in time that is in proportion to the request": 3 → 9_999
const mostDecodings = 3

/** Whether a text contains the name of a key, in any percent-encoding. */
const holdsName = (text: string): boolean => {
  let decoded = text
  for (let count = 0; count < mostDecodings && decoded.includes("%"); count++) {
    decoded = decoded.replace(/%(?:25)*([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)))
  }
  return keyName.test(text) || keyName.test(decoded)
}

/**
 * Path of a request for a log, with the query parameters that the endpoint declares. A path that may hold a key
 * is `/...`, and a parameter that may hold one is left out. The time is proportional to the request's length.
 */
export const redactedPath = (
  authorization: string | undefined,
  { pathname, searchParams }: URL,
  endpoint: Endpoint.Any | undefined,
): string => {
  const keys = keysOf(authorization, searchParams)
  if (keys.length > mostKeys) return "/..."
  // Form encoding writes a space as a plus sign.
  const written = keys.flatMap((key) => (key.includes(" ") ? [key, key.replaceAll(" ", "+")] : [key]))
  const redaction = Redaction.make(...written.map((key) => Redacted.make(key)))
  // protects: No key is in the log of requests.
  // mutant: "is in no line: not its first or last 16 characters": without || redaction.isIn(text)
  const holdsKey = (text: string) => holdsName(text) || redaction.isIn(text)

  const isDeclared = (name: string) =>
    endpoint !== undefined && (name === "cursor" || Object.hasOwn(endpoint.wireParams, name))
  const declared = [...searchParams].flatMap(([name, value]) =>
    isDeclared(name) ? [new URLSearchParams({ [name]: value }).toString()] : [],
  )
  const write = (path: string, parameters: ReadonlyArray<string>) =>
    parameters.length === 0 ? path : `${path}?${parameters.join("&")}`
  const whole = write(pathname, declared)
  if (!holdsKey(whole)) return whole

  const path = holdsKey(pathname) ? "/..." : pathname
  const parts = write(
    path,
    declared.filter((parameter) => !holdsKey(parameter)),
  )
  // A key may span two parts.
  return holdsKey(parts) ? "/..." : parts
}
