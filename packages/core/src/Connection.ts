/**
 * Address and API key of the service.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Accounts from "./internal/accounts.js"
import { InvalidOption } from "./InvalidOption.js"
import type { MarketDataError } from "./MarketDataError.js"
import * as Redaction from "./internal/Redaction.js"

/** Address and API key of the service, used by `MarketData` and any other channel to it. */
export class Connection extends Context.Tag("@candela/core/Connection")<Connection, Connection.Service>() {
  /**
   * Makes a connection to a base URL. Fails if that is not an absolute `http` or `https` URL, or if the key is not
   * valid in an HTTP header.
   */
  static readonly make = (options: Connection.Options): Effect.Effect<Connection.Service, InvalidOption> =>
    make(options, sourcesIn("Connection.make"))

  /** Layer of {@link Connection.make}. */
  static readonly layer = (options: Connection.Options): Layer.Layer<Connection, InvalidOption> =>
    layerOf(make(options, sourcesIn("Connection.layer")))
}

/** Layer of a connection. */
export const layerOf = <E, R>(connection: Effect.Effect<Connection.Service, E, R>): Layer.Layer<Connection, E, R> =>
  Layer.effect(Connection, Accounts.made(Connection)(connection))

/** Types of the connection. */
export declare namespace Connection {
  /** Address and API key of the service. */
  interface Options {
    /** Base URL of the service: `https://host`, with a path if the service is below one. */
    readonly baseUrl: string | URL
    /** API key, sent in the `Authorization` header only. */
    readonly apiKey: Redacted.Redacted | string
  }

  /** Settings of the options, for errors: `MARKET_DATA_URL`, `baseUrl of MarketData.layer`. */
  interface Sources {
    /** Setting of the base URL. */
    readonly urlFrom: string
    /** Setting of the key. */
    readonly keyFrom: string
  }

  /** Removes the key from texts, documents and errors of services and runtimes, some of which repeat it. */
  interface KeyRedaction extends Redaction.Redaction {
    /** Returns the error without the key, with additional fields. */
    readonly error: (error: MarketDataError, more?: object) => MarketDataError
  }

  /** A connection. */
  interface Service extends Sources {
    /** Base URL, without query and password. */
    readonly baseUrl: URL
    /** API key. */
    readonly apiKey: Redacted.Redacted
    /** Finds and removes the key in texts, documents and errors, in case the service repeats it. */
    readonly redaction: KeyRedaction
  }
}

/**
 * Scheme, host and port. Nothing else of a wrong base URL is shown: a key may stand in its place,
 * in its path, its query or its password.
 */
const address =
  /^([a-z][a-z+.-]*:\/\/)?(localhost|([\w-]{1,30}\.)+[a-z]{2,20}|\d+(\.\d+){3}|\[[\da-f:.]+\]|[\w-]{1,30}(?=:\d))(:\d{1,5})?$/i

/** Describes a URL that is none, of a scheme that has a secure one beside it. */
export const describe = (value: unknown, scheme = "http"): string => {
  if (typeof value !== "string" && !(value instanceof URL)) {
    return value === undefined || value === null ? "is missing" : `is of type ${typeof value}`
  }
  const text = String(value).trim()
  if (text === "") return "is empty"
  const [bare] = /^([a-z][a-z+.-]*:\/\/)?[^/?#]*/i.exec(text.replace(/\/\/[^/]*@/, "//"))!
  // protects: The error of a wrong base URL shows no key.
  // mutant: "shows a wrong base URL with an example, and no key": never
  if (!address.test(bare)) return `is a text of ${text.length} characters that begins with no host`
  const shown = `is "${bare}${bare === text ? "" : "…"}"`
  if (bare.includes("://")) return shown
  return `${shown}: write ${/^(localhost|127\.|\[|[\w-]+:)/i.test(bare) ? scheme : `${scheme}s`}://${bare}`
}

/** Checks a base URL. On the left is the fault, with what may be shown of the value. */
export const readBaseUrl = (value: string | URL): Either.Either<URL, string> => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url && /^https?:$/.test(url.protocol) && url.search + url.username + url.password === ""
    ? Either.right(url)
    : Either.left(
        `the base URL must be an absolute http or https URL without query and password (the key is apiKey), such as https://api.massive.com or http://127.0.0.1:8787, but ${describe(value)}`,
      )
}

/**
 * Checks that a key is valid in the `Authorization` header. With any other key the runtime would
 * reject each request, with the key in its error.
 */
export const readApiKey = (apiKey: Redacted.Redacted | string): Either.Either<Redacted.Redacted, string> => {
  const key = Redacted.isRedacted(apiKey) ? apiKey : Redacted.make(apiKey)
  const value: unknown = Redacted.value(key)
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value)
    ? Either.right(key)
    : Either.left(
        `the key ${value === undefined || value === null ? "is missing" : "is empty, or has a character that is invalid in a header"}`,
      )
}

/** Error fields with text from the service or the runtime. */
const foreign = ["detail", "requestId", "path", "actual", "snippet"]

const redactionOf = (apiKey: Redacted.Redacted): Connection.KeyRedaction => {
  const redaction = Redaction.make(apiKey)
  return {
    ...redaction,
    error: (error, more) => {
      const fields: Record<string, unknown> = { ...error, ...more }
      const found = foreign.filter((name) => {
        const value = fields[name]
        return typeof value === "string" && (fields[name] = redaction.text(value)) !== value
      })
      return found.length === 0 && more === undefined
        ? error
        : new (error.constructor as new (fields: unknown) => MarketDataError)(fields)
    },
  }
}

/** Makes a connection from checked options. */
export const of = (baseUrl: URL, apiKey: Redacted.Redacted, sources: Connection.Sources): Connection.Service => ({
  baseUrl,
  apiKey,
  redaction: redactionOf(apiKey),
  ...sources,
})

/** Names of options that are none, where the base URL or the key is missing: `{ url, key }`. */
const namesIn = (options: Connection.Options): string => {
  const others = Object.keys(options).filter((name) =>
    /^(url|base_?url|host|endpoint|(api_?)?(key|token))$/i.test(name),
  )
  const wrong = others.filter((name) => name !== "baseUrl" && name !== "apiKey")
  return wrong.length === 0 ? "" : `. The options are baseUrl and apiKey, not ${wrong.join(" and ")}`
}

/** Settings of options that a function takes: `MarketData.layer`. */
export const sourcesIn = (name: string): Connection.Sources => ({
  urlFrom: `baseUrl of ${name}`,
  keyFrom: `apiKey of ${name}`,
})

/** Makes a connection from options, whose settings are named in errors. */
export const make = (
  options: Connection.Options,
  sources: Connection.Sources,
): Effect.Effect<Connection.Service, InvalidOption> => {
  const { apiKey, baseUrl } = options
  const key = readApiKey(apiKey)
  const redact = Either.isRight(key) ? Redaction.make(key.right).text : (text: string) => text
  const invalid = (option: string) => (fault: string) =>
    new InvalidOption({ option, detail: redact(fault) + namesIn(options) })
  return Effect.all([
    Either.mapLeft(readBaseUrl(baseUrl), invalid(sources.urlFrom)),
    Either.mapLeft(key, invalid(sources.keyFrom)),
  ]).pipe(Effect.map(([url, key]) => of(url, key, sources)))
}
