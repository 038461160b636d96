/** The secrets of requests and answers, and what hides them: no part of six characters of a secret is left in a text. */
import type * as Headers from "@effect/platform/Headers"

/** Shorter words are no secrets, and may be part of other words. */
const shortestSecret = 8

/** The shortest part of a secret that is hidden. */
const partLength = 6

const mask = "<redacted>"

/** Headers whose values are secrets. A cassette never holds them. */
export const isSecretHeader = (name: string): boolean => /authorization|cookie|key|token|secret/i.test(name)

/** Parameters whose values are secrets. A cassette never holds them. */
export const isSecretParameter = (name: string): boolean => /^api[_-]?key$|token|secret/i.test(name)

const inLowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The words of a value that may be secrets: `Bearer WORD`, `name=WORD; Path=/`. */
const wordsOf = (value: string): ReadonlyArray<string> =>
  [value, ...value.split(/[\s;,]+/)].flatMap((word) => [word, word.replace(/^[^=]*=/, "")])

const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** The spellings of a secret: unchanged, in JSON, in a URL, in base64. */
const spellings = (secret: string): ReadonlyArray<string> => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  secret.replaceAll("/", "\\/"),
  encodeURIComponent(secret),
  toBase64(secret),
]

/** The secrets that were seen so far. */
export class Secrets {
  private readonly parts = new Set<string>()

  private add(value: string): void {
    for (const word of wordsOf(value)) {
      if (word.length < shortestSecret) continue
      for (const spelling of spellings(word).map(inLowerCase)) {
        for (let i = 0; i + partLength <= spelling.length; i++) this.parts.add(spelling.slice(i, i + partLength))
      }
    }
  }

  /** Learns the secrets of a request or an answer. */
  learn(headers: Headers.Headers, url?: URL): void {
    for (const [name, value] of Object.entries(headers)) if (isSecretHeader(name)) this.add(value)
    for (const [name, value] of url?.searchParams ?? []) if (isSecretParameter(name)) this.add(value)
  }

  /** A text without any part of a secret, in any letter case. */
  hide(text: string): string {
    if (this.parts.size === 0) return text
    const searched = inLowerCase(text)
    let clean = ""
    let copied = 0
    for (let i = 0; i + partLength <= searched.length; i++) {
      if (!this.parts.has(searched.slice(i, i + partLength))) continue
      // Parts that overlap or touch are hidden by one mask.
      if (i > copied || clean === "") clean += text.slice(copied, i) + mask
      copied = i + partLength
    }
    return clean + text.slice(copied)
  }
}
