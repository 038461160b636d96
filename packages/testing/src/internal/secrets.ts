/** Secrets of requests and responses, and their redaction. */
import * as Redaction from "@candela/core/internal/Redaction"
import type * as Headers from "@effect/platform/Headers"
import * as Redacted from "effect/Redacted"

/** Whether a header is secret. A cassette never contains secret headers. */
export const isSecretHeader = (name: string): boolean => /authorization|cookie|key|token|secret|password/i.test(name)

const secretName =
  "(?:(?:x[_-])?(?:access|api|auth|client|id|refresh|secret|session)[_-]?)?(?:key|token|secret)|sig(?:nature)?|pass(?:word|wd|phrase)|pwd"

const secretParameter = new RegExp(`^(?:${secretName})$`, "i")

/** Secret parameter in the URLs of a text. */
const secretInUrl = new RegExp(`([?&;](?:${secretName})=)[^&#\\s"'<>\\\\]+`, "gi")

/** Whether a parameter is secret. A cassette never contains secret parameters. */
export const isSecretParameter = (name: string): boolean => secretParameter.test(name)

/** Whether a name in a `set-cookie` header is an attribute of a cookie. */
const isCookieAttribute = (name: string) => /^(?:domain|expires|max-age|path|priority|samesite)$/i.test(name)

/**
 * Returns the secrets in the value of a header: without the scheme (`Bearer SECRET`), or each
 * cookie's value (`name=SECRET; Path=/`).
 */
const secretsOf = (header: string, value: string): ReadonlyArray<string> => {
  if (!/cookie/i.test(header)) return [value.trim().replace(/^\S+\s+/, "")]
  return value.split(/[;,]/).flatMap((pair) => {
    const [, name, secret] = /^\s*([^=\s]+)\s*=\s*"?([^"]*)"?\s*$/.exec(pair) ?? []
    return name === undefined || isCookieAttribute(name) ? [] : [secret!]
  })
}

/** Secrets seen so far, in all spellings. */
export class Secrets {
  private readonly seen = new Set<string>()
  private redaction = Redaction.make()

  /** Learns the secrets of a request or response. */
  learn(headers: Headers.Headers, url?: URL): void {
    const before = this.seen.size
    for (const [name, value] of Object.entries(headers)) {
      if (isSecretHeader(name)) for (const secret of secretsOf(name, value)) this.seen.add(secret)
    }
    for (const [name, value] of url?.searchParams ?? []) if (isSecretParameter(name)) this.seen.add(value)
    if (this.seen.size > before) this.redaction = Redaction.make(...Array.from(this.seen, Redacted.make))
  }

  /** Removes secrets from a text: those seen, and the values of secret parameters. */
  hide(text: string): string {
    // protects: No key that the service repeats is in a cassette.
    // mutant: "keeps no key and no cookie, whatever the service repeats and whatever is listed": without
    // this.redaction.text
    // protects: No value of a parameter that holds a secret is in the URLs of a cassette, however short it is.
    // mutant: "keeps no key and no cookie, whatever the service repeats and whatever is listed": without
    // .replace(secretInUrl, "$1<redacted>")
    return this.redaction.text(text.replace(secretInUrl, "$1<redacted>"))
  }
}
