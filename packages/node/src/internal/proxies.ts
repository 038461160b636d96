/** The proxy on the way to each URL, as the environment names it. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"

/** A proxy. Its user and password are in `authorization` alone, which is in no text. */
export interface Proxy {
  readonly isSecure: boolean
  readonly hostname: string
  readonly port: number
  /** Value of `proxy-authorization`. */
  readonly authorization: Redacted.Redacted | undefined
  /** Host, port and variable, for messages: `the proxy proxy.test:3128, set by HTTPS_PROXY`. */
  readonly name: string
}

/** A request failed because of the proxy on its way. The client's errors show the message. */
export class ProxyError extends Error {
  override readonly name = "ProxyError"
}

/** Error of a connection to a proxy, or through a proxy that reads the requests. */
export const lost = ({ name }: Proxy, cause: Error & { readonly code?: unknown }): ProxyError =>
  new ProxyError(`${name}: ${typeof cause.code === "string" ? cause.code : cause.message}`)

/**
 * Whether an answer to a forwarded request is probably that of the proxy itself: it asks for a
 * password, or says on a page that it could not reach the host. The service answers in JSON.
 */
export const isOwnAnswer = ({ headers, statusCode = 0 }: IncomingMessage): boolean =>
  statusCode === 407 || (statusCode >= 500 && (headers["content-type"] ?? "text/").startsWith("text/"))

/** Error of a proxy that does not pass a request on. */
export const refused = ({ name }: Proxy, { statusCode, statusMessage }: IncomingMessage): ProxyError =>
  new ProxyError(`${name}, answered ${`${statusCode} ${statusMessage}`.trim()}`)

/** Headers for a proxy alone. */
export const headersFor = ({ authorization }: Proxy): Readonly<Record<string, string>> =>
  authorization === undefined ? {} : { "proxy-authorization": Redacted.value(authorization) }

/**
 * Returns the proxy on the way to a URL. Throws a {@link ProxyError} where the environment names
 * one that cannot be used.
 */
export type Proxies = (url: URL) => Proxy | undefined

interface Variable {
  readonly name: string
  readonly value: string
}

/** Reads a variable in either spelling; the lower-case one takes precedence, as in most programs. */
const variable = (name: string): Effect.Effect<Variable | undefined> =>
  Effect.map(
    Effect.forEach([name.toLowerCase(), name], (name) =>
      Effect.map(Effect.option(Config.string(name)), (value) => ({ name, value: Option.getOrElse(value, () => "") })),
    ),
    (spellings) => spellings.find(({ value }) => value.trim() !== ""),
  )

/** Whether a URL is reached over TLS, by requests or by a socket. */
const isSecureUrl = ({ protocol }: URL) => protocol === "https:" || protocol === "wss:"

const portOf = (url: URL) => Number(url.port || (isSecureUrl(url) ? 443 : 80))

/** Host of a URL; an IPv6 address without its brackets. */
const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, "$1")

/** Decodes a user or a password; one with a stray `%` stands for itself. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const parse = ({ name, value }: Variable): Proxy => {
  // A host and a port alone are a proxy that speaks HTTP, as for curl.
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value.trim()) ? value.trim() : `http://${value.trim()}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    // protects: The password of a proxy is in no text.
    // mutant: "is no URL of a proxy, without its text": ${name} must → ${name} (${value}) must
    throw new ProxyError(`the proxy cannot be used: ${name} must be an http:// or https:// URL`)
  }
  const { password, protocol, username } = url
  const credentials = `${decoded(username)}:${decoded(password)}`
  return {
    isSecure: protocol === "https:",
    hostname: hostOf(url),
    port: portOf(url),
    authorization:
      username === "" && password === ""
        ? undefined
        : Redacted.make(`Basic ${Buffer.from(credentials).toString("base64")}`),
    name: `the proxy ${url.hostname}:${portOf(url)}, set by ${name}`,
  }
}

/** Whether a subnet such as `10.0.0.0/8` contains an address. */
const contains = (subnet: string, host: string): boolean => {
  const [, address = "", bits = ""] = /^(.+)\/(\d+)$/.exec(subnet) ?? []
  const family = isIP(address)
  if (family === 0 || isIP(host) !== family || Number(bits) > (family === 6 ? 128 : 32)) return false
  const list = new BlockList()
  const type = family === 6 ? "ipv6" : "ipv4"
  list.addSubnet(address, Number(bits), type)
  return list.check(host, type)
}

/**
 * Whether an entry of `NO_PROXY` covers a URL: `*`, a host with its subdomains, an address, a
 * subnet, each but the first with or without a port.
 */
const covers = (entry: string, url: URL): boolean => {
  if (entry === "*") return true
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [undefined, undefined, entry]
  if (port !== undefined && Number(port) !== portOf(url)) return false
  const name = (bracketed ?? plain ?? "").replace(/^\*?\./, "").toLowerCase()
  const host = hostOf(url)
  return host === name || host.endsWith(`.${name}`) || contains(name, host)
}

/** Proxies of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in both spellings, read once. */
export const configured: Effect.Effect<Proxies> = Effect.gen(function* () {
  const https = yield* variable("HTTPS_PROXY")
  const http = yield* variable("HTTP_PROXY")
  const exempt = ((yield* variable("NO_PROXY"))?.value ?? "").split(/[\s,]+/).filter((entry) => entry !== "")
  return (url) => {
    const found = isSecureUrl(url) ? https : http
    return found === undefined || exempt.some((entry) => covers(entry, url)) ? undefined : parse(found)
  }
})
