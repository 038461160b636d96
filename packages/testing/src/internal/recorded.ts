/** Exchanges without secrets, and checks that they can be replayed. */
import type * as Headers from "@effect/platform/Headers"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Cassette from "./cassette.js"
import * as ExactJson from "../ExactJson.js"
import { Player } from "./player.js"
import * as Asked from "./requestDifference.js"
import { isSecretHeader, isSecretParameter, type Secrets } from "./secrets.js"

/** Returns path and query without secret parameters, for comparing requests. */
export const comparable = (url: URL): string => {
  // protects: No parameter that holds a secret is in a cassette.
  // mutant: "keeps no key and no cookie, whatever the service repeats and whatever is listed": without .filter(([name])
  // => !isSecretParameter(name))
  const params = [...url.searchParams].filter(([name]) => !isSecretParameter(name))
  const path = url.pathname.replaceAll("%3A", ":")
  return params.length === 0 ? path : `${path}?${new URLSearchParams(params)}`
}

/** An original exchange. */
export interface Happened {
  readonly method: string
  readonly url: URL
  readonly requestHeaders: Headers.Headers
  readonly status: number
  /** Headers of the response. */
  readonly headers: Headers.Headers
  /** Body, decompressed. */
  readonly body: Uint8Array
}

/** Headers to keep in a cassette. */
export interface Listed {
  readonly requestHeaders: ReadonlyArray<string>
  readonly responseHeaders: ReadonlyArray<string>
}

const listed = (headers: Headers.Headers, names: ReadonlyArray<string>, secrets: Secrets): Record<string, string> =>
  Object.fromEntries(
    // protects: No header that holds a secret is in a cassette, though it be listed.
    // mutant: "keeps no key and no cookie, whatever the service repeats and whatever is listed": without &&
    // !isSecretHeader(name)
    Object.entries(headers)
      .filter(([name]) => names.includes(name) && !isSecretHeader(name))
      .map(([name, value]) => [name, secrets.hide(value)]),
  )

/** Removes secrets from each text, key and number of a document. */
const cleanJson = (value: unknown, secrets: Secrets): unknown => {
  if (ExactJson.isNumber(value)) {
    const digits = ExactJson.digits(value)
    const clean = secrets.hide(digits)
    return clean === digits ? value : clean
  }
  if (typeof value === "string") return secrets.hide(value)
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, secrets))
  if (!Predicate.isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [secrets.hide(key), cleanJson(item, secrets)]))
}

/** Whether two links, relative to the same page, lead to the same request. */
const isSameLink = (one: unknown, other: unknown, page: URL): boolean => {
  const [first, second] = [one, other].map((link) =>
    typeof link === "string" && URL.canParse(link, page) ? comparable(new URL(link, page)) : link,
  )
  return first === second
}

/**
 * Returns the path of a link, number or name that is not replayed unchanged. Texts may differ,
 * because secrets are hidden in them.
 */
const changed = (original: unknown, replayed: unknown, page: URL, path = "the body"): string | undefined => {
  if (ExactJson.isNumber(original)) return original === replayed ? undefined : path
  if (path.endsWith(".next_url")) return isSameLink(original, replayed, page) ? undefined : path
  if (!Predicate.isObject(original) || !Predicate.isObject(replayed)) return undefined
  for (const [key, value] of Object.entries(original)) {
    const here = Array.isArray(original) ? `${path}[${key}]` : `${path}.${key}`
    if (!Object.hasOwn(replayed, key)) return here
    const found = changed(value, (replayed as Readonly<Record<string, unknown>>)[key], page, here)
    if (found !== undefined) return found
  }
  return undefined
}

/** Decodes UTF-8; `undefined` for other bytes, which a cassette would not keep unchanged. */
const textOf = Option.liftThrowable((body: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(body))

/** Returns the part of an exchange that a cassette with only this exchange would replay differently. */
const refusal = ({ headers, method, url }: Happened, text: string, exchange: Cassette.RecordedExchange) => {
  const exchanges = Either.getOrThrow(Cassette.read(Cassette.write([exchange])))
  const answer = new Player(exchanges).next(Asked.read(method, comparable(url)))
  if (answer === undefined) return "the URL"
  if (!isSameLink(headers["location"], answer.headers["location"] ?? headers["location"], url)) {
    return "the header location"
  }
  return changed(ExactJson.parse(text), ExactJson.parse(answer.body as string), url)
}

/** Makes the exchange for a cassette, or the reason why it cannot be replayed. */
export const make = (
  happened: Happened,
  secrets: Secrets,
  names: Listed,
): Either.Either<Cassette.RecordedExchange, string> => {
  const { body, headers, method, requestHeaders, status, url } = happened
  const request = `${method} ${secrets.hide(comparable(url))}`
  const text = Option.getOrUndefined(textOf(body))
  if (text === undefined) return Either.left(`${request}: the body of its response is not text in UTF-8`)
  const json = ExactJson.parse(text)
  const exchange: Cassette.RecordedExchange = {
    request: {
      method,
      url: secrets.hide(comparable(url)),
      headers: listed(requestHeaders, names.requestHeaders, secrets),
    },
    response: {
      status,
      headers: listed(headers, names.responseHeaders, secrets),
      ...(json === undefined ? { text: secrets.hide(text) } : { json: cleanJson(json, secrets) }),
    },
  }
  const part = refusal(happened, text, exchange)
  // protects: An exchange that cannot be replayed without the key is not written.
  // mutant: "refuses to write an exchange that cannot be replayed without the key in ": === → !== undefined || part ===
  return part === undefined
    ? Either.right(exchange)
    : Either.left(`${request}: ${secrets.hide(part)} holds a key, and would be another without it`)
}
